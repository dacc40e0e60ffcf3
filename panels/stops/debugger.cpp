#include "panels/stops/debugger.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "ecs/breakpoints/hit_value.hpp"
#include "ecs/mirror/mirror.hpp"
#include "ecs/types/number_kinds.hpp"
#include "figures/drawing/value_text.hpp"
#include "panels/base/language.hpp"
#include "panels/base/owner_clock.hpp"
#include "panels/watch/watches.hpp"
#include "panels/widgets/number_kinds.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

void Debugger::start(ecs::World& world, ecs::Schedule& schedule, ecs::History& history, const Watches& watches) {
    stop();
    history_ = &history;
    schedule_ = &schedule;
    history_seen_ = history.state();
    done_seen_ = history.done();
    steps_ = std::make_unique<ecs::SystemSteps>(world, schedule);
    breakpoints_.set_watches(&watches);
    breakpoints_.attach(world, schedule);
}

void Debugger::follow(const ecs::Mirror* mirror) {
    if (std::exchange(mirror_, mirror) != mirror) {
        list_seen_ = 0;
        if (mirror != nullptr) run_seen_ = mirror->run();
    }
    if (mirror == nullptr) breakpoints_.set_checked_elsewhere(false);
    breakpoints_.set_updated_by(mirror == nullptr ? std::string() : mirror->owner().name());
}

void Debugger::stop() {
    breakpoints_.detach();
    breakpoints_.set_watches(nullptr);
    steps_.reset();
    stepped_to_.reset();
    go_on();
    fresh_ = false;
    history_ = nullptr;
    schedule_ = nullptr;
    last_step_.clear();
    follow(nullptr);
}

/// What the last step of the history did.
std::string Debugger::last_step(std::size_t done_before) const {
    const std::span<const ecs::HistoryStep> steps = history_->steps();
    const std::size_t done = history_->done();
    if (done < done_before && done < steps.size()) return phrase("undoing {}", steps[done].label);
    return done > 0 ? steps[done - 1].label : std::string();
}

void Debugger::look() {
    if (history_ == nullptr) return;
    const std::size_t done_before = std::exchange(done_seen_, history_->done());
    const bool edited = std::exchange(history_seen_, history_->state()) != history_->state();
    if (edited) last_step_ = last_step(done_before);
    if (edited && breakpoints_.armed()) breakpoints_.look_at_edit(ecs::WriterKind::ByStep, last_step_);
    ecs::OwnerBreakpoints* const owner = mirror_ == nullptr ? nullptr : mirror_->breakpoints();
    breakpoints_.set_checked_elsewhere(owner != nullptr);
    if (owner != nullptr) look_elsewhere(*owner);
    look_at_expected_step();
    if (mirror_ != nullptr) {
        // What holds when another program comes is no news.
        const bool other_run = std::exchange(run_seen_, mirror_->run()) != mirror_->run();
        if (!other_run)
            breakpoints_.look_at_update();
        else if (owner == nullptr)  // its program knows by itself, and may have stopped already
            breakpoints_.rebase();
    }
    if (stopped_ && schedule_->total_calls() != stopped_at_calls_) go_on();
    // What an edit made true is news until the next edit.
    if (stopped_ && stopped_->writer == ecs::WriterKind::ByStep && history_->state() != stopped_at_state_) go_on();
    if (std::optional<ecs::BreakpointHit> hit = breakpoints_.take_stop()) {
        go_on();
        stopped_ = std::move(hit);
        stopped_at_calls_ = schedule_->total_calls();
        stopped_at_state_ = history_->state();
        if (owner != nullptr && mirror_->owner().clock() != nullptr) stopped_there_ = *mirror_->owner().clock();
        fresh_ = true;
    }
}

