// Numbers of JSON as numbers of fields, by the rule that world files have: each becomes the nearest number of its
// field, and who reads it learns what that lost. Private to remote.
#pragma once

#include <optional>
#include <string>

#include "ecs/types/number_kinds.hpp"
#include "remote/rpc/json_rpc.hpp"

namespace remote {

/// Writes the number as the nearest one of `kind`, which is I8 to F64. Nothing, and nothing is written, when `given` is
/// no number. Null is NaN to a float: JSON has no other word.
std::optional<ecs::NumberFit> nearest_number(const Json& given, ecs::FieldKind kind, void* to);

/// Whole numbers that another program keeps as floats, so that they are others now: "16777217 became 16777216 (x)",
/// with the count where there are several; empty: none. `kept` is what it has of `written`.
std::string rounded_in(const Json& written, const Json& kept);

}  // namespace remote
