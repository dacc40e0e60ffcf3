// The world in view beside another one: which entities, components and fields differ, and which of these differences a
// person chose. The other world is made off this thread, and both are compared in slices, again whenever the world in
// view changed. It belongs to the Compare panel; differences are of that world as it was when they were found.
//
//     Idle ──begin()──► Making ──► Comparing ──► Done      the world in view changes: back to Comparing
//                          └─────► Failed, with problem()     renew(): stays Done until the next other world is made
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "ecs/base/background_task.hpp"
#include "ecs/base/result.hpp"
#include "ecs/diff/strangers.hpp"

namespace panels {

class ComparedWorlds {
public:
    enum class State : std::uint8_t { Idle, Making, Comparing, Done, Failed };
    /// Which of the two counts as the world before.
    enum class Before : std::uint8_t { Other, InView };
    /// Runs on another thread. The error is for a person.
    using Make = std::function<ecs::Result<std::unique_ptr<ecs::World>>(ecs::Progress&)>;

    /// Compares with the world that `make` makes.
    void begin(Make make, Before before, ecs::Makers makers = ecs::Makers::One);
    /// Makes another world to compare with; what was found is there until then. Only when done().
    void renew(Make make);
    void forget();
    /// Goes on with a slice of the work. True when the differences were found just now: none is chosen yet. With
    /// `keeps_choice`, nothing is compared again while something is chosen: it would be lost.
    bool update(const ecs::World& in_view, bool keeps_choice);

    State state() const { return state_; }
    bool done() const { return state_ == State::Done; }
    /// Whether another world is being made, while the former one is shown.
    bool renewing() const { return renewing_; }
    /// Whether the world in view changed since the differences were found.
    bool is_older_than(const ecs::World& in_view) const { return version_ != in_view.version(); }
    /// Why there is no other world; of Failed.
    const std::string& problem() const { return problem_; }
    /// Of the comparison, from 0 to 1.
    double progress() const { return comparison_ ? comparison_->progress() : 0; }
    /// Only when Done.
    const ecs::WorldDiff& found() const { return found_; }
    const ecs::World& other() const { return *other_; }
    /// Handles that are two entities: one here and another one there.
    const std::unordered_set<ecs::Entity>& strangers() const { return strangers_; }

    bool chosen(std::uint32_t entry) const { return chosen_[entry]; }
    void choose(std::uint32_t entry, bool choose);
    void choose_all(bool choose);
    std::size_t chosen_count() const { return chosen_count_; }
    std::vector<std::uint32_t> all_chosen() const;

private:
    State state_ = State::Idle;
    Before before_ = Before::Other;
    ecs::Makers makers_ = ecs::Makers::One;
    void compare_with(const ecs::World& in_view);

    bool renewing_ = false;
    std::uint64_t version_ = 0;  // of the world in view that is compared
    ecs::BackgroundTask<ecs::Result<std::unique_ptr<ecs::World>>> making_;
    std::unique_ptr<ecs::World> other_;
    std::optional<ecs::PairedComparison> comparison_;
    ecs::WorldDiff found_;
    std::unordered_set<ecs::Entity> strangers_;
    std::vector<bool> chosen_;
    std::size_t chosen_count_ = 0;
    std::string problem_;
};

/// What a difference is in one of the two worlds, for a person: a value, a name, "–" for nothing. `after`: whether
/// `world` is the world after.
std::string text_of_difference(const ecs::WorldDiff& diff, const ecs::DiffEntry& entry, const ecs::World& world,
                               bool after);

}  // namespace panels
