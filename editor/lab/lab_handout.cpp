#include "editor/lab/lab_handout.hpp"

#include "editor/lab/lab_lesson.hpp"

namespace editor {

using namespace ecs::lab;

namespace {

using Values = std::map<std::string, std::string, std::less<>>;

constexpr const char* room_to_write = "______________________";
constexpr const char* new_page = "\n<div style=\"page-break-after: always\"></div>\n\n";

class Handout {
public:
    Handout(const Lesson& lesson, const Words& words, Language language)
        : lesson_(lesson), words_(words), language_(language) {}

    std::string take() {
        heading(1, lesson_.id + " · " + in(lesson_.title));
        text_ += "**" + word("goal_column") + "**: " + in(lesson_.goal) + "\n\n" + in(lesson_.before) + "\n";
        for (std::size_t i = 0; i < lesson_.questions.size(); ++i) ask(i);
        if (lesson_.hands_on) {
            heading(2, word("by_hand"));
            text_ += in(lesson_.hands_on->ask) + "\n";
        }
        text_ += new_page;
        heading(1, lesson_.id + " · " + word("model"));
        for (std::size_t i = 0; i < lesson_.questions.size(); ++i) answer(i);
        return std::move(text_);
    }

private:
    const std::string& in(const Text& text) const { return text.in(language_); }
    std::string word(std::string_view key, const Values& values = {}) const {
        const auto found = words_.find(key);
        return found == words_.end() ? std::string(key) : fill(in(found->second), values);
    }
    void heading(int level, const std::string& words) {
        if (!text_.empty() && text_.back() == '\n' && level > 1) text_ += '\n';
        text_ += std::string(static_cast<std::size_t>(level), '#') + " " + words + "\n\n";
    }
    void question_heading(std::size_t i) {
        heading(2, word("question",
                        {{"number", std::to_string(i + 1)}, {"count", std::to_string(lesson_.questions.size())}}));
    }

    void ask(std::size_t i) {
        const Question& question = lesson_.questions[i];
        question_heading(i);
        text_ += in(question.ask) + "\n\n";
        const AnswerKind kind = answer_of(question.answer.kind);
        if (kind == AnswerKind::Order) text_ += word("order_rule") + "\n\n";
        for (const LessonChoice& choice : question.choices)
            text_ += (kind == AnswerKind::Order ? "- ____ " : "- [ ] ") + in(choice.text) + "\n";
        if (!question.choices.empty()) text_ += "\n";
        if (kind != AnswerKind::Order && kind != AnswerKind::Word)
            text_ += "**" + word("your_answer") + "**: " + room_to_write + " " +
                     std::string(unit_of_many(in(question.unit))) + "\n\n";
        text_ += "**" + word("why") + "**\n\n" + room_to_write + room_to_write + room_to_write + "\n";
        for (const Text& hint : question.hints)
            text_ += "\n<details><summary>" + word("hint") + "</summary>" + in(hint) + "</details>\n";
    }

    void answer(std::size_t i) {
        const Question& question = lesson_.questions[i];
        const QuestionTruth truth = find_truth(lesson_, i);
        question_heading(i);
        text_ += "**" + word("not_asked", {{"answer", answer_text(question, truth.answer, language_)}}) + "** (" +
                 word(word_of(evidence_of(question))) + ")\n\n" + explanation_of(question, truth, language_) + "\n";
    }

    const Lesson& lesson_;
    const Words& words_;
    Language language_;
    std::string text_;
};

}  // namespace

std::shared_ptr<const Lesson> find_lesson(const std::string& id) {
    for (const BuiltInLesson& each : built_in_lessons())
        if (each.id == id) return std::make_shared<const Lesson>(read_lesson(each.text, id));
    return nullptr;
}

std::string handout_of(const Lesson& lesson, const Words& words, Language language) {
    return Handout(lesson, words, language).take();
}

}  // namespace editor
