#include "ecs/lab/lessons/lesson_bookmark.hpp"

#include <charconv>
#include <cmath>

namespace ecs::lab {

namespace {

// Formats of answers: n63.5, wrefused, oa,e,c,d, b4096-4108,4112-4116. A skipped prediction is `?`.
constexpr std::string_view passed_over = "?";

bool is_plain(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '#';
}

std::string escaped(std::string_view word) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const char c : word) {
        const auto value = static_cast<unsigned char>(c);
        if (is_plain(c))
            text += c;
        else
            text += {'%', digits[value >> 4], digits[value & 15]};
    }
    return text;
}

std::optional<std::string> unescaped(std::string_view text) {
    std::string word;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '%') {
            if (!is_plain(text[at])) return std::nullopt;
            word += text[at];
            continue;
        }
        unsigned value = 0;
        const std::string_view digits = text.substr(at + 1, 2);
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
        if (digits.size() != 2 || read.ptr != digits.data() + 2) return std::nullopt;
        word += static_cast<char>(value);
        at += 2;
    }
    return word;
}

/// Returns the text before the next `sign`; `text` becomes the text behind it.
std::string_view part(std::string_view& text, char sign) {
    const std::size_t end = std::min(text.find(sign), text.size());
    const std::string_view before = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return before;
}

template <class Number>
bool read_number(std::string_view text, Number& number) {
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return !text.empty() && read.ec == std::errc() && read.ptr == text.data() + text.size();
}

std::string text_of(const Answer& answer) {
    std::string text;
    switch (answer.kind) {
        case AnswerKind::Number: {
            char buffer[64];
            return "n" + std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, answer.number).ptr);
        }
        case AnswerKind::Word:
            return "w" + escaped(answer.word);
        case AnswerKind::Order:
            for (const std::string& key : answer.order) text += (text.empty() ? "o" : ",") + escaped(key);
            return text;
        case AnswerKind::Bytes:
            break;
    }
    for (const auto& [begin, end] : answer.bytes)
        text += (text.empty() ? "b" : ",") + std::to_string(begin) + "-" + std::to_string(end);
    return text.empty() ? "b" : text;
}

std::optional<Answer> answer_from(std::string_view text) {
    if (text.empty()) return std::nullopt;
    Answer answer;
    const char kind = text.front();
    text.remove_prefix(1);
    if (kind == 'n') {
        if (!read_number(text, answer.number) || !std::isfinite(answer.number)) return std::nullopt;
        return answer;
    }
    if (kind == 'w') {
        const auto word = unescaped(text);
        if (!word) return std::nullopt;
        answer.kind = AnswerKind::Word;
        answer.word = *word;
        return answer;
    }
    if (kind != 'o' && kind != 'b') return std::nullopt;
    answer.kind = kind == 'o' ? AnswerKind::Order : AnswerKind::Bytes;
    while (!text.empty()) {
        std::string_view each = part(text, ',');
        if (kind == 'o') {
            const auto key = unescaped(each);
            if (!key) return std::nullopt;
            answer.order.push_back(*key);
            continue;
        }
        Address begin = 0, end = 0;
        if (!read_number(part(each, '-'), begin) || !read_number(each, end) || begin >= end) return std::nullopt;
        answer.bytes.emplace_back(begin, end);
    }
    return answer;
}

std::string text_of(const std::optional<Answer>& prediction) {
    return prediction ? text_of(*prediction) : std::string(passed_over);
}

/// Returns false when the text is neither an answer nor a skipped prediction.
bool read_prediction(std::string_view text, std::optional<Answer>& prediction) {
    if (text == passed_over) return true;
    prediction = answer_from(text);
    return prediction.has_value();
}

}  // namespace

std::string to_text(const LessonBookmark& place) {
    std::string text;
    for (const Given& given : place.given)
        text += (text.empty() ? "" : ";") + text_of(given.prediction) + ":" + text_of(given.truth) + ":" +
                (given.right ? "+" : "-");
    if (place.is_predicted) text += (text.empty() ? "" : ";") + text_of(place.prediction);
    return text;
}

std::optional<LessonBookmark> place_from_text(std::string_view text) {
    LessonBookmark place;
    while (!text.empty()) {
        std::string_view entry = part(text, ';');
        const bool waits = entry.find(':') == std::string_view::npos;
        const std::string_view prediction = part(entry, ':');
        if (waits) {  // only the last one may wait
            if (!text.empty() || !read_prediction(prediction, place.prediction)) return std::nullopt;
            place.is_predicted = true;
            continue;
        }
        Given given;
        const auto truth = answer_from(part(entry, ':'));
        if (!truth || (entry != "+" && entry != "-") || !read_prediction(prediction, given.prediction))
            return std::nullopt;
        given.truth = *truth;
        given.right = entry == "+";
        place.given.push_back(std::move(given));
    }
    return place;
}

}  // namespace ecs::lab
