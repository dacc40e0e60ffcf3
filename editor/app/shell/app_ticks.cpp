// How the program runs ticks, and what it notices in them: breakpoints and alerts.
#include <algorithm>
#include <span>
#include <utility>

#include "ecs/timeline/timeline.hpp"
#include "editor/app/shell/app.hpp"
#include "editor/base/language.hpp"
#include "panels/stops/stops.hpp"
#include "panels/watch/watches.hpp"

namespace editor {

void App::run_ticks() {
    if (transport_.playing && !document_.world_stands_still() && !chrome_.file_dialog.holds_world())
        run_due_ticks();
    else
        clock_.hold();
    const bool flat_out = transport_.flat_out || transport_.until_tick;
    transport_.behind_secs = flat_out ? 0 : clock_.behind_secs();
    chrome_.costs.ticks_per_sec = clock_.measured_ticks_per_sec();
}

void App::run_due_ticks() {
    constexpr double as_fast_as_it_goes = 1e6;  // ticks a second: until the time of the frame is over
    clock_.begin_ticks(transport_.flat_out || transport_.until_tick
                           ? as_fast_as_it_goes
                           : transport_.speed * panels::FrameClock::ticks_per_sec);
    while (clock_.take_tick()) {
        run_tick();
        if (!transport_.playing) break;
        if (!transport_.until_tick || document_.session().world.tick() < *transport_.until_tick) continue;
        transport_.playing = false;
        transport_.until_tick.reset();
        break;
    }
    if (!transport_.playing) clock_.hold();
}

void App::run_tick(bool along_record) {
    Session& session = document_.session();
    // Scenes play from the start, when nobody has asked for it.
    if (!session.play.begun()) (void)session.play.begin();
    // In the past the recorded ticks run again, as long as nobody changes something.
    const bool in_past = session.timeline.recording() && !session.timeline.at_now() && !session.schedule.within_tick();
    if (in_past && (along_record || session.keys.none()) && !session.timeline.begin_recorded_tick()) {
        if (const std::string why = session.timeline.seek(session.world.tick() + 1); !why.empty())
            tell(MessageKind::Warning, why);
        return watch_.time_jumped();
    }
    watch_.make_room();
    session.tick();
    session.timeline.end_recorded_tick();
    watch_.sample();
    mark_alerts();
    if (watch_.stops().take_fresh()) halt();
}

void App::step_system() {
    watch_.make_room();
    ecs::Timeline& timeline = document_.session().timeline;
    if (document_.session().keys.none()) (void)timeline.begin_recorded_tick();
    watch_.stops().step_system();
    timeline.end_recorded_tick();
    watch_.sample();
    if (watch_.stops().take_fresh()) halt();
}

/// Marks the ticks in which an alert begins to find something.
void App::mark_alerts() {
    const std::span<const panels::Alert> alerts = watch_.watches().alerts();
    std::erase_if(alerts_raised_, [&](std::uint64_t number) {
        return std::none_of(alerts.begin(), alerts.end(),
                            [&](const panels::Alert& each) { return each.number == number && each.count > 0; });
    });
    for (const panels::Alert& each : alerts)
        if (each.count > 0 && alerts_raised_.insert(each.number).second)
            document_.session().timeline.mark(ecs::MarkKind::Alert, each.message.empty() ? each.text : each.message);
}

/// A breakpoint has stopped the world between two systems.
void App::halt() {
    const bool attached = document_.session().attached != nullptr;
    const bool ran = std::exchange(transport_.playing, false) || attached;
    transport_.until_tick.reset();
    const ecs::BreakpointHit* const hit = watch_.stops().stopped();
    if (hit == nullptr) return;
    const ecs::World& world = document_.session().world;
    document_.session().timeline.mark(ecs::MarkKind::Breakpoint, panels::stop_text(world, *hit));
    const std::string message = panels::stop_message(world, watch_.stops(), *hit);
    imgui_.want_glyphs(message);
    // Who makes it true by an edit goes on with what they have selected.
    if (hit->writer != ecs::WriterKind::ByStep && world.alive(hit->entity)) selection_.select(hit->entity);
    const auto go_on = [this, attached] {
        if (attached)
            requests_.push_back(panels::GoOnRequest{});
        else
            requests_.push_back(panels::TransportRequest{});
    };
    const auto still = [this] { return watch_.stops().stopped() != nullptr && !transport_.playing; };
    if (!ran) return chrome_.toasts.note(MessageKind::Note, message, still);
    window_.ask_for_attention();
    // Where the panel is in view, it says the same and more.
    if (workbench_.visible("breakpoints"))
        chrome_.toasts.note(MessageKind::Note, message, still);
    else
        chrome_.toasts.add(MessageKind::Note, message, tr("Go on"), go_on, still);
}

}  // namespace editor
