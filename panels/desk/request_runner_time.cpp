// The part of the RequestRunner that plays, steps and stops the world, and goes to other moments of its time.
#include <algorithm>
#include <utility>

#include "ecs/diff/diff_edits.hpp"
#include "ecs/diff/world_diff.hpp"
#include "ecs/mirror/engine_entities.hpp"
#include "ecs/play/stop_and_keep.hpp"
#include "ecs/snapshot/left_out.hpp"
#include "ecs/timeline/timeline.hpp"
#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/base/timeline_request.hpp"
#include "panels/compare/played_differences.hpp"
#include "panels/desk/request_runner.hpp"
#include "panels/desk/run_back.hpp"
#include "panels/desk/seek_in_parts.hpp"

namespace panels {

namespace {

/// An earlier tick of a world that somebody else runs is in view.
bool in_recorded_states(const RequestRunner::Subject& subject) {
    return subject.timeline != nullptr && subject.timeline->by_states() && !subject.timeline->at_now();
}

/// What the program's engine keeps for itself is not brought back: with its clock, a program seems to be another one.
std::vector<std::uint32_t> without_engine(const ecs::WorldDiff& differences, const ecs::World& now,
                                          const ecs::World& then) {
    const auto is_clock = [&](const ecs::DiffType& type) {
        const ecs::World& of = type.before != ecs::no_component ? now : then;
        return ecs::is_clock_of_engine(of.types()[type.before != ecs::no_component ? type.before : type.after]);
    };
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t i = 0; i < differences.entries.size(); ++i) {
        const ecs::DiffEntry& entry = differences.entries[i];
        const bool removed = entry.kind == ecs::DiffKind::EntityRemoved,
                   added = entry.kind == ecs::DiffKind::EntityAdded;
        const bool typed = entry.kind >= ecs::DiffKind::ComponentRemoved;
        if ((removed && ecs::is_of_engine(now, entry.entity)) || (added && ecs::is_of_engine(then, entry.entity)) ||
            (typed && is_clock(differences.types[entry.type])))
            continue;
        chosen.push_back(i);
    }
    return chosen;
}

}  // namespace

void RequestRunner::execute(const Subject& subject, const TransportRequest& request) {
    using Kind = TransportRequest::Kind;
    Transport& transport = subject.transport;
    if (in_recorded_states(subject)) {
        if (request.kind == Kind::StepTick)
            return execute(subject, TimelineRequest{.kind = TimelineRequest::Kind::StepOn});
        if (request.kind == Kind::Play) {
            execute(subject, TimelineRequest{.kind = TimelineRequest::Kind::ReturnToNow});
            transport.playing = !in_recorded_states(subject) && program_.ticks_here && program_.ticks_here();
            return;
        }
        if (request.kind == Kind::RunToTick && request.tick <= subject.timeline->last_tick())
            return execute(subject, TimelineRequest{.tick = request.tick});
        if (request.kind == Kind::StepSystem) return refuse(tr("An earlier tick is in view: go back to now first"));
    }
    if (!transport.why_not.empty()) return refuse(transport.why_not);
    if (const auto why = program_.elsewhere ? program_.elsewhere(request) : std::nullopt) {
        if (!why->empty()) refuse(*why);
        return;
    }
    const bool runs = request.kind == Kind::Play || request.kind == Kind::StepTick ||
                      request.kind == Kind::StepSystem || request.kind == Kind::RunToTick;
    // That a world cannot be kept is no reason not to play it; Stop says why.
    if (runs && subject.play != nullptr) (void)subject.play->begin();
    if (request.kind != Kind::SetSpeed) transport.until_tick.reset();
    switch (request.kind) {
        case Kind::Play:
            transport.playing = true;
            break;
        case Kind::Pause:
            transport.playing = false;
            break;
        case Kind::StepTick:
            transport.playing = false;
            if (program_.tick)
                program_.tick();
            else
                step_tick(subject);
            break;
        case Kind::StepSystem:
            transport.playing = false;
            if (program_.step_system)
                program_.step_system();
            else
                subject.schedule.step_system(subject.world);
            break;
        case Kind::BackSystem: {
            transport.playing = false;
            const std::string reason = program_.back_system ? program_.back_system() : tr("Nobody keeps steps here");
            if (!reason.empty()) refuse(reason);
            break;
        }
        case Kind::RunToTick:
            run_to_tick(subject, request.tick);
            break;
        case Kind::SetSpeed:
            transport.flat_out = request.speed == 0;
            if (request.speed != 0)
                transport.speed = std::clamp(request.speed, Transport::min_speed, Transport::max_speed);
            break;
        case Kind::Stop:
            transport.playing = false;
            stop(subject, request);
            break;
        case Kind::GoOn:
            if (subject.play != nullptr) subject.play->go_on();
            break;
    }
}

