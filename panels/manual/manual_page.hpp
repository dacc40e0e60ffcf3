// A ManualPage draws one chapter of the manual: headings, paragraphs, lists, tables, code and pictures, in lines that
// are easy to read. Links are followed by whoever shows the page.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "panels/base/panel.hpp"
#include "panels/manual/scaled_picture.hpp"
#include "panels/manual/text_flow.hpp"
#include "panels/texts/manual_text.hpp"

namespace panels {

class ManualPage {
public:
    /// The block that comes to the top of the view in the next draw().
    void scroll_to(std::size_t block) { scroll_to_ = static_cast<int>(block); }
    /// Draws into the current window, which scrolls. `marked` are words in lower case. Returns the target of a link
    /// that was clicked; empty when none was.
    std::string draw(const Context& context, const ManualChapter& chapter, std::span<const std::string> marked,
                     const LinkFactsOf& facts);
    /// The heading at the top of the view, a number of the chapter's blocks.
    std::size_t heading_in_view() const { return heading_in_view_; }

private:
    void draw_block(const Context& context, const ManualBlock& block, float width);
    void draw_flow(const Context& context, std::span<const ManualSpan> spans, float indent, float width,
                   const TextFlow::Look& look);
    void draw_code(const Context& context, const ManualBlock& block, float width);
    std::size_t draw_table(const Context& context, const ManualChapter& chapter, std::size_t first, float width);
    void draw_picture(const Context& context, const ManualBlock& block, float width);

    std::map<std::string, ScaledPicture, std::less<>> pictures_;
    std::span<const std::string> marked_;
    const LinkFactsOf* facts_ = nullptr;
    std::string clicked_;
    int scroll_to_ = -1;
    std::size_t heading_in_view_ = 0;
};

}  // namespace panels
