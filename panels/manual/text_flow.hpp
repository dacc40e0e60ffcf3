// A TextFlow sets pieces of text in several faces into lines of a given width, and draws them: words, code, links and
// terms of the glossary. It lasts for one block and one frame.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "panels/base/panel.hpp"
#include "panels/texts/manual_text.hpp"

namespace panels {

/// What a link does, and whether it can be followed now.
struct LinkFacts {
    bool leads = true;  // false: drawn as plain text, since this program has nothing of that name
    std::string hint;   // for the tooltip
    std::string why_not = {};
};
using LinkFactsOf = std::function<LinkFacts(std::string_view target)>;

class TextFlow {
public:
    struct Look {
        ImU32 color = 0;
        bool bold = false;
        std::span<const std::string> marked = {};  // these words, in lower case, are underlined
    };

    TextFlow(const Context& context, const LinkFactsOf& facts, std::span<const ManualSpan> spans, float width,
             const Look& look);

    float height() const { return height_; }
    /// On one line, without a limit.
    float natural_width() const { return natural_width_; }
    /// Draws it at `at`. Returns the target of the link that was clicked; empty when none was.
    std::string_view draw(ImVec2 at) const;

private:
    struct Word {
        std::string_view text;
        const ManualSpan* span;
        float x, y, width, gap;  // gap: the blank before it, in its line
    };

    ImFont* font_of(const ManualSpan& span) const;
    void add_word(const Word& word);
    void set_words(std::span<const ManualSpan> spans, float width);
    std::string_view draw_link(std::size_t first, std::size_t last, ImVec2 at) const;

    const Context& context_;
    const LinkFactsOf& facts_;
    Look look_;
    std::vector<Word> words_;
    float height_ = 0, line_ = 0, natural_width_ = 0;
};

}  // namespace panels
