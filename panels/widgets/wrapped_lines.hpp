// A text in as many lines as it takes, drawn into a list instead of as an item: for rows that paint themselves.
#pragma once

#include <string>
#include <string_view>

#include <imgui.h>

namespace panels {

class WrappedLines {
public:
    /// In the present font.
    WrappedLines(std::string_view text, float width);

    float height() const { return height_; }
    void draw(ImDrawList& list, ImVec2 at, ImU32 color) const;

private:
    std::string lines_;
    float width_, height_;
};

}  // namespace panels
