// LessonTrialView shows the trial of a question that is answered: knobs that the learner turns, and a table of
// readings, one row for each position of the last knob. A background task finds the readings. They are kept, so a knob
// that is turned back shows its readings at once.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "ecs/base/background_task.hpp"
#include "ecs/lab/lessons/lesson_trial.hpp"
#include "panels/base/panel.hpp"

namespace panels {

class LessonTrialView {
public:
    /// The question must have a trial. All knobs stand at their first positions.
    void begin(std::shared_ptr<const ecs::lab::Lesson> lesson, std::size_t question);
    /// Abandons readings that are being found; does not wait for that.
    void end();
    bool shown() const { return lesson_ != nullptr; }
    const ecs::lab::Trial& trial() const { return *question().trial; }
    const ecs::lab::KnobPositions& positions() const { return positions_; }
    /// Null while they are not known.
    const std::vector<ecs::lab::Answer>* readings() const;
    /// What the view beside the trial shows at these positions.
    ecs::lab::Look look() const;

    /// Whether a knob was turned.
    bool show(const Context& context, ecs::lab::Language language, std::string_view running);
    /// Once a frame: takes readings that were found, and starts to find those that are wanted.
    void update(const Context& context);
    /// Waits for what is wanted: for tests.
    void finish();

private:
    const ecs::lab::Question& question() const { return lesson_->questions[question_]; }
    bool draw_knob(const Style& style, std::size_t number, ecs::lab::Language language);
    bool draw_table(const Context& context, ecs::lab::Language language, std::string_view running);
    void draw_reading(const Style& style, std::size_t reading, const ecs::lab::KnobPositions& at,
                      ecs::lab::Language language, std::string_view running) const;
    void take(bool wait);

    using Answers = std::vector<ecs::lab::Answer>;
    std::shared_ptr<const ecs::lab::Lesson> lesson_;
    std::size_t question_ = 0;
    ecs::lab::KnobPositions positions_;
    std::map<ecs::lab::KnobPositions, Answers> known_;
    ecs::BackgroundTask<Answers> task_;
    ecs::lab::KnobPositions worked_at_;  // by task_
};

}  // namespace panels