/// The program goes on by itself when the connection is lost.
void Debugger::look_elsewhere(ecs::OwnerBreakpoints& owner) {
    const ecs::OwnerClock* const clock = mirror_->owner().clock();
    const bool stands = clock != nullptr && mirror_->lost().empty() && clock->paused;
    if (stopped_there_ &&
        (!stands || clock->tick != stopped_there_->tick || clock->next_system != stopped_there_->next_system))
        go_on();
    for (const ecs::BreakpointNews& news : owner.take_news()) breakpoints_.tell(news);
    if (std::optional<ecs::BreakpointHit> hit = owner.take_stop()) {
        if (hit->writer == ecs::WriterKind::ByStep) hit->writer_name = last_step_;
        breakpoints_.tell(std::move(*hit));
    }
    if (std::exchange(list_seen_, breakpoints_.revision()) != breakpoints_.revision())
        owner.want(breakpoints_.wanted());
}

void Debugger::go_on() {
    stopped_.reset();
    stopped_there_.reset();
}

void Debugger::time_jumped() {
    breakpoints_.rebase();
    if (steps_) steps_->forget();
    stepped_to_.reset();
    if (!stopped_there_) go_on();  // the program stands there, whatever moment is in view
    fresh_ = false;
    if (history_ == nullptr) return;
    history_seen_ = history_->state();
    done_seen_ = history_->done();
}

bool Debugger::take_fresh() { return std::exchange(fresh_, false); }

void Debugger::step_system() {
    if (steps_) steps_->step(history_->state());
}

void Debugger::expect_step() {
    const ecs::OwnerClock* const clock = mirror_ == nullptr ? nullptr : mirror_->owner().clock();
    const ecs::System* const next = schedule_ == nullptr ? nullptr : schedule_->next_system();
    if (!steps_ || clock == nullptr || next == nullptr) return;
    // Of a program that runs, what the step begins with is not known.
    if (!clock->paused || mirror_->still_to_come() > 0) return steps_->expect_no_more();
    if (!steps_->expects()) {
        stepped_to_.reset();
        stepped_from_ = *clock;
        stepped_from_state_ = history_->state();
    }
    steps_->expect(next->description.name);
}

/// An edit meanwhile, a program that goes on or is gone: what the system changed cannot be told apart.
void Debugger::look_at_expected_step() {
    if (!steps_->expects() && !stepped_to_) return;
    const ecs::OwnerClock* const clock = mirror_ == nullptr ? nullptr : mirror_->owner().clock();
    if (clock == nullptr || !clock->paused || !mirror_->lost().empty() || history_->state() != stepped_from_state_) {
        stepped_to_.reset();
        return steps_->expect_no_more();
    }
    if (steps_->expects()) {
        if (*clock == *stepped_from_) return;
        steps_->expected_ran();
        stepped_to_ = *clock;
    } else if (*clock == *stepped_to_) {
        steps_->is_still_present();  // some owners say all values with each update
    } else {
        stepped_to_.reset();
    }
}

std::string Debugger::why_not_back() const {
    if (!steps_) return tr("No world is open");
    if (mirror_ != nullptr) return tr("The program runs its systems itself, and cannot run them back");
    return steps_->why_not_back(history_->state());
}

bool Debugger::back_needs_timeline() const {
    return steps_ != nullptr && history_->log != nullptr && steps_->back_leaves_tick();
}

std::string Debugger::back_system(const ecs::SystemSteps::GoTo& go) {
    if (std::string why = why_not_back(); !why.empty()) return why;
    const bool by_timeline = back_needs_timeline();
    if (by_timeline && !go) return tr("It ran in an earlier tick, which the timeline brings back");
    std::string problem = steps_->back(history_->state(), by_timeline ? go : ecs::SystemSteps::GoTo());
    breakpoints_.rebase();
    go_on();
    fresh_ = false;
    history_seen_ = history_->state();
    done_seen_ = history_->done();
    return problem;
}

bool view_stands_still(const Context& context) {
    return runs_elsewhere(context) && context.debugger != nullptr && context.debugger->stopped() != nullptr &&
           !context.debugger->stopped_elsewhere();
}

// Blanks are alike in the language, so a text stays on its line.
std::string Debugger::save() const {
    std::string line;
    for (const ecs::Breakpoint& each : breakpoints_.all()) {
        std::string text = each.text;
        std::replace_if(
            text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
        line += (line.empty() ? "" : "\t") + std::string(each.enabled ? "+" : "-") + text;
    }
    return line;
}

void Debugger::load(std::string_view text) {
    breakpoints_.clear();
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\t'), text.size());
        const std::string_view one = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (one.size() < 2 || (one.front() != '+' && one.front() != '-')) continue;
        (void)breakpoints_.add(std::string(one.substr(1)), one.front() == '+');
    }
}

