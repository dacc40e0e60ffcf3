// Values of programs for people: as a value of its own, and as text.
#pragma once

#include <string>

#include "ecs/language/bound.hpp"
#include "ecs/language/text_value.hpp"

namespace ecs {

AnyValue value_of_cell(const ValueProgram& program, const Cell& cell);
/// As the language writes it; enum values by name.
std::string text_of_cell(const ValueProgram& program, const Cell& cell);

}  // namespace ecs
