// AddToMany and RemoveFromMany, which are inverses of each other.
#include <utility>
#include <vector>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_kind.hpp"
#include "ecs/edit/edit_words.hpp"

namespace ecs {

namespace {

/// The first reason that `why` has for one of them, or that one is listed twice.
template <class Why>
std::string why_not_all(const World& world, const EntityRuns& entities, const Why& why) {
    std::vector<bool> listed(world.slot_count());
    std::string reason;
    entities.each([&](Entity entity) {
        if (!reason.empty()) return;
        if (!world.alive(entity))
            reason = gone(entity);
        else if (listed[entity.index])
            reason = phrase("{} is listed twice", label_of(world, entity));
        else
            reason = why(entity);
        if (reason.empty()) listed[entity.index] = true;
    });
    return reason;
}

/// `count` values, each a copy of one of `from`, which has as many or only one.
std::shared_ptr<TakenRows::Column> copied_column(const TakenRows::Column& from, std::size_t count) {
    auto column = std::make_shared<TakenRows::Column>(from.type(), count);
    if (from.count() == count) {
        copy_values(from.type(), column->at(0), from.at(0), count);
        column->set_count(count);
        return column;
    }
    for (std::size_t i = 0; i < count; ++i) {
        copy_values(from.type(), column->at(i), from.at(0), 1);
        column->set_count(i + 1);
    }
    return column;
}

std::string why_not(const World& world, const Schedule&, const AddToMany& edit) {
    if (!edit.values) return tr("no value was given");
    const ComponentType& type = edit.type();
    if (type.id >= world.types().size() || &world.types()[type.id] != &type)
        return phrase("{} is a component of another world", type.name);
    if (type.id == world.parent_id())
        return tr("the parent of an entity changes when it is moved below another entity");
    if (edit.values->count() != 1 && edit.values->count() != edit.entities.size())
        return tr("there must be one value for each entity");
    return why_not_all(world, edit.entities, [&](Entity entity) {
        return world.has(entity, type.id) ? phrase("{} already has {}", label_of(world, entity), type.name)
                                          : std::string();
    });
}

Edit execute(World& world, Schedule&, AddToMany& edit) {
    const ComponentType& type = edit.type();
    const std::vector<Entity> entities = edit.entities.list();
    // A copy of the edit still needs the values; what memcpy can move stays as it is anyway.
    const bool one_for_all = edit.values->count() != entities.size();
    const bool copies = !type.is_tag() && (one_for_all || (!type.trivial && edit.values.use_count() > 1));
    const std::shared_ptr<TakenRows::Column> values =
        copies ? copied_column(*edit.values, entities.size()) : edit.values;
    world.add_to_many(entities, type.id, type.is_tag() ? nullptr : values->at(0));
    if (!type.trivial) values->set_count(0);
    return RemoveFromMany{type.id, std::move(edit.entities)};
}

std::string describe(const World&, const AddToMany& edit) {
    return phrase("Add {} to {}", edit.values ? edit.type().name : std::string(tr("a component")),
                  count_of_entities(edit.entities.size()));
}

std::string why_not(const World& world, const Schedule&, const RemoveFromMany& edit) {
    if (edit.component >= world.types().size()) return tr("no component was given");
    if (edit.component == world.parent_id())
        return tr("the parent of an entity changes when it is moved below another entity");
    const std::string& name = world.types()[edit.component].name;
    return why_not_all(world, edit.entities, [&](Entity entity) {
        return world.has(entity, edit.component) ? std::string()
                                                 : phrase("{} has no {}", label_of(world, entity), name);
    });
}

Edit execute(World& world, Schedule&, RemoveFromMany& edit) {
    const ComponentType& type = world.types()[edit.component];
    const std::vector<Entity> entities = edit.entities.list();
    auto values = std::make_shared<TakenRows::Column>(type, type.is_tag() ? 1 : entities.size());
    world.take_from_many(entities, type.id, type.is_tag() ? nullptr : values->at(0));
    values->set_count(type.is_tag() ? 1 : entities.size());
    return AddToMany{std::move(edit.entities), std::move(values)};
}

std::string describe(const World& world, const RemoveFromMany& edit) {
    return phrase("Remove {} from {}", component_name(world, edit.component), count_of_entities(edit.entities.size()));
}

}  // namespace

AddComponent addition_of(const AddToMany& edit, std::size_t position, Entity entity) {
    if (edit.type().is_tag()) return {entity, Value(edit.type())};
    return {entity, Value(edit.type(), edit.values->at(edit.values->count() == 1 ? 0 : position))};
}

AddToMany add_to_many(EntityRuns entities, const Value& value) {
    auto values = std::make_shared<TakenRows::Column>(value.type(), 1);
    if (!value.type().is_tag()) copy_values(value.type(), values->at(0), value.data(), 1);
    values->set_count(1);
    return {std::move(entities), std::move(values)};
}

constinit const EditKind<AddToMany> AddToMany::kind{.name = "add",
                                                    .name_in_bundles = "add_many",
                                                    .cause = "edit: add",
                                                    .why_not = why_not,
                                                    .execute = execute,
                                                    .describe = describe};

constinit const EditKind<RemoveFromMany> RemoveFromMany::kind{.name = "remove",
                                                              .name_in_bundles = "remove_many",
                                                              .cause = "edit: remove",
                                                              .why_not = why_not,
                                                              .execute = execute,
                                                              .describe = describe};

}  // namespace ecs
