// DestroyEntity and DestroyEntities. The inverse of both is a CreateEntities.
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_kind.hpp"
#include "ecs/edit/edit_records.hpp"
#include "ecs/edit/edit_words.hpp"
#include "ecs/edit/taken_handles.hpp"

namespace ecs {

namespace {

// Moves the values of entities out of the world into records, in two steps: record_of() takes the memory, and
// move_values() moves without failing. Default values take the places of those that were moved, until the entities go.
class Removal {
public:
    explicit Removal(World& world) : world_(world) {}

    /// A record of the entity. Values that cannot be copied byte by byte are still the default.
    EntityRecord record_of(Entity entity) {
        EntityRecord record{entity, world_.parent(entity), {}, true};
        const std::span<const ComponentType* const> types = world_.archetype_of(entity).types();
        record.values.reserve(types.size());
        for (const ComponentType* type : types) {
            if (type->id == world_.parent_id()) continue;
            if (type->is_tag())
                record.values.emplace_back(*type);
            else if (type->trivial)
                record.values.emplace_back(*type, world_.get(entity, type->id));
            else
                substitutes_.push_back(Value(record.values.emplace_back(*type).type()));
        }
        return record;
    }
    /// Moves those values into the records, which must be all of record_of(), in the same order.
    void move_values(std::vector<EntityRecord>& records) noexcept {
        auto substitute = substitutes_.begin();
        for (EntityRecord& record : records) {
            for (Value& value : record.values) {
                const ComponentType& type = value.type();
                if (type.trivial || type.is_tag()) continue;
                void* present = world_.get_mut(record.entity, type.id);
                destroy_values(type, value.data(), 1);
                relocate_values(type, value.data(), present, 1);
                (substitute++)->relocate_to(present);
            }
        }
    }

private:
    World& world_;
    std::vector<Value> substitutes_;
};

std::size_t depth(const World& world, Entity entity) {
    std::size_t count = 0;
    for (Entity above = world.parent(entity); above; above = world.parent(above)) ++count;
    return count;
}

std::string why_not(const World& world, const Schedule&, const DestroyEntity& edit) {
    return world.alive(edit.entity) ? std::string() : gone(edit.entity);
}

Edit execute(World& world, Schedule&, DestroyEntity& edit) {
    CreateEntities inverse;
    Removal removal(world);
    for (const Entity entity : subtree(world, edit.entity)) inverse.entities.push_back(removal.record_of(entity));
    // From here on nothing can fail. Each entity goes after those below it.
    removal.move_values(inverse.entities);
    for (std::size_t i = inverse.entities.size(); i-- > 0;) world.destroy_and_park(inverse.entities[i].entity);
    return inverse;
}

std::string describe(const World& world, const DestroyEntity& edit) {
    return phrase("Destroy {}", short_label(world, edit.entity));
}

std::string why_not(const World& world, const Schedule&, const DestroyEntities& edit) {
    std::unordered_set<Entity> doomed;
    for (const Entity entity : edit.entities) {
        if (!world.alive(entity)) return gone(entity);
        if (!doomed.insert(entity).second) return phrase("{} would be destroyed twice", label_of(world, entity));
    }
    for (const Entity entity : edit.entities)
        for (const Entity child : world.children(entity))
            if (doomed.count(child) == 0)
                return phrase("{} has got a child since: {}", label_of(world, entity), label_of(world, child));
    return {};
}

Edit execute(World& world, Schedule& schedule, DestroyEntities& edit) {
    const TakenHandles& taken = edit.taken;
    const bool unseen = taken.system_calls == schedule.total_calls();
    std::unordered_set<Entity> not_kept(taken.lent.begin(), taken.lent.end());
    if (unseen) not_kept.insert(taken.fresh.begin(), taken.fresh.end());
    for (const TakenHandles::Displaced& each : taken.displaced)
        if (unseen || !each.was_free) not_kept.insert(each.created);

    // Parents before their children, because a system may have moved one below another since.
    std::vector<std::pair<std::size_t, Entity>> in_order;
    for (const Entity entity : edit.entities) in_order.emplace_back(depth(world, entity), entity);
    std::stable_sort(in_order.begin(), in_order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });

    CreateEntities inverse;
    inverse.entities.reserve(in_order.size());
    inverse.in_any_dead_slot = !taken.displaced.empty();
    Removal removal(world);
    for (const auto& each : in_order) {
        inverse.entities.push_back(removal.record_of(each.second));
        inverse.entities.back().kept = not_kept.count(each.second) == 0;
    }
    std::optional<std::vector<FreeRun>> free_runs;
    if (unseen) free_runs = merged_free_runs(world, taken);
    // From here on nothing can fail.
    removal.move_values(inverse.entities);
    for (auto each = in_order.rbegin(); each != in_order.rend(); ++each) world.destroy_and_park(each->second);
    if (unseen)
        take_back(world, taken, free_runs);
    else
        restore_displaced(world, taken, false);
    return inverse;
}

std::string describe(const World& world, const DestroyEntities& edit) {
    if (edit.entities.size() == 1) return phrase("Destroy {}", short_label(world, edit.entities.front()));
    return phrase("Destroy {}", count_of_entities(edit.entities.size()));
}

}  // namespace

constinit const EditKind<DestroyEntity> DestroyEntity::kind{
    .name = "destroy", .cause = "edit: destroy", .why_not = why_not, .execute = execute, .describe = describe};

constinit const EditKind<DestroyEntities> DestroyEntities::kind{.name = "destroy",
                                                                .name_in_bundles = "destroy_created",
                                                                .cause = "edit: destroy",
                                                                .why_not = why_not,
                                                                .execute = execute,
                                                                .describe = describe};

}  // namespace ecs
