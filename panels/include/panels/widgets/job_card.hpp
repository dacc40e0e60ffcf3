// The JobCard shows work that takes longer than a moment: what is done, how far it is, and a button that stops it. It
// is above the lower edge of the window, in the middle, where it covers nothing that is edited.
#pragma once

#include <string>

#include "panels/base/style.hpp"

namespace ecs {
class Progress;
}

namespace panels {

struct Job;

class JobCard {
public:
    struct Facts {
        std::string title;        // "Saving level.json"
        std::string consequence;  // what it means for the person meanwhile
        bool known = true;        // how far it is; else the bar only moves
        double fraction = 0;      // from 0 to 1
        std::string doing;        // "3 MiB of 8 MiB", or what it does just now
        double elapsed_secs = 0;
        bool cancelled = false;  // and about to end
    };

    /// A job of Jobs. `waiting` is how many follow it.
    static Facts facts_of(const Job& job, const ecs::Progress& progress, double elapsed_secs, std::size_t waiting);

    /// Whether it is worth showing: it takes longer than a moment, and is not nearly done when it would appear.
    static bool due(double elapsed_secs, double fraction);

    /// Whether the person wants it stopped. The card is as wide as fits into the window; `lower_middle` is on the
    /// screen. `name` is the window's and differs from that of other cards.
    bool draw(const Style& style, double now_secs, const char* name, ImVec2 lower_middle, const Facts& facts);
    void hide() { since_secs_ = -1; }
    bool shown() const { return since_secs_ >= 0; }
    /// What it took when it was drawn last.
    ImVec2 size() const { return size_; }

private:
    double since_secs_ = -1;  // on the clock given to draw(); negative: it is not shown
    ImVec2 size_{};
};

/// "12.3 s", "1 min 05 s"
std::string format_elapsed(double secs);

}  // namespace panels
