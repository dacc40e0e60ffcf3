#include "ecs/edit/edit_facts.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace ecs {

namespace {

std::size_t heap_of(const std::string& text) {
    const char* const at = text.data();
    const auto* const self = reinterpret_cast<const char*>(&text);
    const bool inside = !std::less<const char*>()(at, self) && std::less<const char*>()(at, self + sizeof text);
    return inside ? 0 : text.capacity() + 1;
}

std::size_t heap_of_fields(std::span<const Field> fields, const void* base) {
    std::size_t bytes = 0;
    for (const Field& field : fields) {
        if (field.kind != FieldKind::String && field.kind != FieldKind::Struct) continue;
        for (std::uint32_t i = 0; i < field.count; ++i) {
            const std::byte* const at =
                static_cast<const std::byte*>(base) + field.offset + std::size_t{i} * field.element_size;
            bytes += field.kind == FieldKind::Struct ? heap_of_fields(field.fields, at)
                                                     : heap_of(*reinterpret_cast<const std::string*>(at));
        }
    }
    return bytes;
}

/// What a value holds beside itself.
std::size_t heap_of(const Value& value) {
    if (!value || value.data() == nullptr) return 0;
    const ComponentType& type = value.type();
    const auto* const self = reinterpret_cast<const std::byte*>(&value);
    const auto* const data = static_cast<const std::byte*>(value.data());
    const std::less<const std::byte*> before;
    const bool inside = !before(data, self) && before(data, self + sizeof value);
    std::size_t bytes = inside ? 0 : type.size;
    if (type.opaque_json)
        bytes += heap_of(*static_cast<const std::string*>(value.data()));
    else if (!type.trivial)
        bytes += heap_of_fields(type.fields, value.data());
    return bytes;
}

/// What the first `count` values hold beside themselves.
std::size_t heap_of_values(const ComponentType& type, const TakenRows::Column& values, std::size_t count) {
    std::size_t bytes = 0;
    if (type.trivial) return bytes;
    for (std::size_t i = 0; i < count; ++i)
        bytes += type.opaque_json ? heap_of(*reinterpret_cast<const std::string*>(values.at(i)))
                                  : heap_of_fields(type.fields, values.at(i));
    return bytes;
}

/// What the values of rows hold beside themselves.
std::size_t heap_of_rows(const TakenRows& rows) {
    std::size_t bytes = 0;
    for (const TakenRows::Group& group : rows.groups)
        for (std::size_t i = 0; i < group.types.size(); ++i)
            if (group.columns[i]) bytes += heap_of_values(*group.types[i], *group.columns[i], group.entities.size());
    return bytes;
}

template <class T>
std::size_t heap_of(const std::vector<T>& list);
std::size_t heap_of(Entity) { return 0; }
template <class Number>
requires std::is_arithmetic_v<Number> std::size_t heap_of(Number) { return 0; }
template <class Meaning, class T>
std::size_t heap_of(Meant<Meaning, T> meant) {
    if constexpr (std::is_same_v<Meaning, means::TypeOf>)
        return 0;
    else
        return heap_of(meant.it);
}
std::size_t heap_of(const EntityRuns& entities) { return entities.bytes(); }
std::size_t heap_of(const std::shared_ptr<TakenRows>& rows) { return rows ? rows->bytes() + heap_of_rows(*rows) : 0; }
std::size_t heap_of(const std::shared_ptr<TakenRows::Column>& values) {
    return values ? values->bytes() + heap_of_values(values->type(), *values, values->count()) : 0;
}
std::size_t heap_of(const Boxed<SystemDescription>& system) {
    return sizeof(SystemDescription) + heap_of(system->name) + heap_of(system->description) + heap_of(system->rule) +
           heap_of(system->group);
}
std::size_t heap_of(const Boxed<ComponentType>& type) {
    return sizeof(ComponentType) + heap_of(type->name) + type->fields.capacity() * sizeof(Field);
}
template <class A, class B>
std::size_t heap_of(const std::pair<A, B>& pair) {
    return heap_of(pair.first) + heap_of(pair.second);
}
template <class T>
std::size_t heap_of(const std::optional<T>& member) {
    return member ? heap_of(*member) : 0;
}
template <Described T>
std::size_t heap_of(const T& part) {
    std::size_t bytes = 0;
    each_member(part, [&bytes](std::string_view, const auto& member, MemberUse) { bytes += heap_of(member); });
    return bytes;
}
template <class T>
std::size_t heap_of(const std::vector<T>& list) {
    std::size_t bytes = list.capacity() * sizeof(T);
    if constexpr (!std::is_trivially_copyable_v<T>)
        for (const T& each : list) bytes += heap_of(each);
    return bytes;
}

/// Calls `visit(member)` for each member.
void each_member_of(const Edit& edit, auto&& visit) {
    std::visit(
        [&visit](const auto& each) {
            each_member(each, [&visit](std::string_view, const auto& member, MemberUse) { visit(member); });
        },
        edit);
}

// The entities that a member names; members of other types have no such function.
void append_of(Entity entity, std::vector<Entity>& to) {
    if (entity.generation != 0) to.push_back(entity);
}
void append_of(const std::vector<Entity>& entities, std::vector<Entity>& to) {
    to.insert(to.end(), entities.begin(), entities.end());
}
void append_of(const EntityRuns& entities, std::vector<Entity>& to) { entities.append_to(to); }
void append_of(const std::vector<EntityRecord>& records, std::vector<Entity>& to) {
    for (const EntityRecord& record : records) append_of(record.entity, to);
}
void append_of(const std::shared_ptr<TakenRows>& rows, std::vector<Entity>& to) {
    for (const TakenRows::Group& group : rows->groups) group.entities.append_to(to);
}
void append_of(const std::vector<std::pair<Entity, Value>>& values, std::vector<Entity>& to) {
    for (const auto& [entity, value] : values) append_of(entity, to);
}

bool can_be_copied(const auto&) { return true; }
bool can_be_copied(const Value& value) { return !value || value.type().copyable(); }
bool can_be_copied(const std::vector<EntityRecord>& records) {
    return std::ranges::all_of(records, [](const EntityRecord& record) {
        return std::ranges::all_of(record.values, [](const Value& value) { return can_be_copied(value); });
    });
}
bool can_be_copied(const std::shared_ptr<TakenRows>& rows) { return rows->copyable(); }
bool can_be_copied(const std::shared_ptr<TakenRows::Column>& values) {
    return !values || values->type().is_tag() || values->type().copyable();
}

std::size_t count_of(const auto&) { return 1; }
std::size_t count_of(const EntityRuns& entities) { return entities.size(); }
std::size_t count_of(const std::shared_ptr<TakenRows>& rows) { return rows->size(); }

}  // namespace