/// Along what was recorded, where there is some: a branch that is the same would only be in the way.
void RequestRunner::step_tick(const Subject& subject) {
    ecs::Timeline* const timeline = subject.timeline;
    const bool recorded = timeline != nullptr && timeline->recording() && !timeline->at_now();
    if (recorded && !subject.schedule.within_tick() && !timeline->begin_recorded_tick())
        return execute(subject, TimelineRequest{.tick = subject.world.tick() + 1});
    subject.schedule.tick(subject.world);
    if (recorded) timeline->end_recorded_tick();
}

/// What is recorded is not run anew: a branch that is the same would only be in the way.
void RequestRunner::run_to_tick(const Subject& subject, std::uint64_t tick) {
    ecs::Timeline* const timeline = subject.timeline;
    const bool recorded = timeline != nullptr && timeline->recording();
    if (recorded && tick != subject.world.tick() && tick <= timeline->last_tick())
        return execute(subject, TimelineRequest{.tick = tick});
    if (tick <= subject.world.tick()) return refuse(phrase("Tick {} is past", format_count(tick)));
    if (recorded && !timeline->at_now()) {
        execute(subject, TimelineRequest{.kind = TimelineRequest::Kind::ReturnToNow});
        if (!timeline->at_now()) return;
    }
    subject.transport.until_tick = tick;
    subject.transport.playing = true;
}

void RequestRunner::execute(const Subject& subject, const TimelineRequest& request) {
    using Kind = TimelineRequest::Kind;
    ecs::Timeline* const timeline = subject.timeline;
    if (timeline == nullptr) return refuse(tr("Nobody records earlier ticks here"));
    if (request.kind == Kind::Restore) return restore(subject, request);
    const ecs::BranchId branch = request.branch.value_or(timeline->branch());
    if (request.kind == Kind::Mark) return timeline->mark(ecs::MarkKind::Note, request.name);
    if (request.kind == Kind::Rename) {
        if (!timeline->rename(branch, request.name)) refuse(tr("A branch needs a name"));
        return;
    }
    std::string reason;
    if (request.kind == Kind::Remove) {
        reason = timeline->remove(branch);
    } else {
        subject.transport.playing = false;
        const std::uint64_t jumps = timeline->jumps();
        // Who looks at another moment gets the authored world back, as after Play.
        const bool keeps = subject.play != nullptr && !subject.play->begun() && timeline->recording() &&
                           !timeline->by_states() && timeline->at_now() && subject.play->begin().empty();
        switch (request.kind) {
            case Kind::Seek:
                if (SeekInParts::takes_long(subject, {branch, request.tick})) {
                    drag_ = {};
                    return begin_seek(subject, {branch, request.tick});
                }
                reason = timeline->seek({branch, request.tick});
                break;
            case Kind::StepBack:
                reason = timeline->step_back();
                break;
            case Kind::StepOn:
                reason = timeline->step_on();
                break;
            case Kind::Switch:
                reason = timeline->switch_to(branch);
                break;
            default:
                reason = timeline->return_to_now();
                break;
        }
        drag_ = {};
        if (keeps && timeline->jumps() == jumps) subject.play->forget();
        if (timeline->jumps() != jumps && program_.time_jumped) program_.time_jumped();
    }
    if (!reason.empty()) refuse(reason);
}

