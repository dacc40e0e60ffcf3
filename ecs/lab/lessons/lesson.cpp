#include "ecs/lab/lessons/lesson.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ecs::lab {

std::string_view name_of(LessonView view) {
    static constexpr std::array<std::string_view, lesson_view_count> names{"none",   "board", "bytes", "steps", "lines",
                                                                           "layout", "array", "order", "pass",  "fill"};
    return names[static_cast<std::size_t>(view)];
}

std::string fill(std::string_view text, const std::map<std::string, std::string, std::less<>>& values) {
    std::string filled;
    while (!text.empty()) {
        const std::size_t open = std::min(text.find('{'), text.size());
        filled += text.substr(0, open);
        text.remove_prefix(open);
        if (text.empty()) break;
        const std::size_t close = text.find('}');
        const auto found = close == std::string_view::npos ? values.end() : values.find(text.substr(1, close - 1));
        const std::size_t taken = found == values.end() ? 1 : close + 1;
        filled += found == values.end() ? "{" : found->second;
        text.remove_prefix(taken);
    }
    return filled;
}

Evidence evidence_of(const Question& question) {
    if (is_measured(question.answer)) return Evidence::Measured;
    const bool layout = question.answer.kind == FactKind::Capacity || question.answer.kind == FactKind::Slack;
    return layout && question.answer.rule != LayoutRule::Ours ? Evidence::Rule : Evidence::Exact;
}

std::string_view word_of(Evidence evidence) {
    static constexpr std::array<std::string_view, 3> words{"evidence_exact", "evidence_rule", "evidence_measured"};
    return words[static_cast<std::size_t>(evidence)];
}

QuestionTruth find_truth(const Lesson& lesson, std::size_t question, const Measurements& measurements,
                         const std::stop_token& stop) {
    const Question& asked = lesson.questions[question];
    FactFinder finder(lesson.scenarios, measurements, stop);
    QuestionTruth truth;
    truth.answer = finder.find(asked.answer);
    for (const auto& [name, fact] : asked.numbers)
        if (!stop.stop_requested()) truth.numbers[name] = finder.number(fact);
    return truth;
}

std::string lesson_number(double number, bool hex) {
    if (hex) return hex_text(static_cast<Address>(number));
    char buffer[64];
    const bool whole = number == std::floor(number);
    const double rounded = whole ? number : std::round(std::abs(number) * 100) / 100 * (number < 0 ? -1 : 1);
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, rounded, std::chars_format::fixed, whole ? 0 : 2);
    std::string text(buffer, end.ptr);
    const std::size_t point = std::min(text.find('.'), text.size());
    for (std::size_t at = point; at > 3 + (number < 0 ? 1u : 0u);) text.insert(at -= 3, ",");
    return text;
}

namespace {

std::string name_in(const Question& question, const std::string& key, Language language) {
    for (const LessonChoice& choice : question.choices)
        if (choice.key == key) return choice.text.in(language);
    return key;
}

}  // namespace

std::string answer_text(const Question& question, const Answer& answer, Language language) {
    switch (answer.kind) {
        case AnswerKind::Number:
            return with_unit(answer.number, question.hex, question.unit.in(language));
        case AnswerKind::Word:
            return name_in(question, answer.word, language);
        case AnswerKind::Order: {
            // By keys, because the names of six storages would not fit on one line.
            const std::string_view sign = question.answer.kind == FactKind::VisitOrder ? " → " : " < ";
            std::string text;
            for (const std::string& key : answer.order) text += (text.empty() ? "" : std::string(sign)) + key;
            return text;
        }
        case AnswerKind::Bytes:
            break;
    }
    return with_unit(static_cast<double>(byte_count(answer.bytes)), false, question.unit.in(language));
}

std::string_view unit_of_many(std::string_view unit) { return unit.substr(unit.find('|') + 1); }

std::string with_unit(double number, bool hex, std::string_view unit) {
    unit = number == 1 ? unit.substr(0, unit.find('|')) : unit_of_many(unit);
    return lesson_number(number, hex) + (unit.empty() ? "" : " " + std::string(unit));
}

std::string explanation_of(const Question& question, const QuestionTruth& truth, Language language) {
    std::map<std::string, std::string, std::less<>> values;
    values["answer"] = answer_text(question, truth.answer, language);
    for (const auto& [name, number] : truth.numbers) values[name] = lesson_number(number, false);
    return fill(question.explain.in(language), values);
}

std::optional<double> parse_number(std::string_view text, bool hex) {
    constexpr double max_number =
        1e18;  // largest number that can be written out again; the lab's counts stay far below
    const auto digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool between = text[i] == ' ' || text[i] == ',' || text[i] == '_';
        // Accepts 1,000 as a thousand. Refuses 1,4, because it could mean 1.4 or 14.
        const bool groups = i > 0 && digit(i - 1) && digit(i + 1) && digit(i + 2) && digit(i + 3) && !digit(i + 4);
        if (between && !groups) return std::nullopt;
        if (!between) plain += text[i];
    }
    if (plain.empty()) return std::nullopt;
    if (hex && !(plain.size() > 1 && plain[0] == '0' && (plain[1] == 'x' || plain[1] == 'X'))) plain.insert(0, "0x");
    const char* end = plain.data() + plain.size();
    if (plain.size() > 2 && plain[0] == '0' && (plain[1] == 'x' || plain[1] == 'X')) {
        std::uint64_t value = 0;
        const auto read = std::from_chars(plain.data() + 2, end, value, 16);
        if (read.ec != std::errc() || read.ptr != end || static_cast<double>(value) > max_number) return std::nullopt;
        return static_cast<double>(value);
    }
    double value = 0;
    const auto read = std::from_chars(plain.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end || !(std::abs(value) <= max_number)) return std::nullopt;
    return value;
}

}  // namespace ecs::lab
