// How a component of an EnTT program is described: its fields by their members, at the places that the compiler gave
// them. The description becomes a type made at run time whose values are byte for byte those of the program.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ecs/types/component_type.hpp"
#include "ecs/types/type_registry.hpp"
#include "entt/entt.hpp"

namespace chunkscope::entt {

namespace detail {
/// How many entities a member is: one, or an array of them; 0: it is something else.
template <class M>
inline constexpr std::size_t entities_in = std::is_same_v<M, ::entt::entity> ? 1 : 0;
template <std::size_t N>
inline constexpr std::size_t entities_in<::entt::entity[N]> = N;
template <std::size_t N>
inline constexpr std::size_t entities_in<std::array<::entt::entity, N>> = N;
}  // namespace detail

/// A member of a component: `field("x", &Position::x)`. Numbers, enums, std::string, vectors of ecs, entities, and
/// arrays of entities are fields.
template <class T, class M>
ecs::Field field(std::string name, M T::*member, ecs::FieldOptions options = {}) {
    if constexpr (detail::entities_in < M >> 0) {
        ecs::Field made;
        made.name = std::move(name);
        made.kind = ecs::FieldKind::Entity;
        made.element_size = sizeof(::entt::entity);
        made.count = detail::entities_in<M>;
        made.offset = ecs::detail::offset_of(member);
        made.description = std::move(options.description);
        return made;
    } else {
        return ecs::detail::make_field(std::move(name), member, std::move(options));
    }
}

/// For components that are no structs, such as `int`: the component itself as its only field.
template <class T>
ecs::Field whole(std::string name) {
    ecs::Field made;
    made.name = std::move(name);
    made.kind = ecs::detail::kind_of<T>();
    made.element_size = sizeof(T);
    if constexpr (std::is_enum_v<T>) made.has_no_sign = std::is_unsigned_v<std::underlying_type_t<T>>;
    return made;
}

namespace detail {

inline constexpr const char* not_described = "Not described";

/// The type that shows values of this size; 0: a tag. Members that were not described become bytes, so that every field
/// lies where it really is. `complete` becomes false when there are such bytes, beyond padding that alignment explains.
inline ecs::ComponentType type_with(std::string name, std::size_t size, std::size_t align,
                                    std::vector<ecs::Field> fields, bool& complete) {
    ecs::ComponentType type;
    type.name = std::move(name);
    if (size > 0) {
        type.size = static_cast<std::uint32_t>(size);
        type.align = static_cast<std::uint32_t>(align);
    }
    complete = type.size == 0 || !fields.empty();
    std::sort(fields.begin(), fields.end(),
              [](const ecs::Field& a, const ecs::Field& b) { return a.offset < b.offset; });
    std::size_t end = 0;
    const auto fill_to = [&](std::size_t offset) {
        ecs::Field bytes;
        bytes.name = "bytes " + std::to_string(end) + " to " + std::to_string(offset - 1);
        bytes.kind = ecs::FieldKind::U8;
        bytes.element_size = 1;
        bytes.offset = static_cast<std::uint32_t>(end);
        bytes.count = static_cast<std::uint32_t>(offset - end);
        bytes.description = not_described;
        type.fields.push_back(std::move(bytes));
        complete = false;
    };
    for (ecs::Field& each : fields) {
        const std::size_t own = each.kind == ecs::FieldKind::Entity ? sizeof(::entt::entity)
                                                                    : std::max<std::size_t>(1, ecs::align_of(each));
        if ((end + own - 1) / own * own < each.offset) fill_to(each.offset);
        end = each.offset + each.size_bytes();
        type.fields.push_back(std::move(each));
    }
    if (!type.fields.empty() && (end + align - 1) / align * align < type.size) fill_to(type.size);
    std::size_t unknown = type.fields.empty() ? type.size : 0;
    for (const ecs::Field& each : type.fields)
        if (each.description == not_described) unknown += each.size_bytes();
    if (unknown > 0)
        type.description =
            std::to_string(unknown) + " of its " + std::to_string(type.size) + " bytes are not described";
    return type;
}

/// The type that shows a T.
template <class T>
ecs::ComponentType type_of(std::string name, std::vector<ecs::Field> fields, bool& complete) {
    return type_with(std::move(name), std::is_empty_v<T> ? 0 : sizeof(T), alignof(T), std::move(fields), complete);
}

/// Whether this is one of the fields that type_with() made.
inline bool is_filler(const ecs::Field& field) { return field.description == not_described; }

}  // namespace detail

}  // namespace chunkscope::entt
