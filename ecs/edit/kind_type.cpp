// SetType. A changed type is another type in the registry; its entities move over, all in one go.
#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_kind.hpp"
#include "ecs/edit/type_words.hpp"
#include "ecs/types/field_path.hpp"

namespace ecs {

namespace {

/// A field of the former type, and the one of the new type that takes its value.
struct CarriedField {
    const Field* from = nullptr;
    const Field* to = nullptr;
};

std::vector<CarriedField> carried_fields(const ComponentType& from, const ComponentType& to, const SetType& edit) {
    std::vector<CarriedField> carried;
    for (const Field& field : from.fields) {
        const auto renamed = std::find_if(edit.renamed.begin(), edit.renamed.end(),
                                          [&](const auto& each) { return each.first == field.name; });
        const std::string& name = renamed == edit.renamed.end() ? field.name : renamed->second;
        const Field* const target = to.find_field(name);
        // A new field may have the name that another one had before.
        const bool taken =
            renamed == edit.renamed.end() && std::any_of(edit.renamed.begin(), edit.renamed.end(),
                                                         [&](const auto& each) { return each.second == name; });
        if (target && !taken) carried.push_back({&field, target});
    }
    return carried;
}

bool same_values(const Field& a, const Field& b) {
    return a.kind == b.kind && a.element_size == b.element_size && a.count == b.count && a.names == b.names &&
           std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(),
                      [](const Field& x, const Field& y) {
                          return x.name == y.name && x.offset == y.offset && same_values(x, y);
                      });
}

/// Whether a number fits another kind; write_number() would round or limit it.
bool fits_in(const FieldPath& to, double value) {
    if (to.kind == FieldKind::F32 || to.kind == FieldKind::F64) return true;
    if (!std::isfinite(value)) return false;
    std::array<std::byte, 8> bytes{};
    write_number(to, bytes.data(), value);
    return std::fabs(read_number(to, bytes.data()) - value) < 1;
}

void carry_element(const Field& from, const std::byte* source, const Field& to, std::byte* target) {
    if (from.kind == FieldKind::Enum && to.kind == FieldKind::Enum) {
        const auto name = enum_name(from, read_enum(from, source));
        const auto same = std::find_if(to.names.begin(), to.names.end(),
                                       [&](const EnumName& each) { return name && each.name == *name; });
        if (same != to.names.end()) write_enum(to, target, same->value);
        return;
    }
    if (from.kind == to.kind && from.kind != FieldKind::Struct) {
        if (from.kind == FieldKind::String)
            *reinterpret_cast<std::string*>(target) = *reinterpret_cast<const std::string*>(source);
        else
            std::copy_n(source, from.element_size, target);
        return;
    }
    const std::size_t floats = std::min(float_count(from.kind), float_count(to.kind));
    if (floats > 0) return void(std::copy_n(source, floats * sizeof(float), target));
    if (!is_number(from.kind) || !is_number(to.kind)) return;
    const FieldPath read{0, from.kind, 0, from.element_size}, write{0, to.kind, 0, to.element_size};
    const double value = read_number(read, source);
    if (fits_in(write, value)) write_number(write, target, value);
}

void carry(const CarriedField& field, const void* from, void* to) {
    const auto* source = static_cast<const std::byte*>(from) + field.from->offset;
    auto* target = static_cast<std::byte*>(to) + field.to->offset;
    if (field.from->kind == FieldKind::Struct && !same_values(*field.from, *field.to)) return;
    if (same_values(*field.from, *field.to)) {
        Field at_start = *field.from;
        at_start.offset = 0;
        return copy_field(at_start, target, source);
    }
    for (std::uint32_t i = 0; i < std::min(field.from->count, field.to->count); ++i)
        carry_element(*field.from, source + std::size_t{i} * field.from->element_size, *field.to,
                      target + std::size_t{i} * field.to->element_size);
}

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
    return edit.again != no_component ? std::string() : problem_of_type(edit.to);
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