void append_entities(const Edit& edit, std::vector<Entity>& to) {
    // The first member that names some: the new parent of an entity is not among them.
    each_member_of(edit, [&to, found = false](const auto& member) mutable {
        if constexpr (requires { append_of(member, to); })
            if (!std::exchange(found, true)) append_of(member, to);
    });
}

std::size_t count_of_edits(std::span<const Edit> edits) {
    constexpr std::size_t most_of_many = 64;  // a change in words has one for each field that is set
    if (edits.size() > most_of_many) return edits.size();
    std::size_t count = 0;
    for (const Edit& edit : edits) {
        std::size_t of_edit = 1;
        each_member_of(edit, [&of_edit](const auto& member) { of_edit *= count_of(member); });
        const auto* const field = std::get_if<SetField>(&edit);
        count += field ? field->entities.size() : of_edit;
    }
    return count;
}

std::size_t memory_of(const Edit& edit) {
    return sizeof(Edit) + std::visit([](const auto& each) { return heap_of(each); }, edit);
}

std::optional<Edit> copy_of(const Edit& edit) {
    bool can = true;
    each_member_of(edit, [&can](const auto& member) { can = can && can_be_copied(member); });
    return can ? std::optional<Edit>(edit) : std::nullopt;
}

}  // namespace ecs
