// The values of the rows that a change moved. The journal keeps places and bytes only, so they are read from the world
// right after the change, while it holds them: what another change or a system wrote since is not shown as if it had
// been there. A panel that looks once a frame knows those of the last change before each look.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "ecs/operation.hpp"

namespace panels {

/// Of a row that takes part, as it was when the change had been made.
struct MovedValue {
    ecs::Entity entity;
    ecs::ComponentId component = ecs::no_component;
    std::string text;  // empty when not known
    bool known = false;
};

/// Of all columns with bytes that the rows have after the change. `operation` must be the last one of its world.
std::vector<MovedValue> values_after(const ecs::World& world, const ecs::Operation& operation);

class MoveValues {
public:
    static constexpr std::size_t most_kept = 200;  // changes

    /// Takes down the values of the last change of the journal, if it is a new one. Once a frame.
    void look(const ecs::World& world, const ecs::Journal& journal);
    void clear();

    /// Null when the change was not the last one at any look. Valid until the next look.
    const std::vector<MovedValue>* of(const ecs::Operation& operation) const;

private:
    std::map<std::uint64_t, std::vector<MovedValue>> kept_;  // by the number of the first change
    std::uint64_t seen_total_ = 0;
};

bool any_known(const std::vector<MovedValue>* values);
/// What is known of the values, and why not more, for people.
std::string about_values(const ecs::World& world, const ecs::Operation& operation,
                         const std::vector<MovedValue>* values);
const MovedValue* find_value(std::span<const MovedValue> values, ecs::Entity entity, ecs::ComponentId component);

}  // namespace panels
