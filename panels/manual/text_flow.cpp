#include "panels/manual/text_flow.hpp"

#include <algorithm>
#include <cmath>

#include "ecs/base/utf8.hpp"
#include "panels/base/language.hpp"
#include "panels/manual/manual_search.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

float width_in(ImFont* font, std::string_view text) {
    const compat::FontScope scope(font);
    return text_width(text);
}

/// The longest start of `text` that is at most `room` wide, of one character at least.
std::size_t start_within(ImFont* font, std::string_view text, float room) {
    std::size_t fits = 0;
    for (std::size_t next = 0; next < text.size();) {
        ecs::next_character(text, next);
        if (fits > 0 && width_in(font, text.substr(0, next)) > room) break;
        fits = next;
    }
    return fits;
}

}  // namespace

TextFlow::TextFlow(const Context& context, const LinkFactsOf& facts, std::span<const ManualSpan> spans, float width,
                   const Look& look)
    : context_(context), facts_(facts), look_(look) {
    line_ = std::floor(ImGui::GetTextLineHeight() * 1.3f);
    set_words(spans, std::max(width, 1.0f));
}

ImFont* TextFlow::font_of(const ManualSpan& span) const {
    if (span.kind == ManualSpan::Kind::Code) return context_.style.mono;
    return look_.bold || span.kind == ManualSpan::Kind::Bold ? context_.style.words_bold : context_.style.words;
}

void TextFlow::set_words(std::span<const ManualSpan> spans, float width) {
    // Words without a blank between them, such as a link and the comma behind it, keep together.
    std::vector<Word> cluster;
    float x = 0, y = 0, cluster_gap = 0;
    bool blank = false;
    std::uint32_t last = 0;  // character
    const auto end_cluster = [&] {
        if (cluster.empty()) return;
        float wide = 0;
        for (const Word& word : cluster) wide += word.width;
        natural_width_ += wide + cluster_gap;
        float gap = x > 0 ? cluster_gap : 0;
        if (x > 0 && x + gap + wide > width) {
            x = gap = 0;
            y += line_;
        }
        for (Word& word : cluster) {
            // What is wider than the whole line goes on in the next one.
            ImFont* const font = font_of(*word.span);
            while (x + gap + word.width > width && word.text.size() > 1) {
                const std::size_t fits = start_within(font, word.text, width - x - gap);
                if (fits >= word.text.size()) break;
                Word start = word;
                start.text = word.text.substr(0, fits);
                start.width = width_in(font, start.text);
                start.x = x + gap;
                start.y = y;
                start.gap = gap;
                add_word(start);
                word.text.remove_prefix(fits);
                word.width = width_in(font, word.text);
                x = gap = 0;
                y += line_;
            }
            word.x = x + gap;
            word.y = y;
            word.gap = gap;
            x += gap + word.width;
            gap = 0;
            add_word(word);
        }
        cluster.clear();
    };
    for (const ManualSpan& span : spans) {
        const compat::FontScope font(font_of(span));  // once, as Japanese is measured character by character
        for (std::size_t at = 0; at < span.text.size();) {
            if (span.text[at] == ' ') {
                blank = true;
                ++at;
                continue;
            }
            std::size_t end = at;
            std::uint32_t next = ecs::next_character(span.text, end);
            if (blank || line_may_end_between(last, next)) {
                end_cluster();
                cluster_gap = blank ? text_width(" ") : 0;
            }
            blank = false;
            for (last = next; end < span.text.size() && span.text[end] != ' '; last = next) {
                std::size_t behind = end;
                next = ecs::next_character(span.text, behind);
                if (line_may_end_between(last, next)) break;
                end = behind;
            }
            const std::string_view text = span.text.substr(at, end - at);
            cluster.push_back({text, &span, 0, 0, text_width(text), 0});
            at = end;
        }
    }
    end_cluster();
    height_ = y + line_;
}

/// What goes on in the same line without a gap becomes one word.
void TextFlow::add_word(const Word& word) {
    Word* const before = words_.empty() ? nullptr : &words_.back();
    if (before && before->span == word.span && before->y == word.y &&
        before->text.data() + before->text.size() == word.text.data()) {
        before->text = {before->text.data(), before->text.size() + word.text.size()};
        before->width = word.x + word.width - before->x;
    } else {
        words_.push_back(word);
    }
}

