// Formats component values as one line of text for people, as figures do.
#pragma once

#include "figures/drawing/value_text.hpp"

namespace panels {

using figures::archetype_name;
using figures::component_text;
using figures::component_values;
using figures::field_text;
using figures::field_text_with_unit;

}  // namespace panels
