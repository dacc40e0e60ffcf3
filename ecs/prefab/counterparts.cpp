#include "ecs/prefab/counterparts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ecs/edit/edit_records.hpp"

namespace ecs {

namespace {

/// Whether all of the field are floats, so that it can be compared number by number.
bool is_float(const Field& field) { return field.kind == FieldKind::F64 || float_count(field.kind) > 0; }

bool near(double a, double b, double scale) {
    constexpr double tolerance = 1e-5;  // what float loses on the way from root to root
    return a == b || std::abs(a - b) <= tolerance * std::max({1.0, std::abs(a), std::abs(b), scale});
}

}  // namespace

Counterparts::Instance& Counterparts::instance_with(Entity part) {
    const Entity root = prefabs_.instance_of(part);
    const auto [found, added] = by_root_.try_emplace(root);
    Instance& instance = found->second;
    if (!added) return instance;
    instance.root = root;
    if (root) instance.prefab = prefabs_.source_of(root);
    return instance;
}

std::unordered_map<Entity, Entity>& Counterparts::parts_of(Instance& instance) const {
    if (!std::exchange(instance.lists_parts, true) && instance.root)
        for (const Entity each : prefabs_.parts(instance.root))
            instance.parts.try_emplace(prefabs_.source_of(each), each);
    return instance.parts;
}

Entity Counterparts::in_instance(Entity part, Entity source) {
    const auto& parts = parts_of(instance_with(part));
    const auto found = parts.find(source);
    return found == parts.end() ? null_entity : found->second;
}

Entity Counterparts::into_instance(Entity part, Entity ref) {
    if (!ref) return ref;
    Instance& instance = instance_with(part);
    if (!instance.root || prefabs_.prefab_of(ref) != instance.prefab) return ref;
    const auto& parts = parts_of(instance);
    const auto found = parts.find(ref);
    return found == parts.end() ? null_entity : found->second;
}

Entity Counterparts::into_prefab(Entity part, Entity ref) {
    const Entity source = prefabs_.source_of(ref);
    if (!source) return ref;
    return in_instance(part, source) == ref ? source : ref;
}

Value Counterparts::of_source(Entity part, const ComponentType& type) const {
    return {type, prefabs_.world().get(prefabs_.source_of(part), type.id)};
}

bool Counterparts::has_moved(const ComponentType& type) const {
    return std::any_of(placing_.moved.begin(), placing_.moved.end(),
                       [&](const Placing::Axis& axis) { return axis.number.component == type.id; });
}

void Counterparts::shift(const Instance& instance, Value& value, double sign) const {
    if (!has_moved(value.type())) return;
    const World& world = prefabs_.world();
    for (const Placing::Axis& axis : placing_.moved) {
        const FieldPath& path = axis.number;
        if (path.component != value.type().id) continue;
        const void* const here = world.get(instance.root, path.component);
        const void* const there = world.get(instance.prefab, path.component);
        if (here == nullptr || there == nullptr) continue;
        const double way = read_number(path, here) - read_number(path, there);
        write_number(path, value.data(), read_number(path, value.data()) + sign * way);
    }
}

void Counterparts::refer_into_instance(Entity part, Value& value) {
    if (has_entities(value.type().fields))
        each_entity(value.type().fields, value.data(), [&](Entity& ref) { ref = into_instance(part, ref); });
}

Value Counterparts::into_instance(Entity part, Value value) {
    if (value.type().is_tag()) return value;
    refer_into_instance(part, value);
    if (const Instance& instance = instance_with(part); part != instance.root) shift(instance, value, 1);
    return value;
}

Value Counterparts::into_child(Entity part, Value value) {
    if (value.type().is_tag()) return value;
    refer_into_instance(part, value);
    shift(instance_with(part), value, 1);
    return value;
}

Value Counterparts::into_prefab(Entity part, Value value) {
    if (value.type().is_tag()) return value;
    refer_into_prefab(part, value);
    if (const Instance& instance = instance_with(part); part != instance.root) shift(instance, value, -1);
    return value;
}

Value Counterparts::into_prefab_child(Entity part, Value value) {
    if (value.type().is_tag()) return value;
    refer_into_prefab(part, value);
    shift(instance_with(part), value, -1);
    return value;
}

void Counterparts::refer_into_prefab(Entity part, Value& value) {
    if (has_entities(value.type().fields))
        each_entity(value.type().fields, value.data(), [&](Entity& ref) { ref = into_prefab(part, ref); });
}

bool Counterparts::is_own(Entity part, ComponentId component) const {
    const World& world = prefabs_.world();
    if (component == world.parent_id() || component == prefabs_.tag() || component == prefabs_.instance()) return true;
    return component == world.name_id() && prefabs_.is_instance(part);
}

bool Counterparts::is_own(Entity part, ComponentId component, const Field* field) const {
    if (is_own(part, component)) return true;
    return field != nullptr && placing_.places(component, *field) && prefabs_.is_instance(part);
}

bool Counterparts::same_moved(Entity part, const ComponentType& type, const Field& field) {
    const World& world = prefabs_.world();
    const Value wanted = expected(part, type);
    const void* const present = world.get(part, type.id);
    if (!is_float(field)) return field_equal(field, present, wanted.data());
    const std::size_t step = field.kind == FieldKind::F64 ? sizeof(double) : sizeof(float);
    FieldPath number{type.id, field.kind == FieldKind::F64 ? FieldKind::F64 : FieldKind::F32, field.offset,
                     static_cast<std::uint32_t>(step)};
    const Instance& instance = instance_with(part);
    for (; number.offset < field.offset + field.size_bytes(); number.offset += static_cast<std::uint32_t>(step)) {
        const void* const root = world.get(instance.root, type.id);
        const double scale = root == nullptr ? 0 : std::abs(read_number(number, root));
        if (!near(read_number(number, present), read_number(number, wanted.data()), scale)) return false;
    }
    return true;
}

bool Counterparts::same(Entity part, const ComponentType& type, const Field& field) {
    const World& world = prefabs_.world();
    const void* const present = world.get(part, type.id);
    if (placing_.moves(type.id, field) && !prefabs_.is_instance(part)) return same_moved(part, type, field);
    if (!has_entity(field)) return field_equal(field, present, world.get(prefabs_.source_of(part), type.id));
    Value wanted = expected(part, type), here(type, present);
    // The reference to a part that was removed is as good as none.
    for (Value* value : {&wanted, &here})
        each_entity(type.fields, value->data(), [&](Entity& ref) {
            if (!world.alive(ref)) ref = null_entity;
        });
    return field_equal(field, here.data(), wanted.data());
}

bool Counterparts::same(Entity part, const ComponentType& type) {
    if (type.is_tag()) return true;
    if (type.fields.empty())
        return values_equal(type, prefabs_.world().get(part, type.id),
                            prefabs_.world().get(prefabs_.source_of(part), type.id));
    return std::all_of(type.fields.begin(), type.fields.end(),
                       [&](const Field& field) { return is_own(part, type.id, &field) || same(part, type, field); });
}

}  // namespace ecs
