#include "panels/desk/desk.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <imgui.h>

#include "ecs/mirror/mirror.hpp"
#include "ecs/timeline/timeline.hpp"
#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/base/owner_clock.hpp"
#include "panels/desk/languages.hpp"

namespace panels {

std::vector<const ecs::Catalog*> DeskOwner::languages() {
    std::vector<const ecs::Catalog*> all;
    for (const ecs::Catalog& each : built_in_languages()) all.push_back(&each);
    return all;
}

void DeskOwner::set_language(std::string_view code) {
    const ecs::Catalog* const catalog = built_in_language(code);
    if (catalog != nullptr || code == "en") ecs::speak(catalog);
}

Desk::Desk(DeskOwner& owner, const Style& style, Workbench::MakePanels make_panels, Workbench::Within within)
    : runner(runner_program()), workbench(std::move(make_panels), within), owner_(owner), style_(style) {}

RequestRunner::Program Desk::runner_program() {
    RequestRunner::Program program;
    program.tick = [this] { owner_.run_tick(); };
    program.step_system = [this] { step_system(); };
    program.back_system = [this]() -> std::string {
        if (!watch.watching()) return tr("Nobody keeps steps here");
        const std::uint64_t jumps = shown_->timeline != nullptr ? shown_->timeline->jumps() : 0;
        std::string problem = watch.back_system();
        if (shown_->timeline != nullptr && shown_->timeline->jumps() != jumps) owner_.world_jumped();
        return problem;
    };
    program.elsewhere = [this](const TransportRequest& request) { return control_owner(request); };
    program.ticks_here = [this] { return transport.why_not.empty() && !ticks_elsewhere(); };
    program.asks_before = [this](const EditRequest& request, const std::function<Request()>& again) {
        return owner_.asks_before(request, again);
    };
    program.waits_for_now = [this](const std::function<Request()>& again) { return owner_.waits_for_now(again); };
    program.before_edits = [this](const std::vector<ecs::Edit>& edits) { owner_.before_edits(edits); };
    program.after_edits = [this](const ExecutedEdit& done) { owner_.edited(done); };
    program.after_undo = [this](const std::string& label, bool undone) {
        owner_.say((undone ? tr("Undone: ") : tr("Done again: ")) + label);
    };
    program.stopped = [this](std::size_t kept) {
        if (watch.watching()) watch.debugger().breakpoints().count_anew();
        const std::string tick = format_count(shown_->world.tick());
        owner_.say(kept == 0 ? phrase("Stopped: the world is as it was at tick {}", tick)
                             : phrase("Stopped at tick {}, and kept what you chose", tick));
    };
    program.time_jumped = [this] {
        if (watch.watching()) watch.time_jumped();
        owner_.world_jumped();
    };
    program.told = [this](const std::string& text) { owner_.say(text); };
    program.refused = [this](const std::string& reason) { owner_.refuse(reason); };
    program.known_systems = [this] { return context().known_systems; };
    program.other = [this](Request& request) { execute(request); };
    return program;
}

void Desk::show(const DeskWorld& world) {
    if (shown_) close();
    shown_.emplace(world);
    if (world.watched) record(world.timeline);
}

void Desk::record(ecs::Timeline* timeline) {
    shown_->timeline = timeline;
    watch.start(shown_->world, shown_->schedule, shown_->history, timeline);
    watch.connect(workbench.panels());
}

void Desk::close() {
    if (!shown_) return;
    // What panels remember may be of a world that goes, and so may what the palette offers.
    workbench.renew_panels();
    palette.close();
    context_menu.close();
    requests.clear();
    runner.clear();
    selection = Selection();
    alerts_raised_.clear();
    if (own_transport_) {
        transport.playing = false;
        transport.speed = own_transport_->speed;
        transport.flat_out = own_transport_->flat_out;
        own_transport_.reset();
    }
    watch.stop();
    shown_.reset();
}

Context Desk::context() {
    ecs::World& world = shown_->world;
    Context made{.world = world,
                 .schedule = shown_->schedule,
                 .selection = selection,
                 .requests = requests,
                 .style = style_,
                 .transport = *seen_transport,
                 .journal = &watch.journal(),
                 .time_secs = clock.now_secs(),
                 .waiting = runner.waiting(),
                 .take_snapshot = [&world] { return ecs::Snapshots(world).take(); },
                 .history = state_of(shown_->history),
                 .archetypes = &watch.archetypes(),
                 .archetype_names = &watch.archetype_names(),
                 .moves = &watch.moves(),
                 .keys = &keys_used,
                 .watches = &watch.watches(),
                 .recording = &watch.recording(),
                 .key_map = &key_map,
                 .costs = &workbench.costs(),
                 .play = play(),
                 .tick_trace = &watch.tick_trace(),
                 .timeline = timeline(),
                 .debugger = &watch.debugger(),
                 .pool_memory = &pool_memory};
    made.viewport = viewport;
    made.mirror = mirror;
    made.stay_awake = &in_motion;
    owner_.lend(made);
    return made;
}

ecs::Timeline* Desk::timeline() const {
    ecs::Timeline* const time = shown_->timeline;
    // Where another program ticks, ticks cannot be run again, but states can be shown.
    const bool shown = time != nullptr && (time->by_states() ? may_look_back : transport.why_not.empty());
    return shown ? time : nullptr;
}

RequestRunner::Subject Desk::subject() {
    return {shown_->world, shown_->schedule, shown_->history, selection,
            transport,     play(),           timeline(),      watch.watching() ? &watch.recording() : nullptr};
}

void Desk::carry_out(bool world_stands_still) {
    if (watch.watching()) {
        watch.panels_drew();
        watch.follow(selection);
        if (!requests.empty()) watch.make_room();
    }
    if (!world_stands_still) runner.go_on(subject());
    runner.execute(subject(), requests, world_stands_still);
    // A gesture ends when nothing is held any more: no button, no arrow that moves what is selected.
    if (!ImGui::IsAnyItemActive() && (viewport == nullptr || !viewport->gesture)) runner.end_gesture(subject());
    if (!watch.watching()) return;
    watch.sample();  // what edits did
    halt_where_due();
    watch.make_room();
}

void Desk::execute_waiting() {
    if (!shown_) return;
    runner.execute_waiting(subject());
    if (watch.watching()) watch.sample();
}

void Desk::execute(Request& request) {
    if (const auto* show = std::get_if<ShowPanelRequest>(&request)) return owner_.go_to_panel(*show);
    if (const auto* center = std::get_if<FrameEntityRequest>(&request)) return owner_.center_on(center->entity);
    if (const auto* hidden = std::get_if<ShowHiddenRequest>(&request)) {
        if (mirror != nullptr) mirror->show_hidden(hidden->shown);
        return;
    }
    if (const auto* wanted = std::get_if<ShowWorldRequest>(&request)) {
        if (mirror != nullptr) mirror->show_world(wanted->name);
        return;
    }
    if (std::get_if<GoOnRequest>(&request) != nullptr) {
        if (!watch.debugger().stopped_elsewhere()) return watch.debugger().go_on();
        const std::string why = control_owner({.kind = TransportRequest::Kind::Play}).value_or(std::string());
        if (!why.empty()) owner_.refuse(why);
        return;
    }
    owner_.execute(request);
}

void Desk::begin_ticks(bool may_run) {
    if (!transport.playing || !may_run || ticks_elsewhere()) return clock.hold();
    constexpr double as_fast_as_it_goes = 1e6;  // ticks a second: until the time of the frame is over
    const double per_sec = transport.speed / static_cast<double>(std::max(shown_->schedule.dt_secs, 1e-6f));
    clock.begin_ticks(transport.flat_out || transport.until_tick ? as_fast_as_it_goes : per_sec);
}

bool Desk::passed_by_seek() {
    ecs::Timeline* const time = shown_->timeline;
    if (time == nullptr || !time->recording() || time->at_now() || shown_->schedule.within_tick() ||
        time->begin_recorded_tick())
        return false;
    // Of states, some were not recorded, or thinned.
    const std::string why = time->by_states() ? time->step_on() : time->seek(shown_->world.tick() + 1);
    if (!why.empty()) owner_.refuse(why);
    watch.time_jumped();
    owner_.world_jumped();
    return true;
}

void Desk::tick_ended() {
    if (shown_->timeline != nullptr) shown_->timeline->end_recorded_tick();
    watch.follow(mirror);
    watch.sample();
    mark_alerts();
    follow_owner();
    halt_where_due();
}

void Desk::step_system(bool as_recorded) {
    // The systems of an owner are only listed here.
    if (std::string why = why_not_step_system(context()); !why.empty()) return owner_.refuse(why);
    if (!watch.watching()) {
        shown_->schedule.step_system(shown_->world);
        return;
    }
    ecs::Timeline* const time = shown_->timeline;
    watch.make_room();
    if (as_recorded && time != nullptr) (void)time->begin_recorded_tick();
    watch.debugger().step_system();
    tick_ended();
}

/// Marks the ticks in which an alert begins to find something.
void Desk::mark_alerts() {
    const std::span<const Alert> alerts = watch.watches().alerts();
    std::erase_if(alerts_raised_, [&](std::uint64_t number) {
        return std::none_of(alerts.begin(), alerts.end(),
                            [&](const Alert& each) { return each.number == number && each.count > 0; });
    });
    for (const Alert& each : alerts)
        if (each.count > 0 && alerts_raised_.insert(each.number).second && shown_->timeline != nullptr)
            shown_->timeline->mark(ecs::MarkKind::Alert, each.message.empty() ? each.text : each.message);
}

void Desk::halt_where_due() {
    const ecs::World& world = shown_->world;
    if (transport.until_tick && world.tick() >= *transport.until_tick) {
        transport.playing = false;
        transport.until_tick.reset();
    }
    if (!watch.debugger().take_fresh()) return;
    const ecs::BreakpointHit* const hit = watch.debugger().stopped();
    if (hit != nullptr && owner_.passes(*hit)) return watch.debugger().go_on();
    const bool ran = std::exchange(transport.playing, false);
    transport.until_tick.reset();
    if (hit == nullptr) return;
    if (shown_->timeline != nullptr) shown_->timeline->mark(ecs::MarkKind::Breakpoint, stop_text(world, *hit));
    if (hit->writer != ecs::WriterKind::ByStep && world.alive(hit->entity)) selection.select(hit->entity);
    owner_.stopped_at(*hit, ran);
}

}  // namespace panels
