// Two entities under one handle: two people made one world go on, and each created an entity of their own, to which
// both worlds gave the same handle. If the world from which both came is known, a new handle that differs is two
// entities, as in a merge (merge.hpp). Without that world, names and values decide.
//
//     ecs::PairedComparison comparison(before, after, ecs::Makers::Two);
//     while (!comparison.go_on(512)) draw_a_frame();
//     ecs::WorldDiff found = comparison.take();   // the two are one that was removed and one that was added
#pragma once

#include <cstdint>
#include <unordered_set>
#include <utility>

#include "ecs/diff/world_diff.hpp"

namespace ecs {

/// Handles in use in both worlds that mean two entities, as far as can be told: another name and another value, or not
/// one component in common; and a slot that was used again, or that lies behind all that are the same in both worlds,
/// since worlds hand out new slots in rising order. `found` is the whole difference by handle.
std::unordered_set<Entity> strangers_in(const WorldDiff& found, const World& before, const World& after);

/// Whether both worlds went on from a third one in hands of their own, so that one handle may mean two entities.
enum class Makers : std::uint8_t { One, Two };

/// A WorldComparison that tells such entities apart. Neither world may change meanwhile.
class PairedComparison {
public:
    /// `base`: the world from which two makers went on; null: nobody knows it.
    PairedComparison(const World& before, const World& after, Makers makers, const World* base = nullptr);

    /// Compares the entities in the next `slots` slots. True when all is known.
    bool go_on(std::size_t slots);
    /// From 0 to 1; it may begin again.
    double progress() const { return paired_ ? 1 : comparison_.progress(); }
    /// When all is known.
    WorldDiff take() { return std::move(found_); }
    /// Handles that are two entities: one before and another one after.
    const std::unordered_set<Entity>& strangers() const { return strangers_; }

private:
    std::unordered_set<Entity> more_strangers() const;

    const World* before_;
    const World* after_;
    const World* base_;
    Makers makers_;
    WorldComparison comparison_;
    bool paired_ = false;
    WorldDiff found_;
    std::unordered_set<Entity> strangers_;
};

}  // namespace ecs
