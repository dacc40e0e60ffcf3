#include "panels/host/host_ticks.hpp"

#include <algorithm>
#include <utility>

#include "panels/base/language.hpp"

namespace panels {

bool HostTicks::due(float dt_secs, bool mirrored) {
    asked_ = true;
    const Transport& transport = desk_.transport;
    if (began_) {
        desk_.tick_ended();  // what the last tick did
    } else {
        desk_.clock.begin_frame();
        constexpr double as_fast_as_it_goes = 1e6;  // until the time of the frame is over
        if (transport.playing)
            desk_.clock.begin_ticks(transport.flat_out || transport.until_tick
                                        ? as_fast_as_it_goes
                                        : transport.speed / static_cast<double>(std::max(dt_secs, 1e-6f)));
        else
            desk_.clock.hold();
    }
    began_ = steps_due_ > 0 || (transport.playing && desk_.clock.take_tick());
    if (steps_due_ > 0) --steps_due_;
    began_ = began_ && !desk_.passed_by_seek();
    if (began_ && mirrored) desk_.watch.debugger().go_on();
    if (began_) desk_.watch.make_room();
    return began_;
}

void HostTicks::look() {
    const bool program_ticks = !std::exchange(asked_, false);
    began_ = false;
    desk_.transport.why_not = program_ticks ? tr("This program runs its ticks itself") : "";
    desk_.transport.behind_secs = desk_.clock.behind_secs();
    desk_.tick_ended();
    const double now = desk_.clock.now_secs();
    const std::uint64_t tick = desk_.world().tick();
    if (tick != std::exchange(tick_seen_, tick)) tick_moved_secs_ = now;
    seen_ = desk_.transport;
    // They may come slower than frames.
    constexpr double longest_tick_secs = 0.5;
    if (program_ticks) seen_.playing = tick_moved_secs_ >= 0 && now - tick_moved_secs_ < longest_tick_secs;
}

}  // namespace panels
