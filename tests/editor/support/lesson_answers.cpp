#include "editor/support/lesson_answers.hpp"

#include <algorithm>

using namespace ecs::lab;

namespace {

constexpr Harmless harmless[]{
    {"L1", 1, "Objects (004) keep every entity", "presents the two that the question is about"},
    {"L1", 1, "オブジェクト（004）はエンティティを", "the same"},
    {"L1", 1, "Objects touch 1,125", "what the question before was about"},
    {"L1", 1, "オブジェクトは 1,125 ライン", "the same"},
    {"L2", 0, "0x1200", "one of the addresses of all lines, beside the picture that is asked about"},
    {"L10", 3, "name stands in 1",
     "what Packed arrays hold of him, who is not destroyed there; the question is about Columns"},
    {"L10", 3, "Bob は残り続けます", "the same"},
    {"L4", 2, "0 bytes chosen", "how much was clicked so far"},
    {"L4", 2, "選択中：0 バイト", "the same"},
};

bool is_part_of_number(const std::string& text, std::size_t at) {
    if (at >= text.size()) return false;
    const char c = text[at];
    if (c >= '0' && c <= '9') return true;
    return (c == ',' || c == '.') && at + 1 < text.size() && text[at + 1] >= '0' && text[at + 1] <= '9';
}

}  // namespace

std::vector<Telltale> telltales(const Question& question, const Answer& answer, Language language) {
    std::vector<Telltale> found;
    if (is_measured(question.answer)) return found;
    switch (answer.kind) {
        case AnswerKind::Number: {
            const std::string number = lesson_number(answer.number, question.hex);
            const std::string& unit = question.unit.in(language);
            if (number.size() >= 3) return {{number, {}}};
            std::vector<std::string> units{std::string(unit_of_many(unit)), unit.substr(0, unit.find('|'))};
            // As the shared views say it.
            if (question.unit.english == "bytes") units.insert(units.end(), {"B", "bytes"});
            units.erase(std::remove(units.begin(), units.end(), std::string()), units.end());
            if (units.empty()) return found;  // `No. 5` or `step 6`: nothing to tell it from other numbers by
            return {{number, units}};
        }
        case AnswerKind::Word:
            for (const LessonChoice& choice : question.choices)
                if (choice.key == answer.word && choice.text.in(language).size() > 3)
                    found.push_back({choice.text.in(language), {}});
            return found;
        case AnswerKind::Order:
            return {{answer_text(question, answer, language), {}}};
        case AnswerKind::Bytes:
            break;
    }
    return found;
}

bool tells(const std::string& text, const Telltale& telltale) {
    for (std::size_t at = text.find(telltale.said); at != std::string::npos; at = text.find(telltale.said, at + 1)) {
        std::size_t end = at + telltale.said.size();
        const bool number = telltale.said.front() >= '0' && telltale.said.front() <= '9';
        if (number && (is_part_of_number(text, end) || (at > 0 && is_part_of_number(text, at - 1)) ||
                       (at > 1 && (text[at - 1] == ',' || text[at - 1] == '.') && is_part_of_number(text, at - 2))))
            continue;
        if (telltale.units.empty()) return true;
        if (end < text.size() && text[end] == ' ') ++end;
        for (const std::string& unit : telltale.units)
            if (text.compare(end, unit.size(), unit) == 0) return true;
    }
    return false;
}

bool is_harmless(const std::string& lesson, std::size_t question, const std::string& text) {
    return std::any_of(std::begin(harmless), std::end(harmless), [&](const Harmless& each) {
        return each.lesson == lesson && each.question == question && text.find(each.text) != std::string::npos;
    });
}
