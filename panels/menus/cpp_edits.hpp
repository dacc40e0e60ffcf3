// Edits as C++ against ecs, to be pasted into a program that has the same component types: see cpp_text.hpp.
#pragma once

#include <span>
#include <string>

#include "ecs/edit/edit.hpp"

namespace panels {

/// A statement for each change. Entities that are created get variables, the others are written as `ecs::Entity{12, 1}`. What
/// cannot be written is named in a comment.
std::string cpp_of_edits(const ecs::World& world, std::span<const ecs::Edit> edits);

}  // namespace panels
