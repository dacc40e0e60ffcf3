// SetType. A changed type is another type in the registry; its entities move over, all in one go.
#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ecs/base/language.hpp"
#include "ecs/edit/carried_fields.hpp"
#include "ecs/edit/edit_kind.hpp"
#include "ecs/edit/type_words.hpp"

namespace ecs {

namespace {

struct EntityHash {
    std::size_t operator()(Entity entity) const {
        return std::hash<std::uint64_t>()(std::uint64_t{entity.index} << 32 | entity.generation);
    }
};

using ValueOfEntity = std::pair<Entity, Value>;

std::vector<ValueOfEntity> values_of_type(const World& world, const ComponentType& type) {
    std::vector<ValueOfEntity> values;
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (!archetype.has(type.id)) continue;
        // The last rows first: then no removal leaves a hole, and the way back finds them in this order.
        for (std::size_t c = archetype.chunk_count(); c-- > 0;) {
            const std::span<const Entity> rows = archetype.chunk(c).entities();
            for (std::size_t row = rows.size(); row-- > 0;)
                values.emplace_back(rows[row],
                                    type.is_tag() ? Value(type) : Value(type, world.get(rows[row], type.id)));
        }
    }
    return values;
}

/// What the entities have after the edit: of the type as it was kept, with what is carried over from `before`.
std::vector<ValueOfEntity> values_after(const SetType& edit, const ComponentType& to,
                                        const std::vector<ValueOfEntity>& before) {
    std::vector<ValueOfEntity> after;
    after.reserve(std::max(before.size(), edit.kept.size()));
    if (edit.from.empty()) return edit.kept;
    std::unordered_map<Entity, const Value*, EntityHash> kept;
    for (const auto& [entity, value] : edit.kept) kept.emplace(entity, &value);
    const std::vector<CarriedField> carried =
        before.empty() ? std::vector<CarriedField>() : carried_fields(before.front().second.type(), to, edit);
    std::vector<CarriedField> back;
    for (const CarriedField& each : carried) back.push_back({each.to, each.from});
    for (const auto& [entity, former] : before) {
        const auto known = kept.find(entity);
        Value& value = after.emplace_back(entity, known == kept.end() ? Value(to) : *known->second).second;
        if (to.is_tag() || former.type().is_tag()) continue;
        std::optional<Value> unchanged;  // what the former value would be if nobody had written it since
        if (known != kept.end()) unchanged = Value(former.type());
        for (std::size_t i = 0; i < carried.size(); ++i) {
            if (unchanged) {
                carry(back[i], value.data(), unchanged->data());
                if (field_equal(*carried[i].from, unchanged->data(), former.data())) continue;
            }
            carry(carried[i], former.data(), value.data());
        }
    }
    return after;
}

void write_values(World& world, const std::vector<ValueOfEntity>& values, const ComponentType& type) {
    if (type.is_tag()) return;
    for (const auto& [entity, value] : values) {
        void* const place = world.get_mut(entity, type.id);
        for (const Field& field : type.fields) copy_field(field, place, value.data());
    }
}

ComponentId target_of(World& world, SetType& edit) {
    if (edit.to->name.empty()) return no_component;
    if (edit.again != no_component) {
        world.types().revive(edit.again, edit.to->name);
        return edit.again;
    }
    ComponentType type = edit.to;
    type.id = no_component;
    type.size = 0;
    type.align = 1;
    type.ops = {};
    return *world.types().add_at_run_time(std::move(type));
}

std::string why_not(const World& world, const Schedule& schedule, const SetType& edit) {
    const ComponentType* from = nullptr;
    if (!edit.from.empty()) {
        from = world.types().find(edit.from);
        if (!from) return phrase("there is no component named {}", edit.from);
        if (std::string problem = why_type_is_fixed(world, schedule, *from); !problem.empty()) return problem;
    }
    if (edit.to->name.empty()) return from ? std::string() : tr("a component needs a name");
    const ComponentType* const taken = world.types().find(edit.to->name);
    if (taken && taken != from) return phrase("there is a component named {} already", edit.to->name);
    for (const auto& [before, after] : edit.renamed)
        if (!from || !from->find_field(before)) return phrase("{} has no field {}", edit.from, before);
    if (edit.again != no_component) return {};  // the way back: what does not fit has its value of before
    std::string problem = problem_of_type(edit.to);
    return problem.empty() && from ? why_numbers_do_not_fit(world, *from, edit) : problem;
}

Edit execute(World& world, Schedule& schedule, SetType& edit) {
    const ComponentType* const found = edit.from.empty() ? nullptr : world.types().find(edit.from);
    SetType inverse;
    inverse.from = edit.to->name;
    if (found) {
        inverse.to = *found;
        inverse.again = found->id;
        inverse.kept = values_of_type(world, *found);
        world.types().retire(found->id);
    }
    for (const auto& [before, after] : edit.renamed) inverse.renamed.emplace_back(after, before);

    const ComponentId target = target_of(world, edit);
    std::vector<ValueOfEntity> values;
    if (target != no_component) values = values_after(edit, world.types()[target], inverse.kept);
    std::erase_if(values, [&](const ValueOfEntity& each) { return !world.alive(each.first); });

    const std::array removed{inverse.again}, added{target};
    const std::span<const ComponentId> out = found ? std::span(removed) : std::span<const ComponentId>();
    const std::span<const ComponentId> in = target != no_component ? std::span(added) : std::span<const ComponentId>();
    std::vector<RowChange> changes;
    for (const auto& [entity, value] : found ? inverse.kept : values) changes.push_back({entity, out, in});
    if (target == no_component || world.types()[target].trivial)
        world.change_many(changes);
    else
        for (const RowChange& change : changes) world.change(change.entity, change.removed, change.added);
    if (target != no_component) write_values(world, values, world.types()[target]);
    world.settle();
    schedule.bind_anew(world);
    return inverse;
}

std::string describe(const World&, const SetType& edit) {
    if (edit.from.empty()) return phrase("New component {}", edit.to->name);
    if (edit.to->name.empty()) return phrase("Remove component {}", edit.from);
    return edit.to->name == edit.from ? phrase("Change component {}", edit.from)
                                      : phrase("Rename component {} to {}", edit.from, edit.to->name);
}

}  // namespace

constinit const EditKind<SetType> SetType::kind{
    .name = "type", .cause = "edit: type", .why_not = why_not, .execute = execute, .describe = describe};

}  // namespace ecs
