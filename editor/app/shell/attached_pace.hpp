// The AttachedPace says when a world that another program runs is updated, and which of its updates need frames: one for
// each that brought something, more where things fade and settle when no more comes.
#pragma once

#include <cstdint>
#include <optional>

#include "editor/app/window/wakefulness.hpp"
#include "panels/base/request.hpp"

namespace editor {

class AttachedPace {
public:
    /// Whether an update is due, which follows then. Updates in this interval are enough.
    bool take_due(double interval_secs, double now_secs) {
        if (now_secs - updated_secs_ < interval_secs) return false;
        updated_secs_ = now_secs;
        return true;
    }
    /// `seen`: the update brought something; `first`: nothing had come before it.
    void updated(bool seen, bool first, double now_secs, Wakefulness& wakefulness) {
        constexpr double rest_secs = 1;
        if (seen) seen_secs_ = now_secs;
        if (seen && !first) {
            wakefulness.show();
            moves_ = true;
        } else if (seen || (moves_ && now_secs - seen_secs_ > rest_secs)) {
            wakefulness.wake(now_secs);
            moves_ = false;
        }
        texts_due_ = seen && (first || ++seen_ % 20 == 0);
    }
    /// After that update texts are looked at that may have come: at once, and then not too often.
    bool texts_due() const { return texts_due_; }

    /// What a person asked for while the world in view was older than the program's.
    std::optional<panels::Request> waits_for_now;

private:
    double updated_secs_ = 0;
    std::uint64_t seen_ = 0;  // updates that brought something
    double seen_secs_ = 0;    // when the last one of them came
    bool moves_ = false;      // they come, and the picture has not come to rest since
    bool texts_due_ = false;
};

}  // namespace editor
