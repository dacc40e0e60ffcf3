#include "ecs/prefab/override_edits.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_records.hpp"
#include "ecs/prefab/counterparts.hpp"
#include "ecs/prefab/prefab_edits.hpp"

namespace ecs {

namespace {

/// Adds a field to the edit that sets others of the same component, if that is the last one.
void set_fields(std::vector<Edit>& edits, Entity entity, Value value, std::uint32_t field) {
    std::vector<std::uint32_t> fields;
    if (field != Override::whole_value) fields.push_back(field);
    if (!edits.empty() && !fields.empty())
        if (auto* last = std::get_if<SetComponent>(&edits.back()); last != nullptr && last->entity == entity &&
                                                                   last->value.type().id == value.type().id &&
                                                                   !last->fields.empty()) {
            last->fields.push_back(field);
            return;
        }
    edits.push_back(SetComponent{entity, std::move(value), std::move(fields)});
}

/// The handles of entities that edits will create, in order.
class Handles {
public:
    explicit Handles(const World& world) : world_(world) {}
    std::vector<Entity> take(std::size_t count) {
        std::vector<Entity> handles = next_handles(world_, taken_ + count);
        handles.erase(handles.begin(), handles.begin() + static_cast<std::ptrdiff_t>(taken_));
        taken_ += count;
        return handles;
    }

private:
    const World& world_;
    std::size_t taken_ = 0;
};

/// The parts that stand for what an instance lacks below `part`. References to them are found from now on.
struct Missing {
    Entity part;
    std::vector<EntityRecord> records;
    std::vector<Entity> sources, handles;

    Missing(const World& world, Counterparts& counterparts, Handles& all, Entity below, Entity source)
        : part(below), records(copy_subtree(world, source)), handles(all.take(records.size())) {
        for (std::size_t i = 0; i < records.size(); ++i) {
            sources.push_back(records[i].entity);
            counterparts.note(part, sources[i], handles[i]);
        }
    }

