// A LessonSession is one learner's way through one lesson, without any drawing:
//
//     Goal → Predict → Run → See → Explain → Predict … → Done
//
// A prediction is stored before anything runs, and cannot be changed afterwards. A wrong prediction is corrected. An
// invalid one (no number, an incomplete order) is refused. An expert may skip predicting. A learner who leaves comes
// back to the same question, with the same predictions.
#pragma once

#include "ecs/lab/lessons/lesson.hpp"
#include "ecs/lab/lessons/lesson_bookmark.hpp"

namespace ecs::lab {

enum class LessonPart : std::uint8_t { Goal, Predict, Run, See, Explain, Done };

struct Feedback {
    bool asked = true;  // false: an expert skipped the prediction
    bool right = false;
    double difference = 0;      // for a number: prediction - truth
    std::uint64_t missing = 0;  // for bytes: true ones that were not predicted; for an order: misplaced elements
    std::uint64_t extra = 0;    // for bytes: predicted ones that are not true
};
/// Grades a valid prediction.
Feedback grade(const Question& question, const Answer& prediction, const Answer& truth);

class LessonSession {
public:
    explicit LessonSession(const Lesson& lesson) : lesson_(&lesson) {}

    const Lesson& lesson() const { return *lesson_; }
    LessonPart part() const { return part_; }
    /// Position of the present question. Meaningless in Goal and Done.
    std::size_t question_number() const { return question_; }
    const Question& question() const { return lesson_->questions[question_]; }

    /// Goes from Goal to the first question.
    void begin();
    /// Goes from Goal to the bookmarked place. A predicted question must run again. Returns false and stays at Goal
    /// when the bookmark does not fit this lesson, which may have changed since.
    bool go_on_at(const LessonBookmark& place);
    /// The bookmark to continue from later.
    LessonBookmark place() const;
    /// Stores the prediction. If it is invalid, returns the key of the word (lesson_words) that says why.
    std::string_view predict(Answer prediction);
    /// The same for typed text.
    std::string_view predict_number(std::string_view typed);
    /// For experts: continues without a prediction.
    void skip_prediction();
    /// Accepts the result of the run (find_truth).
    void take(QuestionTruth truth);
    /// Goes from See to Explain, with the learner's own sentence, which may be empty.
    void explain(std::string own_words);
    /// Goes from Explain to the next question, or to Done.
    void next();

    const std::optional<Answer>& prediction() const { return prediction_; }
    /// Valid from See on.
    const QuestionTruth& truth() const { return truth_; }
    const Feedback& feedback() const { return feedback_; }
    const std::string& own_words() const { return own_words_; }
    /// Results of the questions before the present one.
    const std::vector<Given>& given() const { return given_; }
    /// Number of correct predictions so far.
    std::size_t right() const;

private:
    const Lesson* lesson_;
    LessonPart part_ = LessonPart::Goal;
    std::size_t question_ = 0;
    std::vector<Given> given_;
    std::optional<Answer> prediction_;
    QuestionTruth truth_;
    Feedback feedback_;
    std::string own_words_;
};

/// The learner's progress in all lessons.
class Course {
public:
    struct Progress {
        bool done = false, by_hand = false;
        std::size_t right = 0;      // of the best attempt
        LessonBookmark place = {};  // where to continue; empty: at the beginning
        friend bool operator==(const Progress&, const Progress&) = default;
    };
    const Progress& of(const std::string& lesson) const;
    void finish(const std::string& lesson, std::size_t right);
    /// Stores the learner's place. With an empty place the lesson begins again.
    void keep_place(const std::string& lesson, LessonBookmark place);
    void finish_by_hand(const std::string& lesson);

    /// Hints are open at first. After one correct prediction they wait behind a button; after three there are none
    /// until the next wrong one.
    enum class Hints : std::uint8_t { Open, OnDemand, None };
    Hints hints() const;
    void note(const Feedback& feedback);

    /// One line for the settings, `hints=1 L3=2 L4=3h L5@n63:n63:+`. Reading skips unreadable parts.
    std::string to_text() const;
    void from_text(std::string_view text);

private:
    void read_progress(std::string_view name, std::string_view value);

    std::map<std::string, Progress> lessons_;
    std::uint32_t right_in_a_row_ = 0;
};

}  // namespace ecs::lab
