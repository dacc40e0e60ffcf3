// A Lesson is data: a goal, one or more questions that are asked before the storages run, and views for afterwards.
// Its answers are facts (fact.hpp), so every number comes from a storage. Lessons are read from files
// (editor/lab/lab_lesson.hpp), with every text in English and Japanese.
#pragma once

#include <array>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/lab/lessons/fact.hpp"

namespace ecs::lab {

enum class Language : std::uint8_t { English, Japanese };

struct Text {
    std::string english, japanese;
    const std::string& in(Language language) const { return language == Language::Japanese ? japanese : english; }
    friend bool operator==(const Text&, const Text&) = default;
};

/// The words of the interface by key, in every language, from the file of words.
using Words = std::map<std::string, Text, std::less<>>;
/// All words that the lessons' interface uses. A file of words has exactly these.
inline constexpr std::array lesson_words{"lessons",
                                         "progress",
                                         "start",
                                         "again",
                                         "back",
                                         "begin",
                                         "predict_rule",
                                         "your_answer",
                                         "predict",
                                         "run_rule",
                                         "run",
                                         "running",
                                         "right",
                                         "wrong_more",
                                         "wrong_less",
                                         "wrong_choice",
                                         "wrong_order",
                                         "wrong_bytes",
                                         "not_asked",
                                         "why",
                                         "why_hint",
                                         "compare_why",
                                         "model",
                                         "next_question",
                                         "finish",
                                         "done",
                                         "hint",
                                         "expert",
                                         "expert_hint",
                                         "reveal",
                                         "by_hand",
                                         "by_hand_copy",
                                         "by_hand_to",
                                         "by_hand_write",
                                         "by_hand_done",
                                         "by_hand_wrong",
                                         "by_hand_hint",
                                         "no_number",
                                         "not_whole",
                                         "no_choice",
                                         "bad_order",
                                         "no_bytes",
                                         "click_values",
                                         "order_rule",
                                         "question",
                                         "look",
                                         "no_japanese",
                                         "all_done",
                                         "done_right",
                                         "lesson_column",
                                         "goal_column",
                                         "replay",
                                         "try_it",
                                         "cards",
                                         "after_step",
                                         "after_step_0",
                                         "faithful",
                                         "repaired",
                                         "array_caption",
                                         "order_caption",
                                         "pass_caption",
                                         "fill_caption",
                                         "title_000",
                                         "title_001",
                                         "title_002",
                                         "title_003",
                                         "title_004",
                                         "title_chunks",
                                         "learned",
                                         "learned_right",
                                         "learned_wrong",
                                         "next_lesson",
                                         "start_again",
                                         "at_question",
                                         "so_far",
                                         "so_far_right",
                                         "so_far_wrong",
                                         "passed_over",
                                         "evidence_exact",
                                         "evidence_rule",
                                         "evidence_measured",
                                         "lesson_world",
                                         "article",
                                         "lines_touched",
                                         "useful_bytes",
                                         "useful",
                                         "lines_more_touched",
                                         "lines_more_untouched",
                                         "lines_left_out",
                                         "lines_left_out_untouched",
                                         "legend_read",
                                         "legend_along",
                                         "legend_untouched",
                                         "legend_padding",
                                         "legend_spare",
                                         "legend_line",
                                         "picture_later",
                                         "picture_later_hint",
                                         "course_done",
                                         "course_done_hint",
                                         "go_on",
                                         "missing_bytes"};

/// `text` with each {name} replaced. Unknown names stay.
std::string fill(std::string_view text, const std::map<std::string, std::string, std::less<>>& values);

enum class LessonView : std::uint8_t { None, Board, Bytes, Steps, Lines, Layout, Array, Order, Pass, Fill };
/// `none`, `board`, `bytes`, `steps`, `lines`, `layout`, `array`, `order`, `pass`, `fill`
std::string_view name_of(LessonView view);
inline constexpr std::size_t lesson_view_count = 10;

/// The view beside the text.
struct Look {
    LessonView view = LessonView::None;
    std::string scenario;  // key; empty: the first
    StorageKind storage = StorageKind::Chunks;
    Mode mode = Mode::Repaired;
    StorageOptions options;
    std::optional<std::size_t> step;               // none: after all steps
    std::optional<std::uint64_t> entity;           // selected entity
    std::optional<EventKind> event;                // the step player is after the first such event
    std::vector<LayoutColumn> columns;             // of LessonView::Layout
    std::optional<LayoutRule> rule;                // for LessonView::Layout: only this rule, so that the next question
                                                   // stays open
    std::vector<LayoutColumn> more_columns;        // for LessonView::Layout: absent at first, may be added
    std::uint64_t base = 0, bytes = 0, count = 0;  // for LessonView::Array, see PlacedArray
    std::vector<StorageKind> storages;             // for LessonView::Order: the storages whose touches are drawn
    friend bool operator==(const Look&, const Look&) = default;
};

struct LessonChoice {
    std::string key;  // a word that the fact may answer, or an element of an order
    Text text;
};

/// The values that one position of a knob sets in the facts and the look of a trial.
struct Tweak {
    std::string scenario;  // the scenario key is the concatenation of this part from all knobs
    std::optional<StorageKind> storage;
    std::optional<Mode> mode;
    std::optional<StorageOptions::Removal> removal;
    std::optional<StorageOptions::JoinBase> join_base;
    std::optional<bool> backward;
    std::optional<std::uint64_t> base, bytes;
    friend bool operator==(const Tweak&, const Tweak&) = default;
};
struct Knob {
    struct Position {
        Text text;
        Tweak tweak;
    };
    Text label;
    bool slides = false;  // the positions are values of one quantity
    std::vector<Position> positions;
};
/// A fact that is displayed while knobs are turned.
struct Reading {
    Text label, unit;
    Fact fact;         // a number or a word
    double times = 1;  // factor for a number before display: changes the unit
};
/// The experiment after a question is answered. The positions of the last knob are shown side by side.
struct Trial {
    Text ask;
    std::vector<Knob> knobs;
    std::vector<Reading> readings;
    Look look;
};

struct Question {
    Text ask;
    Fact answer;
    Text unit;                          // for numbers and bytes
    bool hex = false;                   // numbers are addresses
    double within_percent = 0;          // for a number: tolerance in percent
    double within_factor = 1;           // for a number: tolerance as a factor in both directions
    std::vector<LessonChoice> choices;  // for a word, or the cards of an order
    std::vector<Text> hints;
    Text explain;  // with {answer} and the {names} of the numbers
    std::vector<std::pair<std::string, Fact>> numbers;
    Look before, after;  // before: while predicting; after: once it ran
    std::optional<Trial> trial;
};

/// A statement of the lesson's text, apart from the filled-in numbers, and its evidence. Not shown to anybody. Tests
/// check every claim, and fail where a text says something without a claim.
struct Claim {
    std::string says;          // words of an English text
    std::optional<Fact> fact;  // found by runs,
    std::string reckoned;      // or calculated: `16384 / 36`,
    std::string from;          // or from elsewhere: the source
    std::string is;            // expected value of the fact or calculation
};

/// An operation that the learner executes, byte for byte.
struct HandsOn {
    Text ask;
    Look look;  // of the step; the operation of `storage` is graded
};

struct Lesson {
    std::string id;        // `L3`
    bool is_card = false;  // a short one, beside the course
    Text title, goal, before;
    LessonScenarios scenarios;
    std::vector<Question> questions;
    std::optional<HandsOn> hands_on;
    std::vector<Claim> claims;
};

/// The true answer of a question, and the numbers of its explanation.
struct QuestionTruth {
    Answer answer;
    std::map<std::string, double, std::less<>> numbers;
};
/// The evidence for a question's answer: a run, a rule that no storage here uses, or a clock.
enum class Evidence : std::uint8_t { Exact, Rule, Measured };
Evidence evidence_of(const Question& question);
/// The key of the word for it: `evidence_exact`, ….
std::string_view word_of(Evidence evidence);

/// Runs the storages. `lesson` must not change meanwhile; may be called on any thread. Once `stop` asks for it, it
/// returns soon, and what it returns means nothing.
QuestionTruth find_truth(const Lesson& lesson, std::size_t question, const Measurements& measurements = {},
                         const std::stop_token& stop = {});

/// A number in the notation of lessons: `12,345`, `2.31`, `0x1040`.
std::string lesson_number(double number, bool hex);
/// The plural of a unit. A unit with two words, `line|lines`, starts with the singular.
std::string_view unit_of_many(std::string_view unit);
std::string with_unit(double number, bool hex, std::string_view unit);
/// The answer for a person. Words appear as the choices name them.
std::string answer_text(const Question& question, const Answer& answer, Language language);
/// The question's explanation with its numbers filled in.
std::string explanation_of(const Question& question, const QuestionTruth& truth, Language language);

/// Reads a predicted number: `1,000`, `63`, `2.5`, `0x1000`. Nothing for other text, or beyond 1e18.
std::optional<double> parse_number(std::string_view text, bool hex = false);

}  // namespace ecs::lab
