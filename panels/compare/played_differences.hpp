// Which differences of a played world are a person's own doing, and not that of its systems.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ecs/diff/world_diff.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/play/play_session.hpp"

namespace panels {

/// Numbers of a field that a person did not mean: they moved something above the entity, and the entity went along.
/// Systems may have written them as well.
struct WentAlong {
    ecs::Entity entity;
    ecs::ComponentId component = ecs::no_component;
    std::uint32_t field = 0;
    std::vector<float> first, last;  // before and after these steps
    std::vector<float> by;           // how far it went in them
    bool moved_only = true;          // just as far as what is above it: not turned or scaled with it
};

/// Of steps that are in force, in order of entity, component and field.
std::vector<WentAlong> went_along(const ecs::World& world, std::span<const ecs::HistoryStep> steps);

/// Whether nobody else changed it: then its present value is what the person made of it.
bool is_alone(const WentAlong& along, const ecs::World& authored, const ecs::World& played);
/// What is kept of it: where it was authored, moved by as much. Nothing when it is alone, when it came back to
/// where it was, and when it was turned or scaled.
std::optional<ecs::Value> value_kept(const WentAlong& along, const ecs::World& authored, const ecs::World& played);
/// Writes all of these values into the played world.
void keep_went_along(std::span<const WentAlong> all, const ecs::World& authored, ecs::World& played);

/// Positions in WorldDiff::entries of what a person's steps touched while the world was played, in order, also those
/// that they took back. `found` compares the authored world with `world`. What went along only and systems wrote, too,
/// is among them only if value_kept() knows the person's part.
std::vector<std::uint32_t> entries_by_person(const ecs::World& authored, const ecs::World& world,
                                             const ecs::WorldDiff& found, const ecs::PlaySession& play,
                                             std::span<const WentAlong> along);
/// Null when the entry is not about one of them.
const WentAlong* find_went_along(std::span<const WentAlong> all, const ecs::WorldDiff& found,
                                 const ecs::DiffEntry& entry);

}  // namespace panels
