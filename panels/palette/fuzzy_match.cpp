#include "panels/palette/fuzzy_match.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "panels/base/text_search.hpp"

namespace panels {

namespace {

constexpr std::size_t text_bytes_max = 96, query_bytes_max = 24;
constexpr int match_points = 16, word_start_points = 10, first_letter_points = 8, adjacent_points = 12;
constexpr int gap_start_cost = 3, gap_cost = 1;
constexpr int impossible = -1'000'000;

char lowered(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

int points_at(std::string_view text, std::size_t at) {
    if (at == 0) return word_start_points + first_letter_points;
    const bool starts = !is_letter(text[at - 1]) || (is_capital(text[at]) && !is_capital(text[at - 1]));
    return starts ? word_start_points : 0;
}

}  // namespace

std::optional<FuzzyMatch> fuzzy_match(std::string_view query, std::string_view text) {
    std::string wanted;
    for (const char c : query)
        if (c != ' ' && wanted.size() < query_bytes_max) wanted += lowered(c);
    if (wanted.empty()) return FuzzyMatch{};
    text = text.substr(0, text_bytes_max);
    const std::size_t letters = wanted.size(), length = text.size();
    if (letters > length) return std::nullopt;

    // ending[i][k]: the best score of the first i+1 letters, the last of which stands at k; before[i][k]: where the
    // letter before it stands then.
    using Row = std::array<int, text_bytes_max>;
    std::array<Row, query_bytes_max> ending, before;
    for (std::size_t i = 0; i < letters; ++i) {
        int best_far = impossible, far_at = -1;  // of the letter before, with the gap up to here taken off
        for (std::size_t k = 0; k < length; ++k) {
            ending[i][k] = impossible;
            before[i][k] = -1;
            if (i > 0 && k >= 2 && best_far > impossible) best_far -= gap_cost;
            if (i > 0 && k >= 2 && ending[i - 1][k - 2] - gap_start_cost > best_far) {
                best_far = ending[i - 1][k - 2] - gap_start_cost;
                far_at = static_cast<int>(k - 2);
            }
            if (lowered(text[k]) != wanted[i]) continue;
            const int own = match_points + points_at(text, k);
            if (i == 0) {
                ending[i][k] = own - std::min<int>(static_cast<int>(k), 12) * gap_cost;
                continue;
            }
            const int near =
                k > 0 && ending[i - 1][k - 1] > impossible / 2 ? ending[i - 1][k - 1] + adjacent_points : impossible;
            const int best = std::max(near, best_far);
            if (best <= impossible / 2) continue;
            ending[i][k] = best + own;
            before[i][k] = near >= best_far ? static_cast<int>(k - 1) : far_at;
        }
    }
    const auto& last = ending[letters - 1];
    const auto best = std::max_element(last.begin(), last.begin() + static_cast<std::ptrdiff_t>(length));
    if (*best <= impossible / 2) return std::nullopt;
    FuzzyMatch match{.score = *best, .letters = std::vector<std::size_t>(letters)};
    // Of two that match alike, the shorter one is meant.
    match.score -= static_cast<int>(length) / 8;
    int at = static_cast<int>(best - last.begin());
    for (std::size_t i = letters; i-- > 0;) {
        match.letters[i] = static_cast<std::size_t>(at);
        at = before[i][static_cast<std::size_t>(at)];
    }
    return match;
}

namespace {

/// Where a word of the text begins with `word`, which is in lower case; npos: nowhere.
std::size_t start_of_word(std::string_view text, std::string_view word) {
    const bool has_starts = (word.front() & 0x80) == 0;
    for (std::size_t at = 0; at + word.size() <= text.size(); ++at) {
        const std::size_t found = find_ignoring_case(text.substr(at), word);
        if (found == std::string_view::npos) break;
        at += found;
        if (!has_starts || points_at(text, at) > 0) return at;
    }
    return std::string_view::npos;
}

}  // namespace

std::optional<FuzzyMatch> word_match(std::string_view query, std::string_view label,
                                     std::initializer_list<std::string_view> elsewhere) {
    constexpr int label_points = 20, elsewhere_points = 5;
    const std::string wanted = to_lower(query);
    FuzzyMatch match;
    for (std::size_t at = 0; (at = wanted.find_first_not_of(' ', at)) != std::string::npos;) {
        const std::size_t end = std::min(wanted.find(' ', at), wanted.size());
        const std::string_view word = std::string_view(wanted).substr(at, end - at);
        at = end;
        const std::size_t in_label = start_of_word(label, word);
        const bool anywhere = in_label != std::string_view::npos ||
                              std::any_of(elsewhere.begin(), elsewhere.end(), [&](std::string_view text) {
                                  return start_of_word(text, word) != std::string_view::npos;
                              });
        if (!anywhere) return std::nullopt;
        const int letters = static_cast<int>(word.size());
        match.score += in_label != std::string_view::npos ? label_points * letters + word_start_points
                                                          : elsewhere_points * letters;
        for (std::size_t i = 0; in_label != std::string_view::npos && i < word.size(); ++i)
            match.letters.push_back(in_label + i);
    }
    std::sort(match.letters.begin(), match.letters.end());
    match.letters.erase(std::unique(match.letters.begin(), match.letters.end()), match.letters.end());
    match.score -= static_cast<int>(std::min(label.size(), text_bytes_max)) / 8;
    return match;
}

}  // namespace panels
