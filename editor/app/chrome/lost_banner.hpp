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
    /// `area` is that of the banner and the panels. `program` is empty when nothing was ever seen of it.
    void draw(const panels::Style& style, const panels::Area& area, const std::string& program,
              const std::string& why) const;
};

}  // namespace editor
