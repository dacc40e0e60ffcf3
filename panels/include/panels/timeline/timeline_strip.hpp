// The TimelineStrip is the line of time at the lower edge of a window: what was recorded, the marks of what happened,
// and the playhead. A drag on it takes the world to any tick; panels then show that tick, because it is the world's.
//
//            v      o           v                 edits, breakpoints, alerts
//     Timeline |====+====<>====+====|=====+==== |            24.8 s recorded  1.3 MiB
//                                   playhead  now
//
// It belongs to the program, which gives it an area. Going somewhere is a TimelineRequest.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "ecs/timeline/time_facts.hpp"
#include "panels/base/panel.hpp"
#include "panels/base/patterns.hpp"

namespace panels {

/// Pictures of the scene as it was: the nearest one that was kept.
class TimePictures {
public:
    struct Picture {
        std::uintptr_t texture = 0;  // an OpenGL texture name; 0: none
        ImVec2 size;                 // pixels
        std::uint64_t tick = 0;
    };
    virtual std::optional<Picture> near(ecs::TimePoint point) const = 0;

protected:
    ~TimePictures() = default;
};

class TimelineStrip {
public:
    /// 28 px at scale 1.
    static float height(const Style& style) { return std::floor(style.px(28)); }
    /// In a window of its own. Nothing where nobody records. `pictures` may be null.
    void draw(const Context& context, const Area& area, const TimePictures* pictures = nullptr);
    /// The same as a part of the present window.
    void draw_within(const Context& context, const Area& area, const TimePictures* pictures = nullptr);

    /// Whether a person drags the playhead.
    bool scrubbing() const { return scrubbing_; }

private:
    struct Shown;
    void draw_content(const Context& context, const Area& area, const TimePictures* pictures);
    void lay_out(const Context& context, const Area& band);
    void draw_band(const Context& context, const Shown& shown);
    void draw_missing(const Context& context, const Shown& shown);
    void draw_marks(const Context& context, const Shown& shown);
    void draw_playhead(const Context& context, const Shown& shown);
    void take_mouse(const Context& context, const Shown& shown);
    void say(const Context& context, const Shown& shown, const TimePictures* pictures);
    float draw_right(const Context& context, const Area& area);
    void draw_left(const Context& context, const Area& area);

    double first_ = 0, per_px_ = 0.5;
    std::uint64_t tick_seen_ = 0, jumps_seen_ = 0;
    const ecs::Timeline* of_ = nullptr;
    bool with_buttons_ = false;  // back to now, and to restore a moment
    bool scrubbing_ = false;
    std::vector<ecs::TimeMark> marks_;  // of the line that leads to now, as far as they are in view
    std::vector<std::uint64_t> frames_;
    struct Read {
        ecs::BranchId branch = 0;
        std::uint64_t tick = 0, jumps = 0;
        std::size_t count = 0;
        double first = 0, per_px = 0, secs = 0;
        friend bool operator==(const Read&, const Read&) = default;
    } read_;  // what marks_ and frames_ were read for
};

}  // namespace panels