/// What differs goes into the world of now as one step, which undo takes back. Another program's world went on while the
/// past was in view, and goes on: so its present state comes first, what it refuses does not stop the rest, and after a
/// question the difference is another one.
void RequestRunner::restore(const Subject& subject, const TimelineRequest& asked) {
    if (subject.history.log != nullptr)
        if (const std::string why = subject.history.log->why_not_now(); !why.empty()) return refuse(why);
    const ecs::TimePoint moment{asked.branch.value_or(subject.timeline->branch()), asked.tick};
    const ecs::Result<std::unique_ptr<ecs::World>> then = subject.timeline->world_at(moment);
    if (!then) return refuse(then.error());
    execute(subject, TimelineRequest{.kind = TimelineRequest::Kind::ReturnToNow});
    if (!subject.timeline->at_now()) return;
    TimelineRequest same = asked;
    same.branch = moment.branch;
    if (program_.waits_for_now && program_.waits_for_now([&] { return Request(same); })) return;
    const std::string name = asked.name.empty() ? phrase("tick {}", format_count((*then)->tick())) : asked.name;
    const ecs::WorldDiff differences = ecs::diff(subject.world, **then);
    const std::vector<std::uint32_t> chosen = without_engine(differences, subject.world, **then);
    if (chosen.empty()) return refuse(phrase("The world is as it was at {}", name));
    ecs::Result<std::vector<ecs::Edit>> edits = ecs::edits_of(differences, subject.world, **then, chosen);
    if (!edits) return refuse(edits.error());
    EditRequest request{
        .label = phrase("Restore {}", name), .edits = std::move(*edits), .ends_gesture = true, .may_be_partial = true};
    if (program_.asks_before && program_.asks_before(request, [&] { return Request(same); })) return;
    const std::uint64_t before = subject.history.state();
    perform(subject, request);
    if (subject.history.state() == before || !program_.told) return;
    const std::size_t entities = subject.history.steps()[subject.history.done() - 1].entities;
    program_.told(phrase("Restored {}: {}", name, format_count(entities, "entity", "entities")));
}

void RequestRunner::execute(const Subject& subject, const RunBackRequest& request) {
    if (subject.timeline == nullptr || !subject.timeline->recording())
        return refuse(tr("Nobody records earlier ticks here"));
    subject.transport.playing = false;
    subject.transport.until_tick.reset();
    drag_ = {};
    while (!subject.timeline->by_states() && subject.schedule.within_tick())
        subject.schedule.tick(subject.world);  // breakpoints may stop it again
    run_back_ = std::make_shared<RunBack>(subject, request);
    go_on(subject);
    // What takes no longer than this frame needs no card.
    if (run_back_ != nullptr && program_.other) {
        Request job = JobRequest{run_back_->job()};
        program_.other(job);
    }
}

void RequestRunner::begin_seek(const Subject& subject, ecs::TimePoint to) {
    seek_ = std::make_shared<SeekInParts>(subject, to);
    go_on(subject);
    if (seek_ != nullptr && program_.other) {
        Request job = JobRequest{seek_->job()};
        program_.other(job);
    }
}

void RequestRunner::tell_of_dropped_time(const Subject& subject, bool by_edit) {
    static const std::string nothing;
    const std::string& dropped = subject.timeline != nullptr ? subject.timeline->why_dropped() : nothing;
    if (dropped == dropped_told_) return;
    const bool first = dropped_told_.empty();
    dropped_told_ = dropped;
    // While the world runs, the oldest ticks go one after another.
    if (!dropped.empty() && (first || by_edit) && program_.told) program_.told(dropped);
}

void RequestRunner::go_on(const Subject& subject) {
    tell_of_dropped_time(subject, false);
    if (run_back_ != nullptr && run_back_->go_on(subject, program_)) run_back_.reset();
    std::string reason;
    if (seek_ != nullptr && (subject.timeline == nullptr || seek_->go_on(subject, program_, reason))) seek_.reset();
    if (!reason.empty()) refuse(reason);
}

void RequestRunner::stop(const Subject& subject, const TransportRequest& request) {
    if (subject.play == nullptr || !subject.play->begun()) return;
    // What was chosen to be kept is a difference of the world in view.
    if (subject.timeline != nullptr && request.kept.empty()) (void)subject.timeline->return_to_now();
    const std::string label = request.kept.size() == 1
                                  ? std::string(tr("Keep a difference"))
                                  : phrase("Keep {} differences", format_count(request.kept.size()));
    const std::string stays = ecs::left_out_text(subject.world);
    const std::vector<WentAlong> along = went_along(subject.world, subject.play->done_by_person());
    const std::string reason = ecs::stop_and_keep(
        *subject.play, subject.world, subject.schedule, subject.history, label, request.kept,
        [&](const ecs::World& authored, ecs::World& played) { keep_went_along(along, authored, played); });
    if (!reason.empty()) return refuse(reason);
    subject.selection.forget_given_back(subject.world);
    if (program_.time_jumped) program_.time_jumped();
    if (program_.stopped) program_.stopped(request.kept.size());
    if (!stays.empty() && program_.told)
        program_.told(
            phrase("{} cannot be copied: it stays as it is now, and entities that came back have a new one", stays));
}

}  // namespace panels
