#include "panels/lessons/lesson_text.hpp"

#include <algorithm>

#include "ecs/base/utf8.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

std::size_t length_at(std::string_view text, std::size_t at) {
    std::size_t next = at;
    ecs::next_character(text, next);
    return next - at;
}

/// Written without spaces between words: kana, kanji and their signs, all from U+3000 on. Quotes and dashes of other
/// scripts keep to their words.
bool is_wide(std::string_view character) { return static_cast<unsigned char>(character.front()) >= 0xe3; }

bool may_begin_line(std::string_view character) {
    static constexpr std::string_view never = "、。，．・：；？！）」』】〉》〕っゃゅょァィゥェォッャュョー々…”’";
    return never.find(character) == std::string_view::npos;
}
bool may_end_line(std::string_view character) {
    static constexpr std::string_view never = "（「『【〈《〔“‘";
    return never.find(character) == std::string_view::npos;
}

}  // namespace

std::string broken_into_lines(std::string_view text, float width,
                              const std::function<float(std::string_view)>& width_of) {
    // Pieces between which a line may be broken.
    std::string lines;
    std::size_t line = 0, last_break = 0;  // where the line begins, and where it may be broken last
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = length_at(text, at);
        const std::string_view character = text.substr(at, length);
        if (character == "\n") {
            lines += text.substr(line, at + 1 - line);
            line = last_break = at = at + 1;
            continue;
        }
        if (at > line && character != " " && width_of(text.substr(line, at + length - line)) > width &&
            last_break > line) {
            std::string_view done = text.substr(line, last_break - line);
            lines += done;
            lines += '\n';
            line = last_break;
        }
        at += length;
        if (at == text.size()) break;
        const std::string_view next = text.substr(at, length_at(text, at));
        const bool breaks = character == " " ? next != " "
                                             : (is_wide(character) || is_wide(next)) && next != " " &&
                                                   may_begin_line(next) && may_end_line(character);
        if (breaks) last_break = at;
    }
    lines += text.substr(line);
    return lines;
}

std::string LessonWords::operator()(std::string_view key, const Values& values) const {
    const auto found = words->find(key);
    return found == words->end() ? std::string(key) : ecs::lab::fill(found->second.in(language), values);
}

void next_to(std::string_view button) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float words = ImGui::CalcTextSize(button.data(), button.data() + button.size()).x;
    same_line_if_fits(words + 2 * style.FramePadding.x, style.ItemSpacing.x);
}

void lesson_text(ImU32 color, std::string_view text, float width) {
    if (width <= 0) width = ImGui::GetContentRegionAvail().x;
    const std::string lines = broken_into_lines(text, width, [](std::string_view part) {
        return ImGui::CalcTextSize(part.data(), part.data() + part.size()).x;
    });
    colored_text(color, lines);
}

void show_storage_heading(const Style& style, ecs::lab::StorageKind kind, const LessonWords& words) {
    const std::string name(ecs::lab::name_of(kind));
    {
        const compat::FontScope font(style.words_bold);
        colored_text(style.theme->text, words("title_" + name));
    }
    if (kind == ecs::lab::StorageKind::Chunks) return;  // of no article
    ImGui::SameLine();
    const compat::FontScope font(style.small);
    colored_text(style.theme->quiet, words("article", {{"number", name}}));
}

}  // namespace panels
