#include "ecs/diff/world_diff.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "ecs/diff/entity_comparer.hpp"

namespace ecs {

namespace {

// From `slot` on; a slot that no world has when there is none.
std::size_t next_used(const World& world, std::size_t slot) {
    const std::size_t used = world.entity_index().next_used(slot);
    return used < world.slot_count() ? used : std::numeric_limits<std::size_t>::max();
}

}  // namespace

struct WorldComparison::State {
    State(const World& old_world, const World& new_world, std::unordered_set<Entity> two)
        : before(old_world), after(new_world), comparer(old_world, new_world), strangers(std::move(two)) {
        if (!strangers.empty()) comparer.elsewhere = &strangers;
        found.types = comparer.types();
        end = std::max(before.slot_count(), after.slot_count());
    }

    void compare_slot(std::size_t slot) {
        const Entity old_entity = before.entity_at_slot(slot), new_entity = after.entity_at_slot(slot);
        if (old_entity && old_entity == new_entity && strangers.count(old_entity) == 0) {
            const std::size_t known = found.entries.size();
            comparer.compare(old_entity, found.entries);
            found.changed += found.entries.size() > known;
            return;
        }
        if (old_entity) {
            found.entries.push_back({old_entity, DiffKind::EntityRemoved});
            ++found.removed;
        }
        if (new_entity) {
            found.entries.push_back({new_entity, DiffKind::EntityAdded});
            ++found.added;
        }
    }

    const World& before;
    const World& after;
    EntityComparer comparer;
    std::unordered_set<Entity> strangers;
    WorldDiff found;
    std::size_t next = 1, end = 1;
};

WorldComparison::WorldComparison(const World& before, const World& after, std::unordered_set<Entity> strangers)
    : state_(std::make_unique<State>(before, after, std::move(strangers))) {}
WorldComparison::~WorldComparison() = default;
WorldComparison::WorldComparison(WorldComparison&&) noexcept = default;
WorldComparison& WorldComparison::operator=(WorldComparison&&) noexcept = default;

bool WorldComparison::go_on(std::size_t slots) {
    State& state = *state_;
    for (; slots > 0 && state.next < state.end; --slots) {
        state.compare_slot(state.next);
        // A file with one entity in the last slot has millions of unused ones before it.
        ++state.next;
        state.next = std::min(next_used(state.before, state.next), next_used(state.after, state.next));
    }
    return finished();
}

bool WorldComparison::finished() const { return state_->next >= state_->end; }

double WorldComparison::progress() const {
    return finished() ? 1.0 : static_cast<double>(state_->next) / static_cast<double>(state_->end);
}

const WorldDiff& WorldComparison::found() const { return state_->found; }
WorldDiff WorldComparison::take() { return std::move(state_->found); }

WorldDiff diff(const World& before, const World& after) {
    WorldComparison comparison(before, after);
    comparison.go_on(std::numeric_limits<std::size_t>::max());
    return comparison.take();
}

std::string path_of(const WorldDiff& diff, const World& before, const DiffEntry& entry) {
    switch (entry.kind) {
        case DiffKind::EntityAdded:
        case DiffKind::EntityRemoved:
            return {};
        case DiffKind::NameChanged:
            return "name";
        case DiffKind::ParentChanged:
            return "parent";
        case DiffKind::ComponentAdded:
        case DiffKind::ComponentRemoved:
            return diff.types[entry.type].name;
        case DiffKind::FieldChanged:
            break;
    }
    const DiffType& type = diff.types[entry.type];
    const ComponentType& described = before.types()[type.before];
    if (entry.field == DiffEntry::whole_value || described.opaque_json) return type.name;
    return type.name + "." + described.fields[type.fields[entry.field].before].name;
}

}  // namespace ecs
