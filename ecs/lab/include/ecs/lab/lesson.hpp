// A Lesson is data: what it is about, one or more questions that are asked before the storages run, and what is looked
// at afterwards. Its answers are facts (fact.hpp), so no number stands in it that a storage did not come to.
// Lessons are read from files (editor/lab_lesson.hpp), with every text in English and Japanese.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/lab/fact.hpp"

namespace ecs::lab {

enum class Language : std::uint8_t { English, Japanese };

struct Text {
    std::string english, japanese;
    const std::string& in(Language language) const { return language == Language::Japanese ? japanese : english; }
    friend bool operator==(const Text&, const Text&) = default;
};

/// The word of the interface called `key` in every language, from the file of words.
using Words = std::map<std::string, Text, std::less<>>;
/// All words that the lessons' interface uses: a file of words has exactly these.
inline constexpr std::array lesson_words{
    "lessons",       "progress",     "start",         "again",        "back",        "begin",         "predict_rule",
    "your_answer",   "predict",      "run_rule",      "run",          "running",     "right",         "wrong_more",
    "wrong_less",    "wrong_choice", "wrong_order",   "wrong_bytes",  "not_asked",   "why",           "why_hint",
    "compare_why",   "model",        "next_question", "finish",       "done",        "hint",          "expert",
    "expert_hint",   "reveal",       "by_hand",       "by_hand_copy", "by_hand_to",  "by_hand_write", "by_hand_done",
    "by_hand_wrong", "by_hand_hint", "no_number",     "not_whole",    "no_choice",   "bad_order",     "no_bytes",
    "click_values",  "order_rule",   "question",      "look",         "no_japanese", "leave",         "all_done",
    "lesson_column", "goal_column",  "replay"};

/// `text` with each {name} replaced; names that are not known stay.
std::string fill(std::string_view text, const std::map<std::string, std::string, std::less<>>& values);

enum class LessonView : std::uint8_t { None, Board, Bytes, Steps, Lines, Layout };
/// `none`, `board`, `bytes`, `steps`, `lines`, `layout`
std::string_view name_of(LessonView view);
inline constexpr std::size_t lesson_view_count = 6;

/// What stands beside the text.
struct Look {
    LessonView view = LessonView::None;
    std::string scenario;  // key; empty: the first
    StorageKind storage = StorageKind::Chunks;
    Mode mode = Mode::Repaired;
    StorageOptions options;
    std::optional<std::size_t> step;      // none: all steps
    std::optional<std::uint64_t> entity;  // selected
    std::optional<EventKind> event;       // the step player stands behind the first of these
    std::vector<LayoutColumn> columns;    // of LessonView::Layout
    std::optional<LayoutRule> rule;       // the same: only this one, so that the next question stays open
    friend bool operator==(const Look&, const Look&) = default;
};

struct LessonChoice {
    std::string key;  // a word that the fact may answer, or an element of an order
    Text text;
};

struct Question {
    Text ask;
    Fact answer;
    Text unit;                          // of a number, and of bytes
    bool hex = false;                   // numbers are addresses
    double within_percent = 0;          // of a number: how far off is still right
    std::vector<LessonChoice> choices;  // of a word, or the cards of an order
    std::vector<Text> hints;
    Text explain;  // with {answer} and {names} of the numbers
    std::vector<std::pair<std::string, Fact>> numbers;
    Look before, after;  // while predicting, and when it ran
};

/// An operation that the learner carries out himself, byte for byte.
struct HandsOn {
    Text ask;
    Look look;  // of its step; `storage` does what is graded
};

struct Lesson {
    std::string id;  // `L3`
    Text title, goal, before;
    LessonScenarios scenarios;
    std::vector<Question> questions;
    std::optional<HandsOn> hands_on;
};

/// What a question comes to when it is run: the answer, and the numbers of its explanation.
struct QuestionTruth {
    Answer answer;
    std::map<std::string, double, std::less<>> numbers;
};
/// Runs the storages. `lesson` must not change meanwhile; may be called on any thread.
QuestionTruth find_truth(const Lesson& lesson, std::size_t question);

/// A number as lessons write it: `12,345`, `2.31`, `0x1040`.
std::string lesson_number(double number, bool hex);
/// The answer for a person; a word is named as the choice names it.
std::string answer_text(const Question& question, const Answer& answer, Language language);
/// The question's explanation with its numbers.
std::string explanation_of(const Question& question, const QuestionTruth& truth, Language language);

/// Reads a prediction of a number: `1,000`, `63`, `2.5`, `0x1000`. Nothing when it is none, or beyond 1e18.
std::optional<double> parse_number(std::string_view text);

}  // namespace ecs::lab
