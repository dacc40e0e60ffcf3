// The Lessons panel shows a list of all lessons with the learner's progress, or the text of one lesson. The picture
// that it is about stands in a panel of its own (lesson_picture_panel.hpp), or, where that one is not shown, to the
// right of the text. Nothing runs before the learner has predicted (ecs/lab/lessons/lesson_session.hpp). Then a
// background task finds the answer. Leaving the lesson abandons the task. The panel owns the learner's progress and
// keeps it in its settings: a lesson that was left continues where it was.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/base/background_task.hpp"
#include "ecs/lab/lessons/lesson_session.hpp"
#include "ecs/lab/scenario/by_hand.hpp"
#include "panels/base/panel.hpp"
#include "panels/lessons/lesson_trial_view.hpp"
#include "panels/lessons/lesson_view.hpp"

namespace panels {

class LessonsPanel : public Panel {
public:
    using FindTruth =
        std::function<ecs::lab::QuestionTruth(const ecs::lab::Lesson&, std::size_t question, const std::stop_token&)>;

    /// `find_truth` stands in for ecs::lab::find_truth in tests.
    explicit LessonsPanel(FindTruth find_truth = {});
    ~LessonsPanel() override;
    /// Leads here, and to null when this panel is gone: panels of a window go in any order.
    std::shared_ptr<LessonsPanel* const> link() const { return link_; }

    std::string save_settings() const override;
    void load_settings(std::string_view line) override;
    /// The Storage Lab kept the progress before lessons had a panel of their own.

    const ecs::lab::Course& course() const { return course_; }
    ecs::lab::Language language() const;
    /// The session of the open lesson; null while the list is shown.
    const ecs::lab::LessonSession* session() const { return session_ ? &*session_ : nullptr; }
    const ecs::lab::ByHand* by_hand() const { return by_hand_.get(); }
    LessonViewer& viewer() { return viewer_; }
    LessonTrialView& trial() { return trial_; }
    /// Opens a lesson by its id; false when there is none.
    bool open(const LabSource& source, std::string_view id);
    /// Draws the picture into the present window, instead of beside the text: for the panel of the picture.
    void show_picture(const Context& context);
    /// An empty state that says what is missing.
    static void show_none(const Context& context);
    /// Waits for what is running: for tests.
    void finish();

protected:
    void draw(const Context& context) override;

private:
    using Values = LessonWords::Values;

    static std::string count_text(std::uint64_t count);
    std::string word(std::string_view key, const Values& values = {}) const;
    std::string label(std::string_view key) const;  // with an ImGui id that is the same in each language
    void choose_language(const Context& context);
    /// Once a frame, by whichever of the two panels is drawn first. False, and an empty state, where there are no
    /// lessons.
    bool begin_frame(const Context& context);
    bool has_picture() const;
    bool picture_elsewhere() const;
    void draw_list(const Context& context);
    void draw_entry(const Context& context, const std::shared_ptr<const ecs::lab::Lesson>& lesson, bool goal);
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
    void draw_place(const Style& style);
    void draw_components(const Style& style);
    void draw_question(const Context& context);
    void draw_actions(const Context& context);
    void draw_verdict(const Style& style, const ecs::lab::Feedback& feedback);
    bool enter_pressed() const;
    void go_on();
    void do_besides();
    void find_answer();
    void draw_cover(const Context& context);
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

    std::shared_ptr<LessonsPanel*> link_ = std::make_shared<LessonsPanel*>(this);
    std::shared_ptr<const ecs::lab::Lesson> lesson_;  // outlives session_
    std::optional<ecs::lab::LessonSession> session_;
    ecs::lab::Course course_;
    LessonViewer viewer_;
    LessonTrialView trial_;
    std::unique_ptr<ecs::lab::ByHand> by_hand_;  // winds a run of viewer_
    bool by_hand_wanted_ = false, by_hand_wrong_ = false;
    FindTruth find_truth_;
    ecs::BackgroundTask<ecs::lab::QuestionTruth> truth_;

    std::optional<ecs::lab::Language> chosen_language_;       // none: that of the interface
    ecs::lab::Language shown_ = ecs::lab::Language::English;  // English where the fonts have no Japanese
    LessonWords words_;                                       // of the present frame
    int frame_ = -1, picture_frame_ = -2;                     // in which it was updated, and the picture drawn
    bool glyphs_wanted_ = false, expert_ = false, hints_shown_ = false;

    // The prediction that the learner is putting together.
    /// What was entered for an answer so far.
    struct Entered {
        std::string typed, chosen;
        std::vector<std::string> cards;
        ecs::lab::ByteRanges marked;
        bool operator==(const Entered&) const = default;
    };
    Entered entered();

    std::string typed_, own_words_, problem_;
    bool focuses_field_ = false;  // the number is typed without a click
    Entered refused_;             // what was entered when problem_ arose
    std::string chosen_;
    std::vector<std::string> cards_;
};

}  // namespace panels
