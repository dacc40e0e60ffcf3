// What a played world has that the authored one has not: the comparison of both, which differences a person made, and
// which are to be kept. The authored world is made from its snapshot off this thread, and compared in slices, while the
// simulation is paused. It belongs to the Compare panel; differences are valid until the world changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ecs/base/background_task.hpp"
#include "ecs/diff/world_diff.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/play/play_session.hpp"

namespace panels {

class PlayedDifferences {
public:
    enum class State : std::uint8_t { Idle, Copying, Comparing, Done };

    /// Goes on comparing: a slice of the work. `steps`: those of the history that are in force.
    void update(const ecs::World& world, const ecs::PlaySession& play, std::span<const ecs::HistoryStep> steps);
    /// The world runs, or there is none: nothing is compared.
    void forget();

    State state() const { return state_; }
    /// Of the comparison, from 0 to 1.
    double progress() const { return comparison_ ? comparison_->progress() : 0; }
    /// Only when Done.
    const ecs::WorldDiff& found() const { return found_; }
    const ecs::World& authored() const { return *authored_; }
    /// Positions in the entries of what a person changed, in order.
    const std::vector<std::uint32_t>& by_person() const { return by_person_; }

    bool kept(std::uint32_t entry) const { return kept_[entry]; }
    void keep(std::uint32_t entry, bool keep);
    std::size_t kept_count() const { return kept_count_; }
    std::vector<std::uint32_t> all_kept() const;

private:
    void finish(const ecs::World& world, std::size_t steps_before, std::span<const ecs::HistoryStep> steps);

    State state_ = State::Idle;
    std::uint64_t version_ = 0;  // of the world that is compared
    std::uint64_t play_ = 0;     // PlaySession::number() of the authored world
    ecs::BackgroundTask<std::unique_ptr<ecs::World>> copy_;
    std::unique_ptr<ecs::World> authored_;
    std::optional<ecs::WorldComparison> comparison_;
    ecs::WorldDiff found_;
    std::vector<std::uint32_t> by_person_;
    std::vector<bool> kept_;
    std::size_t kept_count_ = 0;
};

/// What a difference was in one of the two worlds, for a person: a value, a name, "–" for nothing.
std::string text_of_difference(const ecs::WorldDiff& diff, const ecs::DiffEntry& entry, const ecs::World& world,
                               bool after);

}  // namespace panels