std::string_view TextFlow::draw(ImVec2 at) const {
    const Style& style = context_.style;
    const Theme& theme = *style.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::string_view clicked;
    for (std::size_t i = 0; i < words_.size();) {
        // The words of a span that stand in one line are drawn together.
        std::size_t end = i + 1;
        while (end < words_.size() && words_[end].span == words_[i].span && words_[end].y == words_[i].y) ++end;
        const ManualSpan& span = *words_[i].span;
        const Area area{{at.x + words_[i].x, at.y + words_[i].y},
                        {at.x + words_[end - 1].x + words_[end - 1].width, at.y + words_[i].y + line_}};
        if (span.kind == ManualSpan::Kind::Link && facts_ && facts_(span.target).leads) {
            if (const std::string_view link = draw_link(i, end, at); !link.empty()) clicked = link;
        } else if (ImGui::IsRectVisible(area.low, area.high)) {
            ImFont* const font = font_of(span);
            const compat::FontScope scope(font);
            const float top = std::floor((line_ - ImGui::GetTextLineHeight()) / 2);
            if (span.kind == ManualSpan::Kind::Code) {
                const float more = std::floor(style.px(2));
                list.AddRectFilled({area.low.x - more, area.low.y + top - 1},
                                   {area.high.x + more, area.high.y - top + 1}, theme.raised, style.px(3));
            }
            for (std::size_t word = i; word < end; ++word) {
                const Word& each = words_[word];
                const ImVec2 low{std::floor(at.x + each.x), std::floor(at.y + each.y + top)};
                list.AddText(low, look_.color, each.text.data(), each.text.data() + each.text.size());
                if (look_.marked.empty()) continue;
                for (const std::size_t letter : letters_of({look_.marked.begin(), look_.marked.end()}, each.text)) {
                    const float from = low.x + text_width(each.text.substr(0, letter));
                    const float y = low.y + ImGui::GetTextLineHeight();
                    list.AddRectFilled({from, y}, {from + text_width(each.text.substr(letter, 1)), y + 1}, theme.text);
                }
            }
            if (span.kind == ManualSpan::Kind::Term) {
                const float y = std::floor(area.high.y - top), dot = std::max(1.0f, std::floor(style.px(1)));
                for (float x = area.low.x; x < area.high.x; x += 3 * dot)
                    list.AddRectFilled({x, y}, {x + dot, y + dot}, theme.quiet);
                const GlossaryEntry* entry = find_in_glossary(span.target);
                if (entry != nullptr && ImGui::IsWindowHovered() && area.contains(ImGui::GetMousePos()))
                    tooltip_over(area, tr(entry->text));
            }
        }
        i = end;
    }
    return clicked;
}

std::string_view TextFlow::draw_link(std::size_t first, std::size_t last, ImVec2 at) const {
    const Style& style = context_.style;
    const Word &begin = words_[first], &end = words_[last - 1];
    const ManualSpan& span = *begin.span;
    const LinkFacts facts = facts_(span.target);
    const bool possible = facts.why_not.empty();
    const ImVec2 low{std::floor(at.x + begin.x), std::floor(at.y + begin.y)};
    ImGui::SetCursorScreenPos(low);
    ImGui::PushID(static_cast<int>(first));
    const bool pressed = invisible_button("link", {end.x + end.width - begin.x, line_}, compat::button_reached_by_keys);
    ImGui::PopID();
    const bool hovered = ImGui::IsItemHovered();
    tooltip(possible ? facts.hint : facts.why_not);
    if (!ImGui::IsItemVisible()) return {};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const compat::FontScope scope(font_of(span));
    const float top = std::floor((line_ - ImGui::GetTextLineHeight()) / 2);
    for (std::size_t word = first; word < last; ++word)
        list.AddText({std::floor(at.x + words_[word].x), low.y + top}, possible ? look_.color : style.theme->quiet,
                     words_[word].text.data(), words_[word].text.data() + words_[word].text.size());
    const float y = std::floor(low.y + line_ - top), thick = std::max(1.0f, std::floor(style.px(1)));
    list.AddRectFilled({low.x, y}, {at.x + end.x + end.width, y + thick},
                       hovered && possible ? style.theme->text : style.theme->edge);
    if (hovered && possible) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    return pressed && possible ? span.target : std::string_view();
}

}  // namespace panels
