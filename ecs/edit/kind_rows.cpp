// DestroyMany and RestoreRows, which are inverses of each other.
#include <algorithm>
#include <utility>
#include <vector>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_kind.hpp"
#include "ecs/edit/edit_words.hpp"

namespace ecs {

namespace {

std::string why_not(const World& world, const Schedule&, const DestroyMany& edit) {
    std::vector<bool> doomed(world.slot_count());
    std::string why;
    edit.entities.each([&](Entity entity) {
        if (!why.empty()) return;
        if (!world.alive(entity))
            why = gone(entity);
        else if (doomed[entity.index])
            why = phrase("{} would be destroyed twice", label_of(world, entity));
        else
            doomed[entity.index] = true;
    });
    return why;
}

Edit execute(World& world, Schedule&, DestroyMany& edit) {
    std::vector<Entity> all;
    std::vector<bool> listed(world.slot_count());
    all.reserve(edit.entities.size());
    edit.entities.each([&](Entity entity) {
        all.push_back(entity);
        listed[entity.index] = true;
    });
    for (std::size_t i = 0; i < all.size(); ++i)
        for (const Entity child : world.children(all[i])) {
            if (listed[child.index]) continue;
            listed[child.index] = true;
            all.push_back(child);
        }
    return RestoreRows{world.take_rows(all)};
}

std::string describe(const World& world, const DestroyMany& edit) {
    if (edit.entities.size() == 1) return phrase("Destroy {}", short_label(world, edit.entities.front()));
    return phrase("Destroy {}", count_of_entities(edit.entities.size()));
}

std::string why_not(const World& world, const Schedule&, const RestoreRows& edit) {
    const EntityIndex& index = world.entity_index();
    std::string why;
    for (const TakenRows::Group& group : edit.rows->groups) {
        for (const ComponentType* type : group.types)
            if (type->id >= world.types().size() || &world.types()[type->id] != type)
                return phrase("{} is a component of another world", type->name);
        group.entities.each([&](Entity entity) {
            if (!why.empty() || index.parked(entity)) return;
            why = world.alive(entity) ? phrase("{} exists already", label_of(world, entity))
                                      : to_string(entity) + tr(" cannot come back: its id was used again since");
        });
        if (!why.empty()) return why;
    }
    for (const TakenRows::Family& family : edit.rows->families)
        if (!world.alive(family.parent) && !index.parked(family.parent))
            return phrase("{}, the parent of {}, is gone", to_string(family.parent),
                          to_string(family.children.front()));
    return {};
}

Edit execute(World& world, Schedule&, RestoreRows& edit) {
    DestroyMany inverse{edit.rows->entities()};
    // A copy of the edit still needs the values.
    if (edit.rows.use_count() > 1) edit.rows = edit.rows->clone();
    world.put_rows_back(*edit.rows);
    return inverse;
}

std::string describe(const World&, const RestoreRows& edit) {
    return phrase("Create {}", count_of_entities(edit.rows->size()));
}

void release(World& world, const RestoreRows& edit) {
    for (const TakenRows::Group& group : edit.rows->groups)
        group.entities.each([&](Entity entity) { world.unpark(entity); });
}

}  // namespace

std::vector<EntityRecord> records_of(const World& world, const RestoreRows& edit) {
    std::vector<EntityRecord> records;
    std::vector<std::uint32_t> position;  // of a slot's record, from 1 on
    for (const TakenRows::Group& group : edit.rows->groups) {
        std::size_t row = 0;
        group.entities.each([&](Entity entity) {
            EntityRecord& record = records.emplace_back();
            record.entity = entity;
            record.kept = true;
            for (std::size_t i = 0; i < group.types.size(); ++i) {
                const ComponentType& type = *group.types[i];
                const void* const value = type.is_tag() ? nullptr : group.columns[i]->at(row);
                if (type.id == world.parent_id())
                    record.parent = static_cast<const Parent*>(value)->value;
                else if (type.is_tag())
                    record.values.emplace_back(type);
                else if (type.copyable())
                    record.values.emplace_back(type, value);
            }
            if (position.size() <= entity.index) position.resize(std::size_t{entity.index} + 1);
            position[entity.index] = static_cast<std::uint32_t>(records.size());
            ++row;
        });
    }
    // Parents before their children.
    std::vector<std::size_t> order, path;
    std::vector<bool> placed(records.size());
    order.reserve(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        path.clear();
        for (std::size_t at = i; !placed[at];) {
            placed[at] = true;
            path.push_back(at);
            const Entity parent = records[at].parent;
            if (!parent || parent.index >= position.size() || position[parent.index] == 0) break;
            at = position[parent.index] - 1;
        }
        order.insert(order.end(), path.rbegin(), path.rend());
    }
    std::vector<EntityRecord> sorted;
    sorted.reserve(records.size());
    for (const std::size_t at : order) sorted.push_back(std::move(records[at]));
    return sorted;
}

constinit const EditKind<DestroyMany> DestroyMany::kind{.name = "destroy",
                                                        .name_in_bundles = "destroy_many",
                                                        .cause = "edit: destroy",
                                                        .why_not = why_not,
                                                        .execute = execute,
                                                        .describe = describe};

constinit const EditKind<RestoreRows> RestoreRows::kind{.name = "create",
                                                        .name_in_bundles = "restore",
                                                        .cause = "edit: create",
                                                        .why_not = why_not,
                                                        .execute = execute,
                                                        .describe = describe,
                                                        .release = release};

}  // namespace ecs