    CreateEntities edit(const Prefabs& prefabs, Counterparts& counterparts) {
        const ComponentType& type = prefabs.world().types()[prefabs.instance()];
        for (std::size_t i = 0; i < records.size(); ++i) {
            EntityRecord& record = records[i];
            record.parent = i == 0 ? part : counterparts.in_instance(part, record.parent);
            record.entity = handles[i];
            std::erase_if(record.values, [&](const Value& value) {
                return value.type().id == prefabs.instance() ||
                       (value.type().id == prefabs.tag() && !prefabs.in_prefab(part));
            });
            for (Value& value : record.values) value = counterparts.into_child(part, std::move(value));
            record.values.push_back(Value::of(type, InstanceOf{sources[i]}));
        }
        return {std::move(records)};
    }
};

/// References in the prefab to what an instance lacked: its own become whole again.
void restore_references(const Prefabs& prefabs, Counterparts& counterparts, const std::vector<Missing>& missing,
                        std::vector<Edit>& edits) {
    const World& world = prefabs.world();
    for (const Missing& each : missing) {
        const auto is_back = [&](Entity ref) {
            return std::find(each.sources.begin(), each.sources.end(), ref) != each.sources.end();
        };
        for (const Entity part : prefabs.parts(prefabs.instance_of(each.part))) {
            const Entity source = prefabs.source_of(part);
            for (const ComponentType* type : world.archetype_of(source).types()) {
                if (counterparts.is_own(part, type->id) || !world.has(part, type->id)) continue;
                for (std::uint32_t i = 0; i < type->fields.size(); ++i) {
                    if (!has_entity(type->fields[i])) continue;
                    Value value(*type, world.get(source, type->id));
                    bool refers = false;
                    each_entity({type->fields[i]}, value.data(), [&](Entity& ref) { refers = refers || is_back(ref); });
                    if (refers) set_fields(edits, part, counterparts.expected(part, *type), i);
                }
            }
        }
    }
}

/// Makes an added child part of the prefab: a copy in the prefab, whose instance the child becomes.
void apply_child(const Prefabs& prefabs, Counterparts& counterparts, const Override& found, Handles& all,
                 std::vector<Edit>& edits) {
    const World& world = prefabs.world();
    std::vector<EntityRecord> records = copy_subtree(world, found.child);
    const std::vector<Entity> handles = all.take(records.size());
    const Entity above = prefabs.source_of(found.part), prefab = prefabs.prefab_of(above);
    const ComponentType& type = world.types()[prefabs.instance()];
    std::unordered_map<Entity, Entity> copies;
    for (std::size_t i = 0; i < records.size(); ++i) copies.emplace(records[i].entity, handles[i]);
    std::vector<Edit> sources;
    for (std::size_t i = 0; i < records.size(); ++i) {
        EntityRecord& record = records[i];
        Value source = Value::of(type, InstanceOf{handles[i]});
        if (world.has(record.entity, prefabs.instance()))
            sources.push_back(SetComponent{record.entity, std::move(source), {}});
        else
            sources.push_back(AddComponent{record.entity, std::move(source)});
        // An instance of another prefab stays one: it is nested from now on. A copy of a part is a part of its own.
        const Entity nested = prefabs.prefab_of(prefabs.source_of(record.entity));
        std::erase_if(record.values,
                      [&](const Value& value) { return value.type().id == type.id && (!nested || nested == prefab); });
        for (Value& value : record.values) {
            if (value.type().id == type.id) continue;
            value = counterparts.into_prefab_child(found.part, std::move(value));
            each_entity(value.type().fields, value.data(), [&](Entity& ref) {
                if (const auto copy = copies.find(ref); copy != copies.end()) ref = copy->second;
            });
        }
        if (!prefabs.in_prefab(record.entity)) record.values.emplace_back(world.types()[prefabs.tag()]);
        record.parent = i == 0 ? above : copies.at(record.parent);
        record.entity = handles[i];
    }
    edits.push_back(CreateEntities{std::move(records)});
    edits.insert(edits.end(), std::make_move_iterator(sources.begin()), std::make_move_iterator(sources.end()));
}

/// Whether the added child can stand in the prefab without a circle of prefabs.
bool can_be_nested(const Prefabs& prefabs, const Override& found) {
    const World& world = prefabs.world();
    const Entity prefab = prefabs.prefab_of(prefabs.source_of(found.part));
    if (!prefab || !world.alive(found.child)) return false;
    const std::vector<Entity> below = subtree(world, found.child);
    return std::none_of(below.begin(), below.end(), [&](Entity each) {
        const Entity nested = prefabs.prefab_of(prefabs.source_of(each));
        return nested && (nested == prefab ? prefabs.is_instance(each) : would_contain_itself(world, nested, prefab));
    });
}

void apply_component(const Prefabs& prefabs, Counterparts& counterparts, const Override& found, std::size_t levels,
                     std::vector<Edit>& edits) {
    const World& world = prefabs.world();
    const ComponentType& type = world.types()[found.component];
    // The nearest prefab is written last: those further down say what it had to be.
    struct Level {
        Entity entity;
        Value value;
    };
    std::vector<Level> chain;
    Entity part = found.part;
    Value value = found.kind == OverrideKind::ComponentRemoved ? Value() : Value(type, world.get(part, type.id));
    for (std::size_t level = 0; level < levels && prefabs.source_of(part); ++level) {
        if (value) value = counterparts.into_prefab(part, std::move(value));
        part = prefabs.source_of(part);
        chain.push_back({part, value});
    }
    for (auto level = chain.rbegin(); level != chain.rend(); ++level) {
        const bool has = world.has(level->entity, type.id);
        if (found.kind == OverrideKind::ComponentRemoved) {
            if (has) edits.push_back(RemoveComponent{level->entity, type.id});
        } else if (!has) {
            edits.push_back(AddComponent{level->entity, std::move(level->value)});
        } else if (!type.is_tag()) {
            set_fields(edits, level->entity, std::move(level->value), found.field);
        }
    }
}

}  // namespace

std::vector<Edit> revert(const World& world, std::span<const Override> found, const Placing& placing) {
    const Prefabs prefabs(world);
    Counterparts counterparts(prefabs, placing);
    Handles handles(world);
    std::vector<Edit> edits;
    std::vector<Missing> missing;
    for (const Override& each : found)
        if (each.kind == OverrideKind::ChildRemoved && prefabs.source_of(each.part))
            missing.emplace_back(world, counterparts, handles, each.part, each.child);
    for (Missing& each : missing) edits.push_back(each.edit(prefabs, counterparts));
    std::vector<Edit> last;  // a part that belongs elsewhere can stand below what was added
    for (const Override& each : found) {
        const Entity source = prefabs.source_of(each.part);
        if (!source) continue;
        if (each.kind == OverrideKind::Field)
            set_fields(edits, each.part, counterparts.expected(each.part, world.types()[each.component]), each.field);
        else if (each.kind == OverrideKind::ComponentRemoved)
            edits.push_back(AddComponent{each.part, counterparts.expected(each.part, world.types()[each.component])});
        else if (each.kind == OverrideKind::ComponentAdded)
            edits.push_back(RemoveComponent{each.part, each.component});
        else if (each.kind == OverrideKind::ChildAdded)
            last.push_back(DestroyEntity{each.child});
        else if (each.kind == OverrideKind::Moved)
            edits.push_back(SetParent{each.part, counterparts.in_instance(each.part, world.parent(source))});
    }
    restore_references(prefabs, counterparts, missing, edits);
    edits.insert(edits.end(), std::make_move_iterator(last.begin()), std::make_move_iterator(last.end()));
    return edits;
}

std::size_t levels_of(const World& world, const Override& found) {
    const Prefabs prefabs(world);
    switch (found.kind) {
        case OverrideKind::Field:
        case OverrideKind::ComponentAdded:
        case OverrideKind::ComponentRemoved:
            return prefabs.levels(found.part);
        case OverrideKind::ChildAdded:
            return can_be_nested(prefabs, found) ? 1 : 0;
        case OverrideKind::ChildRemoved:
        case OverrideKind::Moved:
            return prefabs.source_of(found.part) ? 1 : 0;
    }
    return 0;
}

Result<std::vector<Edit>> apply_to_prefab(const World& world, std::span<const Override> found, const Placing& placing,
                                          std::size_t levels) {
    const Prefabs prefabs(world);
    Counterparts counterparts(prefabs, placing);
    std::vector<Edit> edits;
    Handles handles(world);
    for (const Override& each : found) {
        if (levels_of(world, each) < levels)
            return Error{levels == 1 ? phrase("{} cannot be applied: it is part of another prefab or instance",
                                              path_of(world, each))
                                     : phrase("{} cannot be applied further down", path_of(world, each))};
        switch (each.kind) {
            case OverrideKind::Field:
            case OverrideKind::ComponentAdded:
            case OverrideKind::ComponentRemoved:
                apply_component(prefabs, counterparts, each, levels, edits);
                break;
            case OverrideKind::ChildAdded:
                apply_child(prefabs, counterparts, each, handles, edits);
                break;
            case OverrideKind::ChildRemoved:
                edits.push_back(DestroyEntity{each.child});
                break;
            case OverrideKind::Moved: {
                const Entity above = prefabs.source_of(world.parent(each.part));
                const Entity source = prefabs.source_of(each.part);
                if (!above || prefabs.prefab_of(above) != prefabs.prefab_of(source))
                    return Error{
                        phrase("{} cannot be applied: it stands outside of its instance", path_of(world, each))};
                edits.push_back(SetParent{source, above});
                break;
            }
        }
    }
    return edits;
}

}  // namespace ecs
