// One tick as strips of time, one for each thread: systems, the playback of their commands, shares of the work of other
// threads, waits. Above it the recorded ticks, of which one is chosen; without a choice it is the last one, which holds
// still under the mouse. Part of the Schedule panel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ecs/schedule/trace_recorder.hpp"
#include "panels/base/panel.hpp"
#include "panels/base/patterns.hpp"

namespace panels {

class TickStrip {
public:
    /// In the line above, before other buttons.
    void draw_tools(const Context& context);
    void draw(const Context& context);

private:
    /// An event in its row of the thread.
    struct Strip {
        std::size_t event = 0;  // in TracedTick::events
        std::uint32_t depth = 0;
    };
    void take_tick(const ecs::TraceRecorder& recorder, bool hold);
    void draw_ticks(const Context& context, const ecs::TraceRecorder& recorder);
    void draw_threads(const Context& context, const ecs::TraceRecorder& recorder);
    void draw_scale(const Context& context, float left, float right, float top) const;
    void draw_strips(const Context& context, const ecs::TraceRecorder& recorder, std::uint32_t thread, ImVec2 low,
                     float width, float row);
    void take_mouse(const Context& context, float left, float width);
    void tell(const Context& context, const ecs::TraceRecorder& recorder, const ecs::TraceEvent& event) const;
    std::string name_of(const ecs::TraceRecorder& recorder, const ecs::TraceEvent& event) const;
    std::uint32_t lay_out();

    ecs::TracedTick tick_;           // that is shown
    std::uint64_t shown_total_ = 0;  // TraceRecorder::total() when it was taken
    bool chosen_ = false;            // a person chose it; else the last one
    std::vector<Strip> strips_;
    std::vector<std::uint32_t> depths_;  // rows of each thread
    double from_ = 0, to_ = 1;           // of the tick, what is in view
    bool hovered_ = false;               // in the last frame: numbers hold still
    std::size_t hovered_event_ = static_cast<std::size_t>(-1);
    Area hovered_strip_;
};

}  // namespace panels
