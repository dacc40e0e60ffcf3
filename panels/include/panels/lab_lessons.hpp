// The lessons of the Storage Lab: the list of them with what is done, and the one that is taken, its text to the left
// of the view that it is about. Nothing runs before there is a prediction (ecs/lab/lesson_session.hpp); answers are
// found on a thread of their own. It owns the learner's progress, which the panel keeps in its settings: a lesson that
// is left goes on where it was.
#pragma once

#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/lab/by_hand.hpp"
#include "ecs/lab/lesson_session.hpp"
#include "panels/lesson_trial_view.hpp"
#include "panels/lesson_view.hpp"
#include "panels/panel.hpp"

namespace panels {

class LabLessons {
public:
    LabLessons() = default;
    ~LabLessons();

    /// `context.lab` must not be null. Returns whether the person wants to leave the lessons.
    bool show(const Context& context);

    std::string save_settings() const;
    void load_settings(std::string_view line);

    const ecs::lab::Course& course() const { return course_; }
    ecs::lab::Language language() const { return language_; }
    /// The lesson that is taken; null in the list.
    const ecs::lab::LessonSession* session() const { return session_ ? &*session_ : nullptr; }
    const ecs::lab::ByHand* by_hand() const { return by_hand_.get(); }
    LessonViewer& viewer() { return viewer_; }
    LessonTrialView& trial() { return trial_; }
    /// Opens a lesson by its id; false when there is none.
    bool open(const LabSource& source, std::string_view id);
    /// Waits for what is running: for tests.
    void finish();

private:
    using Values = LessonWords::Values;

    static std::string count_text(std::uint64_t count);
    std::string word(std::string_view key, const Values& values = {}) const;
    std::string label(std::string_view key) const;  // as an id of ImGui that does not change with the language
    void choose_language(const Context& context);
    void draw_list(const Context& context);
    void draw_entry(const Context& context, const std::shared_ptr<const ecs::lab::Lesson>& lesson);
    void draw_bar(const Context& context);
    void draw_lesson(const Context& context);
    void draw_goal(const Context& context);
    void draw_predict(const Context& context);
    void draw_input(const Context& context);
    void draw_cards(const Style& style);
    void draw_hints(const Context& context);
    void draw_run(const Context& context);
    void draw_feedback(const Context& context);
    void draw_explain(const Context& context);
    void draw_go_on(const Context& context);
    void draw_view(const Context& context);
    void draw_so_far(const Context& context);
    void draw_done(const Context& context);
    void draw_learned(const Context& context, std::size_t question);
    void draw_what_next(const Context& context);
    void draw_by_hand(const Context& context);
    std::string feedback_text() const;

    /// Goes on where the learner was.
    void start(std::shared_ptr<const ecs::lab::Lesson> lesson);
    void start_again();
    void leave_lesson();
    void keep_place();
    void begin_question();
    void submit();
    void take_truth();
    void begin_by_hand();
    void pick_bytes();

    std::shared_ptr<const ecs::lab::Lesson> lesson_;  // outlives session_
    std::optional<ecs::lab::LessonSession> session_;
    ecs::lab::Course course_;
    LessonViewer viewer_;
    LessonTrialView trial_;
    std::unique_ptr<ecs::lab::ByHand> by_hand_;  // winds a run of viewer_
    bool by_hand_wanted_ = false, by_hand_wrong_ = false;
    std::future<ecs::lab::QuestionTruth> truth_;

    ecs::lab::Language language_ = ecs::lab::Language::English;
    ecs::lab::Language shown_ = ecs::lab::Language::English;  // English where the fonts have no Japanese
    LessonWords words_;                                       // of the present frame
    bool glyphs_wanted_ = false, expert_ = false, hints_shown_ = false;

    // The prediction as it is put together.
    /// What was put in for an answer so far.
    struct Entered {
        std::string typed, chosen;
        std::vector<std::string> cards;
        ecs::lab::ByteRanges marked;
        bool operator==(const Entered&) const = default;
    };
    Entered entered();

    std::string typed_, own_words_, problem_;
    Entered refused_;  // what problem_ is about
    std::string chosen_;
    std::vector<std::string> cards_;
};

}  // namespace panels
