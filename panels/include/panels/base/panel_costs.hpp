// What the panels of a window cost, and which of them are drawn less often because they cost too much. The Workbench
// owns it and notes every panel that it shows; the Cost panel shows it and sets the budget.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace panels {

class PanelCosts {
public:
    static constexpr double first_budget_us = 250;
    static constexpr double least_budget_us = 50, most_budget_us = 20'000;
    /// A panel may take several times its budget before it is throttled: a few times do not justify letting a person
    /// wait.
    static constexpr double throttled_from = 16;  // budgets
    static constexpr double throttled_after_secs = 0.5;
    static constexpr int most_frames = 10;  // a throttled panel is drawn in at least each of so many

    struct Cost {
        std::string id, title;
        double mean_us = 0, last_us = 0;
        double over_secs = 0;    // for how long it is too much; negative while it recovers
        int every = 1;           // drawn in each frame of so many
        int frames_to_wait = 0;  // until it is drawn again
        bool seen = false;       // in this frame
        bool throttled() const { return every > 1; }
    };

    double budget_us() const { return budget_us_; }
    /// Within the least and the most.
    void set_budget(double us);
    double throttle_us() const { return budget_us_ * throttled_from; }

    /// Before the panels of a frame are drawn: forgets those that were not shown in the last one.
    void begin_frame(double frame_secs);
    /// Whether the panel is to be drawn now. `wanted`: a person is busy with it, so it is drawn in any case.
    bool draws_now(std::string_view id, std::string_view title, bool wanted);
    /// After it was drawn.
    void note(std::string_view id, double mean_us, double last_us);

    bool throttled(std::string_view id) const;
    /// Those that are shown, in the order in which they were first shown.
    std::span<const Cost> all() const { return costs_; }
    double sum_us() const;
    double frame_secs() const { return mean_frame_secs_; }

private:
    Cost* find(std::string_view id);

    double budget_us_ = first_budget_us, frame_secs_ = 0, mean_frame_secs_ = 0;
    std::vector<Cost> costs_;
};

}  // namespace panels
