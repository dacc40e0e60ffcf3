#include "panels/widgets/search_list.hpp"

#include <algorithm>
#include <cctype>

#include "panels/base/imgui_compat.hpp"
#include "panels/base/text_search.hpp"
#include "panels/widgets/text_field.hpp"

namespace panels {

namespace {

bool letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool capital(char c) { return c >= 'A' && c <= 'Z'; }

/// Whether a word starts at `at`, in names like MoveTarget or has_gun.
bool word_starts(std::string_view name, std::size_t at) {
    return at == 0 || !letter(name[at - 1]) || (capital(name[at]) && !capital(name[at - 1]));
}

bool has_letters_in_order(std::string_view name, std::string_view word) {
    std::size_t found = 0;
    for (std::size_t at = 0; at < name.size() && found < word.size(); ++at)
        if (to_lower(name.substr(at, 1)) == word.substr(found, 1)) ++found;
    return found == word.size();
}

}  // namespace

Match match_of(std::string_view word, std::string_view name, std::span<const std::string_view> elsewhere) {
    if (word.empty()) return Match::Name;
    const std::size_t at = find_ignoring_case(name, word);
    if (at == 0) return name.size() == word.size() ? Match::Name : Match::NameStart;
    if (at != std::string_view::npos) {
        for (std::size_t from = at; from != std::string_view::npos;) {
            if (word_starts(name, from)) return Match::WordStart;
            const std::size_t next = find_ignoring_case(name.substr(from + 1), word);
            from = next == std::string_view::npos ? next : from + 1 + next;
        }
        return Match::NamePart;
    }
    if (word.size() > 1 && has_letters_in_order(name, word)) return Match::NameLetters;
    for (const std::string_view text : elsewhere)
        if (find_ignoring_case(text, word) != std::string_view::npos) return Match::Elsewhere;
    return Match::None;
}

void SearchList::open() {
    *this = {};
    opening_ = true;
}

void SearchList::draw_field(const Style& style, float width, const char* hint) {
    (void)style;
    if (std::exchange(opening_, false)) {
        fresh_ = true;
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(width);
    arrows_ = 0;
    entered_ = text_field({.id = "##search",
                           .text = text_,
                           .hint = hint,
                           .flags = ImGuiInputTextFlags_EnterReturnsTrue,
                           .arrows = &arrows_});
    if (ImGui::IsItemDeactivated() && compat::key_pressed(compat::Key::Escape, false)) ImGui::CloseCurrentPopup();
}

void SearchList::follow(std::string_view text, int arrows, bool entered) {
    if (std::exchange(opening_, false)) fresh_ = true;
    text_ = text;
    arrows_ = arrows;
    entered_ = entered;
}

const std::vector<std::size_t>& SearchList::rank(
    std::size_t count, const std::function<Match(std::size_t choice, std::string_view word)>& match,
    std::optional<std::size_t> present) {
    const std::string word = to_lower(text_);
    std::vector<std::pair<Match, std::size_t>> found;
    for (std::size_t choice = 0; choice < count; ++choice)
        if (const Match how = match(choice, word); how != Match::None) found.emplace_back(how, choice);
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    ranked_.clear();
    for (const auto& [how, choice] : found) ranked_.push_back(choice);

    moved_ = false;
    if (text_ != ranked_text_ || fresh_) {
        ranked_text_ = text_;
        fresh_ = false;
        mark_.reset();
        const auto at = present ? std::find(ranked_.begin(), ranked_.end(), *present) : ranked_.end();
        if (!text_.empty())
            mark_ = 0;
        else if (at != ranked_.end())
            mark_ = static_cast<std::size_t>(at - ranked_.begin());
        moved_ = mark_.has_value();
    }
    for (; arrows_ != 0; arrows_ += arrows_ > 0 ? -1 : 1) {
        mark_ = !mark_ ? 0 : arrows_ > 0 ? *mark_ + 1 : *mark_ - (*mark_ > 0 ? 1 : 0);
        moved_ = true;
    }
    if (ranked_.empty())
        mark_.reset();
    else if (mark_)
        mark_ = std::min(*mark_, ranked_.size() - 1);
    return ranked_;
}

bool SearchList::marked(std::size_t position) {
    if (mark_ != position) return false;
    if (std::exchange(moved_, false)) ImGui::SetScrollHereY(0.5f);
    return true;
}

}  // namespace panels
