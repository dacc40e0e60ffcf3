// All kinds of running programs whose worlds can be shown here.
#pragma once

#include <span>
#include <string_view>

#include "remote/replica/owner_kind.hpp"

namespace remote {

std::span<const OwnerKind> owner_kinds();
/// Null when there is none with this name on the command line.
const OwnerKind* find_owner_kind(std::string_view name);
/// Of a program that calls itself so, "Flecs 4.1.6"; null: of none that is known.
const OwnerKind* owner_kind_of(std::string_view program);

}  // namespace remote
