#include "panels/widgets/wrapped_lines.hpp"

#include <algorithm>

#include "panels/widgets/widgets.hpp"

namespace panels {

WrappedLines::WrappedLines(std::string_view text, float width)
    : lines_(with_line_breaks(text, width)),
      width_(std::max(width, 1.0f)),
      height_(lines_.empty() ? 0 : ImGui::CalcTextSize(lines_.c_str(), nullptr, false, width_).y) {}

void WrappedLines::draw(ImDrawList& list, ImVec2 at, ImU32 color) const {
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, color, lines_.c_str(), nullptr, width_);
}

}  // namespace panels
