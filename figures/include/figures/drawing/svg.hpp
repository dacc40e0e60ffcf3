// Writes a Drawing as SVG: real text, patterns as <pattern>, each group with its id. The same drawing and theme give
// the same bytes. A box that represents bytes has data-bytes, data-offset, data-role.
#pragma once

#include <string>

#include "figures/drawing/drawing.hpp"

namespace figures {

std::string to_svg(const Drawing& drawing, Theme theme);

}  // namespace figures
