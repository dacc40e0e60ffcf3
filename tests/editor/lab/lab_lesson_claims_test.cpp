// Whether what lessons say is so. Every sentence that states something has a number that is filled in, or a claim
// (docs/lab-lesson.md): found by runs, reckoned, or with the word of who says so.
#include <algorithm>
#include <cmath>
#include <set>

#include "catch.hpp"
#include "ecs/lab/lessons/lesson.hpp"
#include "editor/lab/lab_lesson.hpp"

namespace lab_lesson_claims_test {

using namespace ecs::lab;

namespace {

/// `+ - * / %` and brackets; what is left of a division by `%` is never negative.
class Reckoner {
public:
    explicit Reckoner(std::string_view text) : rest_(text) {}
    double sum() {
        double value = product();
        for (char sign = peek(); sign == '+' || sign == '-'; sign = peek()) {
            take();
            value += sign == '+' ? product() : -product();
        }
        return value;
    }
    bool at_end() { return peek() == 0; }

private:
    double product() {
        double value = factor();
        for (char sign = peek(); sign == '*' || sign == '/' || sign == '%'; sign = peek()) {
            take();
            const double other = factor();
            value = sign == '*'   ? value * other
                    : sign == '/' ? value / other
                                  : value - std::floor(value / other) * other;
        }
        return value;
    }
    double factor() {
        const char first = peek();
        if (first == '-') {
            take();
            return -factor();
        }
        if (first == '(') {
            take();
            const double value = sum();
            REQUIRE(peek() == ')');
            take();
            return value;
        }
        const std::size_t length = std::min(rest_.find_first_not_of("0123456789."), rest_.size());
        REQUIRE(length > 0);
        const double value = std::stod(std::string(rest_.substr(0, length)));
        rest_.remove_prefix(length);
        return value;
    }
    char peek() {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
        return rest_.empty() ? '\0' : rest_.front();
    }
    void take() { rest_.remove_prefix(1); }

    std::string_view rest_;
};

double reckoned(std::string_view text) {
    Reckoner reckoner(text);
    const double value = reckoner.sum();
    REQUIRE(reckoner.at_end());
    return value;
}

/// Whether `value` is what is said, to as many digits as are said.
bool is_said(double value, std::string_view said) {
    const auto number = parse_number(said);
    REQUIRE(number.has_value());
    const std::size_t point = said.find('.');
    const auto digits = point == std::string_view::npos ? 0 : static_cast<double>(said.size() - point - 1);
    return std::abs(value - *number) <= 0.5000001 * std::pow(10, -digits) * (digits == 0 ? 1e-6 : 1);
}

/// What states something: not the questions themselves, their titles and goals.
std::vector<const Text*> statements(const Lesson& lesson) {
    std::vector<const Text*> texts{&lesson.before};
    for (const Question& question : lesson.questions) {
        for (const Text& hint : question.hints) texts.push_back(&hint);
        texts.push_back(&question.explain);
    }
    return texts;
}

/// All that a learner reads of it.
std::vector<const Text*> all_texts(const Lesson& lesson) {
    std::vector<const Text*> texts = statements(lesson);
    texts.insert(texts.end(), {&lesson.title, &lesson.goal});
    for (const Question& question : lesson.questions) {
        texts.push_back(&question.ask);
        for (const LessonChoice& choice : question.choices) texts.push_back(&choice.text);
        if (question.trial) texts.push_back(&question.trial->ask);
    }
    return texts;
}

std::vector<std::string> sentences(const std::string& text) {
    std::vector<std::string> found(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        found.back() += text[i];
        const bool ends =
            (text[i] == '.' || text[i] == '?' || text[i] == '!') && i + 1 < text.size() && text[i + 1] == ' ';
        if (ends) found.emplace_back();
    }
    return found;
}

/// A question, or nothing but the answer or a number that is filled in.
bool states_nothing(std::string sentence) {
    if (sentence.back() == '?') return true;
    for (std::size_t open = sentence.find('{'); open != std::string::npos; open = sentence.find('{')) {
        const std::size_t close = sentence.find('}', open);
        if (sentence.substr(open, close + 1 - open) != "{answer}") return true;
        sentence.erase(open, close + 1 - open);
    }
    return std::count_if(sentence.begin(), sentence.end(), [](unsigned char c) { return std::isalpha(c); }) < 6;
}

/// Numbers of two digits and more; what is filled in is none. Without 10 and 25, which English writes as words (a tenth
/// off, a quarter).
std::set<std::string> numbers_in(const std::string& text) {
    std::set<std::string> numbers;
    std::string number;
    bool filled = false;
    for (const char c : text + " ") {
        filled = c == '{' || (filled && c != '}');
        if (!filled && std::isdigit(static_cast<unsigned char>(c))) {
            number += c;
        } else if (filled || c != ',') {
            if (number.size() > 1 && number != "10" && number != "25") numbers.insert(number);
            number.clear();
        }
    }
    return numbers;
}

}  // namespace

TEST_CASE("Lesson claims: each holds, by runs of the storages or by reckoning", "[editor][lesson]") {
    for (const auto& lesson : editor::open_lessons()) {
        FactFinder finder(lesson->scenarios);
        CHECK_FALSE(lesson->claims.empty());
        for (const Claim& claim : lesson->claims) {
            CAPTURE(lesson->id, claim.says, claim.is);
            if (!claim.reckoned.empty()) CHECK(is_said(reckoned(claim.reckoned), claim.is));
            if (!claim.fact) continue;
            const Answer answer = finder.find(*claim.fact);
            CAPTURE(answer.number, answer.word);
            std::string order;
            for (const std::string& key : answer.order) order += (order.empty() ? "" : " ") + key;
            CAPTURE(order);
            switch (answer.kind) {
                case AnswerKind::Number:
                    CHECK(is_said(answer.number, claim.is));
                    break;
                case AnswerKind::Word:
                    CHECK(answer.word == claim.is);
                    break;
                case AnswerKind::Order:
                    CHECK(order == claim.is);
                    break;
                case AnswerKind::Bytes:
                    FAIL("bytes are no claim");
            }
        }
    }
}

TEST_CASE("Lesson claims: every sentence that states something has one, and says what it claims", "[editor][lesson]") {
    for (const auto& lesson : editor::open_lessons()) {
        CAPTURE(lesson->id);
        const auto is_said_in = [](const Claim& claim, const std::string& text) {
            return text.find(claim.says) != std::string::npos;
        };
        for (const Text* text : statements(*lesson))
            for (const std::string& sentence : sentences(text->english)) {
                CAPTURE(sentence);
                CHECK((states_nothing(sentence) ||
                       std::any_of(lesson->claims.begin(), lesson->claims.end(),
                                   [&](const Claim& claim) { return is_said_in(claim, sentence); })));
            }
        const auto texts = all_texts(*lesson);
        for (const Claim& claim : lesson->claims) {
            CAPTURE(claim.says);
            CHECK(std::any_of(texts.begin(), texts.end(),
                              [&](const Text* text) { return is_said_in(claim, text->english); }));
        }
    }
}

TEST_CASE("Lesson claims: both languages say the same numbers", "[editor][lesson]") {
    for (const auto& lesson : editor::open_lessons())
        for (const Text* text : all_texts(*lesson)) {
            CAPTURE(lesson->id, text->english, text->japanese);
            CHECK(numbers_in(text->english) == numbers_in(text->japanese));
        }
}

}  // namespace lab_lesson_claims_test