namespace {

/// In full, where what people usually read of two values is the same. Empty: these are no numbers.
std::string all_digits(const ecs::BreakpointHit& hit, const ecs::Value& value) {
    const ecs::FieldKind kind = shown_field(hit).kind;
    const auto* const data = static_cast<const std::byte*>(data_of_hit(hit, value));
    const std::size_t floats = ecs::float_count(kind);
    if (floats == 0) return kind < ecs::FieldKind::Enum ? with_minus(ecs::number_text(kind, data)) : std::string();
    std::string text;
    for (std::size_t i = 0; i < floats; ++i)
        text += (i == 0 ? "" : ", ") + ecs::number_text(ecs::FieldKind::F32, data + i * sizeof(float));
    return with_minus(text);
}

}  // namespace

std::string value_of_hit(const ecs::World& world, const ecs::BreakpointHit& hit, bool after) {
    const ecs::Value& value = after ? hit.after : hit.before;
    if (!value) return "–";
    if (hit.shown == nullptr) return figures::component_text(world, value.type(), value.data());
    const auto text = [&](const ecs::Value& each) {
        return with_minus(figures::field_text(world, shown_field(hit), data_of_hit(hit, each)));
    };
    std::string shown = text(value);
    if (hit.same || !hit.before || !hit.after || text(after ? hit.before : hit.after) != shown) return shown;
    std::string full = all_digits(hit, value);
    return full.empty() ? shown : full;
}

std::string what_happened(const ecs::World& world, const ecs::BreakpointHit& hit) {
    if (!hit.entity) return {};
    std::string text = world.alive(hit.entity) || hit.entity_name.empty()
                           ? figures::name_or_id(world, hit.entity)
                           : phrase("{} ({}, gone)", one_line(hit.entity_name, 64), ecs::to_string(hit.entity));
    if (!hit.field.empty() && hit.same)
        text = phrase("{}, whose {} is {} as before", text, hit.field, value_of_hit(world, hit, true));
    else if (!hit.field.empty())
        text = phrase("{} of {}: {} → {}", hit.field, text, value_of_hit(world, hit, false),
                      value_of_hit(world, hit, true));
    if (hit.more > 0) text += " " + phrase("and {} more", format_count(hit.more));
    return text;
}

std::string stop_text(const ecs::World& world, const ecs::BreakpointHit& hit) {
    if (hit.kind == ecs::BreakpointKind::System)
        return phrase(hit.ran_on ? tr("Stopped at the end of a tick in which {} ran") : tr("Stopped before {}"),
                      hit.writer_name);
    const std::string what = what_happened(world, hit);
    if (hit.ran_on && !hit.writer_name.empty())
        return phrase("Stopped at the end of the tick in which {} did this: {}", hit.writer_name, what);
    if (hit.writer == ecs::WriterKind::Direct && !hit.writer_name.empty())
        return phrase("Stopped at an update of {}: {}", hit.writer_name, what);
    if (hit.writer_name.empty()) return phrase("Stopped after a direct call: {}", what);
    return phrase("Stopped after {}: {}", hit.writer_name, what);
}

std::string stop_message(const ecs::World& world, const Debugger& debugger, const ecs::BreakpointHit& hit) {
    const ecs::Breakpoint* const breakpoint = debugger.breakpoints().find(hit.breakpoint);
    const std::string text = stop_text(world, hit);
    return breakpoint == nullptr ? text : phrase("{} (breakpoint {})", text, one_line(breakpoint->text, 64));
}

std::string text_for_change(ecs::Entity entity, const std::string& value) {
    return "on change " + value + " where #" + ecs::to_string(entity);
}
std::string text_for_destroyed(ecs::Entity entity) { return "on destroyed(#" + ecs::to_string(entity) + ")"; }
std::string text_for_system(std::string_view system) {
    std::string text = "on system \"";
    for (const char c : system) (text += c == '"' || c == '\\' ? "\\" : "") += c;
    return text + '"';
}

}  // namespace panels
