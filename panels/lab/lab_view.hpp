// A LabView is one view of the Storage Lab: its button, its word in the settings, what it needs, and how it is drawn.
// The LabPanel owns one of each (lab_views.hpp), so a view may keep state between frames. Runs and selection belong to
// the LabState, which all views share.
#pragma once

#include <string_view>

#include "panels/base/panel.hpp"
#include "panels/lab/lab_state.hpp"

namespace panels {

class LabView {
public:
    struct About {
        std::string_view word;        // in the settings; never changes
        const char *label, *hint;     // of its button
        bool of_one_storage = false;  // the panel offers the choice of the storage above it
        bool shows_bytes = false;     // not of runs that are untraced
        bool needs_runs = true;       // of a scenario; else it is shown without any
    };

    explicit LabView(const About& about) : about_(about) {}
    virtual ~LabView() = default;
    LabView(const LabView&) = delete;
    LabView& operator=(const LabView&) = delete;

    const About& about() const { return about_; }

    /// Fills the room that is left. Unless it needs none, the state has runs.
    virtual void show(const Context& context, LabState& state) = 0;
    /// In each frame in which another view shows the runs.
    virtual void stand_back(LabState&) {}

private:
    About about_;
};

}  // namespace panels
