#include "ecs/play/play_session.hpp"

#include "ecs/diff/diff_edits.hpp"
#include "ecs/play/stop_and_keep.hpp"

namespace ecs {

std::string PlaySession::begin() {
    if (begun()) return {};
    Result<Snapshot> snapshot = snapshots_.take();
    problem_ = snapshot ? std::string() : snapshot.error();
    if (!snapshot) return problem_;
    authored_ = std::move(*snapshot);
    random_ = schedule_.random;
    enabled_.clear();
    created_.clear();
    for (const System* system : schedule_.systems()) {
        enabled_.emplace_back(system->description.name, system->enabled);
        if (system->created) created_.push_back(system->description.name);
    }
    types_ = world_.types().labels();
    history_.note_state();
    steps_before_ = history_.done();
    ++number_;
    return {};
}

std::string PlaySession::stop() {
    if (!begun()) return {};
    if (schedule_.within_tick()) schedule_.tick(world_);
    schedule_.shut_down(world_, created_);
    // Steps give back the handles that they held before the world gets its handles back.
    history_.return_to_noted();
    const Result<std::size_t> restored = snapshots_.restore(authored_);
    if (!restored) return restored.error();
    schedule_.random = random_;
    if (world_.types().retirements() != 0 || world_.types().size() != types_.size()) {
        world_.types().restore(types_);
        schedule_.bind_anew(world_);
    }
    for (const auto& [name, enabled] : enabled_) schedule_.set_enabled(name, enabled);
    if (history_.log != nullptr) history_.log->world_replaced();
    if (saved_as_played_) history_.mark_unsaved();
    forget();
    return {};
}

std::string PlaySession::stop_and_keep(std::string label, std::span<const std::uint32_t> kept) {
    return ecs::stop_and_keep(*this, world_, schedule_, history_, std::move(label), kept, {});
}

std::string stop_and_keep(PlaySession& play, World& world, Schedule& schedule, History& history, std::string label,
                          std::span<const std::uint32_t> kept, const AdjustPlayed& adjust) {
    if (!play.begun() || kept.empty()) return play.stop();
    if (schedule.within_tick()) schedule.tick(world);
    Snapshots snapshots(world);
    const Result<Snapshot> now = snapshots.take();
    if (!now) return now.error();
    // Of the same content as the two worlds that a person saw compared, so differences have the same positions.
    const std::unique_ptr<World> played = now->make_world();
    if (std::string why = play.stop(); !why.empty()) return why;
    const WorldDiff differences = diff(world, *played);
    if (adjust) adjust(world, *played);
    Result<std::vector<Edit>> edits = edits_of(differences, world, *played, kept);
    if (!edits) return edits.error();
    std::string why = history.perform({std::move(label), std::move(*edits)});
    history.seal();
    return why;
}

void PlaySession::go_on() {
    if (begun() && !saved_as_played_) history_.mark_unsaved();
    forget();
}

void PlaySession::forget() {
    authored_ = {};
    history_.forget_noted();
    saved_as_played_ = false;
    snapshots_.trim();
}

}  // namespace ecs
