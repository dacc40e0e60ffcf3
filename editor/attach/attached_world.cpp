#include "editor/attach/attached_world.hpp"

#include <chrono>
#include <optional>
#include <utility>
#include <variant>

#include "ecs/edit/edit_facts.hpp"
#include "editor/base/language.hpp"
#include "editor/base/text_format.hpp"
#include "remote/kinds/owner_kinds.hpp"

namespace editor {

AttachedWorld::AttachedWorld(std::unique_ptr<remote::RemoteOwner> owner, ecs::World& world, ecs::Schedule& schedule,
                             ecs::History& history, ecs::Timeline& timeline)
    : owner_(std::move(owner)), history_(history), timeline_(timeline), mirror_(*owner_, world) {
    owner_->know(&mirror_);
    mirror_.follow(history);
    mirror_.show_systems(schedule);
    writes_.attach(world, schedule, &history);
}

AttachedWorld::~AttachedWorld() {
    writes_.detach();
    timeline_.stop();
    owner_->know(nullptr);
}

bool AttachedWorld::update() {
    owner_->keep_moments(false);
    std::optional<std::size_t> moments = owner_->moments();
    if (!moments) {
        const bool seen = update_once();
        return tell_connection() || seen;
    }
    // After a while in the past there are many.
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds longest(50);
    const Clock::time_point begin = Clock::now();
    // Each moment is an update of its own: for plots and watches, and because what one of them destroys may come back
    // in the next one.
    bool seen = check();
    for (; moments.value_or(0) > 0 && Clock::now() - begin < longest; moments = owner_->moments())
        seen = update_once() || seen;
    return check() || seen;
}

void AttachedWorld::record_writes(ecs::Entity entity) {
    std::erase(recorded_, entity);
    recorded_.push_back(entity);
    if (recorded_.size() > ecs::FieldRecorder::most_entities) recorded_.erase(recorded_.begin());
    writes_.choose_entities(recorded_);
    take_writes();
}

void AttachedWorld::take_writes() {
    if (ecs::OwnerWrites* const told = recorded_.empty() ? nullptr : mirror_.writes()) writes_.look_now(*told);
}

bool AttachedWorld::update_once() {
    const std::size_t waited = mirror_.unanswered();
    const auto clock = [&] { return owner_->clock() != nullptr ? *owner_->clock() : ecs::OwnerClock(); };
    const ecs::OwnerClock clock_before = clock();
    const ecs::Mirror::News& news = mirror_.update();
    take_writes();
    bool seen = news.created + news.destroyed + news.changed + news.written > 0 || !news.messages.empty() ||
                news.put_right || news.new_run || mirror_.unanswered() != waited || clock() != clock_before;
    for (const std::string& each : news.messages) messages_.push_back({each});
    if (const std::string why = owner_->why_not(ecs::OwnerAbility::SetValue);
        arrived_ && lost().empty() && std::exchange(why_not_change_, why) != why)
        messages_.push_back(why.empty() ? Message{tr("This editor controls the program now"), true}
                                        : Message{phrase("This editor does not control the program now: {}", why)});
    const ecs::OwnerWorlds* const worlds = owner_->worlds();
    const std::string world = worlds == nullptr ? std::string() : worlds->names[worlds->shown];
    const bool other_world = std::exchange(world_, world) != world && arrived_;
    if (news.new_run && other_world)
        messages_.push_back({phrase("The program shows {} now: what was edited before is not undone any more",
                                    world.empty() ? tr("its only world") : world),
                             true});
    else if (news.new_run)
        messages_.push_back(
            {phrase("{} answers again, and may be another program now: what was edited before is not undone any more",
                    owner_->name()),
             false, true});
    told_new_run_ = told_new_run_ || (news.new_run && !other_world);
    if (!lost().empty()) return seen;
    const bool first = !std::exchange(arrived_, true);
    if (first) {
        why_not_change_ = owner_->why_not(ecs::OwnerAbility::SetValue);
        told_lost_.clear();  // it has not answered before, so it does not answer again
    }
    if (!whole_ && mirror_.still_to_come() == 0) {
        whole_ = true;
        timeline_.start(nullptr, {.by_states = true});
    }
    note_edit();
    return mark_log() || first || seen;
}

/// A paused program has no tick whose end would tell the record of an edit. What the program may still refuse waits.
void AttachedWorld::note_edit() {
    const ecs::OwnerClock* const clock = owner_->clock();
    if (!whole_ || clock == nullptr || !clock->paused || mirror_.unanswered() > 0) return;
    if (std::exchange(noted_state_, history_.state()) != history_.state()) timeline_.tick_ended(mirror_.world());
}

bool AttachedWorld::mark_log() {
    const probe::LogLines log = owner_->take_log();
    for (const probe::LogLine& line : log.lines) {
        timeline_.mark(ecs::MarkKind::Log, line.text, line.tick);
        if (on_log_line) on_log_line(line.text);
    }
    if (log.left_out > 0)
        timeline_.mark(ecs::MarkKind::Log, phrase("{} more lines were left out", with_commas(log.left_out)));
    return !log.lines.empty() || log.left_out > 0;
}

bool AttachedWorld::is_now() {
    if (!was_away_) return true;
    // The first picture of a program that is asked may have begun before.
    const std::optional<std::size_t> moments = owner_->moments();
    was_away_ = moments ? *moments > 0 : timeline_.last_tick() < away_until_ + 2;
    return !was_away_;
}

bool AttachedWorld::check() {
    owner_->keep_moments(!timeline_.at_now());
    if (!timeline_.at_now()) {
        was_away_ = true;
        away_until_ = timeline_.last_tick();
    }
    mirror_.check();
    note_edit();
    return tell_connection();
}

bool AttachedWorld::tell_connection() {
    const bool told_new_run = std::exchange(told_new_run_, false);
    if (lost() == told_lost_) return false;
    if (arrived_ && told_lost_.empty())
        messages_.push_back({phrase("{}. What was seen last stays, and it is tried again", lost()), false, false});
    // Who was told of another program knows that it answers.
    if (arrived_ && lost().empty() && !told_new_run)
        messages_.push_back({phrase("{} answers again", owner_->name()), true, true});
    told_lost_ = lost();
    return true;
}

std::string AttachedWorld::kind() const {
    const std::string name = owner_->name();
    return name.substr(0, name.find(' '));
}

bool AttachedWorld::y_grows_up() const {
    const remote::OwnerKind* const kind = remote::owner_kind_of(owner_->name());
    return kind != nullptr && kind->y_grows_up;
}

bool AttachedWorld::destroys(const ecs::Edit& edit) {
    return std::holds_alternative<ecs::DestroyEntity>(edit) || std::holds_alternative<ecs::DestroyEntities>(edit) ||
           std::holds_alternative<ecs::DestroyMany>(edit);
}

std::string AttachedWorld::lost_by(const std::vector<ecs::Edit>& edits) const {
    if (losses_accepted_) return {};
    std::vector<ecs::Entity> open;
    for (const ecs::Edit& edit : edits)
        if (destroys(edit)) ecs::append_entities(edit, open);
    // What is below an entity goes with it.
    while (!open.empty()) {
        const ecs::Entity entity = open.back();
        open.pop_back();
        if (!mirror_.world().alive(entity)) continue;
        if (std::string lost = owner_->lost_by_destroying(mirror_.key_of(entity)); !lost.empty()) return lost;
        const auto children = mirror_.world().children(entity);
        open.insert(open.end(), children.begin(), children.end());
    }
    return {};
}

std::string AttachedWorld::title() const { return phrase("{} at {}", owner_->name(), owner_->address()); }

}  // namespace editor
