// What stands above the panels while the connection to the program that they show is lost: why, and that it is tried
// again. The panels below keep what was seen last, and are grey.
#pragma once

#include <string>

#include "panels/base/main_area.hpp"
#include "panels/base/style.hpp"

namespace editor {

class LostBanner {
public:
    static float height(const panels::Style& style) { return style.px(28); }
    /// At the top of `area`. `seen`: the panels show something.
    static void draw(const panels::Style& style, const panels::Area& area, bool seen, const std::string& why);
};

}  // namespace editor
