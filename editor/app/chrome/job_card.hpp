// The JobCard stands above the status bar while a world is saved or opened for longer than a moment: what is done, how
// far it is, and a button that stops it. It is in the middle, where it covers nothing that is edited.
#pragma once

#include <cstdint>
#include <string>

#include "panels/base/style.hpp"

namespace editor {

class JobCard {
public:
    struct Facts {
        std::string title;        // "Saving level.json"
        std::string consequence;  // what it means for the person meanwhile
        double fraction = 0;      // from 0 to 1
        std::uint64_t size = 0;   // entities, or bytes; 0: unknown
        bool in_bytes = false;
        double elapsed_secs = 0;
        bool cancelled = false;  // and about to end
    };
    /// Whether the person wants it stopped. `lower_right` is the corner that messages stand in; in a narrow window it
    /// moves up by the card.
    bool draw(const panels::Style& style, double now_secs, ImVec2& lower_right, const Facts& facts);
    void hide() { since_secs_ = -1; }
    bool shown() const { return since_secs_ >= 0; }

private:
    double since_secs_ = -1;  // on the clock given to draw(); negative: it is not shown
};

/// "12.3 s", "1 min 05 s"
std::string format_elapsed(double secs);

}  // namespace editor
