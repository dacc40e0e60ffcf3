// A LessonSession is one learner's way through one lesson, without any picture of it:
//
//     Goal → Predict → Run → See → Explain → Predict … → Done
//
// A prediction is stored before anything runs, and cannot be changed then. A wrong one is told what is true; one that
// is none (no number, an order that leaves somebody out) is refused. An expert may skip predicting. Who leaves in the
// midst of it comes back to the same question, with the same predictions.
#pragma once

#include "ecs/lab/lessons/lesson.hpp"
#include "ecs/lab/lessons/lesson_bookmark.hpp"

namespace ecs::lab {

enum class LessonPart : std::uint8_t { Goal, Predict, Run, See, Explain, Done };

struct Feedback {
    bool asked = true;  // false: an expert had himself shown the answer
    bool right = false;
    double difference = 0;      // of a number: prediction - truth
    std::uint64_t missing = 0;  // of bytes: true ones that were not predicted. Of an order: misplaced elements
    std::uint64_t extra = 0;    // of bytes: predicted ones that are not true
};
/// Grades a prediction that is well formed.
Feedback grade(const Question& question, const Answer& prediction, const Answer& truth);

class LessonSession {
public:
    explicit LessonSession(const Lesson& lesson) : lesson_(&lesson) {}

    const Lesson& lesson() const { return *lesson_; }
    LessonPart part() const { return part_; }
    /// Position of the present question; there is none in Goal and Done.
    std::size_t question_number() const { return question_; }
    const Question& question() const { return lesson_->questions[question_]; }

    /// From Goal on to the first question.
    void begin();
    /// From Goal on to where a learner was. A question that he predicted has to run again. False, and still at the
    /// Goal, when the place is none of this lesson, which may have changed since.
    bool go_on_at(const LessonBookmark& place);
    /// Where to go on later.
    LessonBookmark place() const;
    /// Stores the prediction. Otherwise returns the key of the word (lesson_words) that says why it is none.
    std::string_view predict(Answer prediction);
    /// The same from what was typed.
    std::string_view predict_number(std::string_view typed);
    /// For experts: goes on without a prediction.
    void skip_prediction();
    /// Takes up what the run came to (find_truth).
    void take(QuestionTruth truth);
    /// From See to Explain, with the learner's own sentence, which may be empty.
    void explain(std::string own_words);
    /// From Explain to the next question, or to Done.
    void next();

    const std::optional<Answer>& prediction() const { return prediction_; }
    /// From See on.
    const QuestionTruth& truth() const { return truth_; }
    const Feedback& feedback() const { return feedback_; }
    const std::string& own_words() const { return own_words_; }
    /// What came of the questions behind the present one.
    const std::vector<Given>& given() const { return given_; }
    /// Questions whose prediction was right so far.
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

/// How far a learner is in all lessons.
class Course {
public:
    struct Progress {
        bool done = false, by_hand = false;
        std::size_t right = 0;      // of the best time through
        LessonBookmark place = {};  // where to go on; empty: at the beginning
        friend bool operator==(const Progress&, const Progress&) = default;
    };
    const Progress& of(const std::string& lesson) const;
    void finish(const std::string& lesson, std::size_t right);
    /// Where the learner is in it. An empty place: he begins anew.
    void keep_place(const std::string& lesson, LessonBookmark place);
    void finish_by_hand(const std::string& lesson);

    /// Hints stand open at first; after one right prediction they wait behind a button; after three there are none
    /// until the next wrong one.
    enum class Hints : std::uint8_t { Open, OnDemand, None };
    Hints hints() const;
    void note(const Feedback& feedback);

    /// One line for the settings, `hints=1 L3=2 L4=3h L5@n63:n63:+`; what cannot be read is left out.
    std::string to_text() const;
    void from_text(std::string_view text);

private:
    void read_progress(std::string_view name, std::string_view value);

    std::map<std::string, Progress> lessons_;
    std::uint32_t right_in_a_row_ = 0;
};

}  // namespace ecs::lab
