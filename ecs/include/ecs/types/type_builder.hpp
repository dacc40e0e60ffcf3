// Describes a C++ type to the registry. Kinds, sizes and offsets of fields come from the member pointers, so they
// always agree with the compiler. Included by type_registry.hpp.
#pragma once

#include <array>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include "ecs/types/type_registry.hpp"

namespace ecs {

namespace detail {

template <class M>
constexpr FieldKind kind_of() {
    if constexpr (std::is_same_v<M, bool>)
        return FieldKind::Bool;
    else if constexpr (std::is_enum_v<M>)
        return FieldKind::Enum;
    else if constexpr (std::is_same_v<M, float>)
        return FieldKind::F32;
    else if constexpr (std::is_same_v<M, double>)
        return FieldKind::F64;
    else if constexpr (std::is_same_v<M, std::string>)
        return FieldKind::String;
    else if constexpr (std::is_same_v<M, Entity>)
        return FieldKind::Entity;
    else if constexpr (std::is_same_v<M, Vec2>)
        return FieldKind::Vec2;
    else if constexpr (std::is_same_v<M, Vec3>)
        return FieldKind::Vec3;
    else if constexpr (std::is_same_v<M, Vec4>)
        return FieldKind::Vec4;
    else if constexpr (std::is_same_v<M, Rgba>)
        return FieldKind::Color;
    else if constexpr (std::is_integral_v<M>) {
        constexpr int width = sizeof(M) == 1 ? 0 : sizeof(M) == 2 ? 1 : sizeof(M) == 4 ? 2 : 3;
        return static_cast<FieldKind>(int(std::is_signed_v<M> ? FieldKind::I8 : FieldKind::U8) + width);
    } else {
        static_assert(sizeof(M) == 0,
                      "a field must be a number, an enum, a string, an Entity, a vector or a colour; "
                      "TypeBuilder describes nested structs with struct_field");
    }
}

template <class M>
struct Element {
    using type = M;
    static constexpr std::uint32_t count = 1;
};
template <class M, std::size_t N>
struct Element<M[N]> {
    using type = M;
    static constexpr std::uint32_t count = N;
};
template <class M, std::size_t N>
struct Element<std::array<M, N>> {
    using type = M;
    static constexpr std::uint32_t count = N;
};

template <class T, class M>
std::uint32_t offset_of(M T::*member) {
    alignas(T) static constexpr std::byte storage[sizeof(T)] = {};
    const auto* object = reinterpret_cast<const T*>(storage);  // never read: only its addresses are used
    return static_cast<std::uint32_t>(reinterpret_cast<const std::byte*>(&(object->*member)) - storage);
}

template <class T, class M>
Field make_field(std::string name, M T::*member, FieldOptions options) {
    using E = typename Element<M>::type;
    Field field;
    field.name = std::move(name);
    field.kind = kind_of<E>();
    field.offset = offset_of(member);
    field.count = Element<M>::count;
    field.element_size = sizeof(E);
    if constexpr (std::is_enum_v<E>) field.has_no_sign = std::is_unsigned_v<std::underlying_type_t<E>>;
    field.names = std::move(options.names);
    field.min = options.min;
    field.max = options.max;
    field.step = options.step;
    field.unit = std::move(options.unit);
    field.description = std::move(options.description);
    return field;
}

/// Values that are destroyed when a later one throws. Not a catch, which programs without exceptions cannot compile.
template <class T>
struct NewValues {
    explicit NewValues(T* to) : values(to) {}
    ~NewValues() {
        while (count > 0) values[--count].~T();
    }
    NewValues(const NewValues&) = delete;
    NewValues& operator=(const NewValues&) = delete;

    T* const values;
    std::size_t count = 0;
};

template <class T>
ValueOps make_ops() {
    ValueOps ops;
    ops.construct = [](const ComponentType&, void* to, std::size_t count) {
        T* values = static_cast<T*>(to);
        for (std::size_t i = 0; i < count; ++i) new (values + i) T{};
    };
    if constexpr (std::is_copy_constructible_v<T>)
        ops.copy = [](const ComponentType&, void* to, const void* from, std::size_t count) {
            NewValues<T> made{static_cast<T*>(to)};
            for (; made.count < count; ++made.count)
                new (made.values + made.count) T(static_cast<const T*>(from)[made.count]);
            made.count = 0;
        };
    ops.relocate = [](const ComponentType&, void* to, void* from, std::size_t count) {
        T* source = static_cast<T*>(from);
        for (std::size_t i = 0; i < count; ++i) {
            new (static_cast<T*>(to) + i) T(std::move(source[i]));
            source[i].~T();
        }
    };
    ops.destroy = [](const ComponentType&, void* values, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) static_cast<T*>(values)[i].~T();
    };
    return ops;
}

template <class T>
ComponentType make_type(std::string name, std::string description) {
    static_assert(std::is_class_v<T> || std::is_union_v<T>, "a component is a struct: put the value into one");
    static_assert(std::is_nothrow_move_constructible_v<T>, "rows move between chunks: moving must not throw");
    static_assert(std::is_default_constructible_v<T>, "a component needs a default value");
    ComponentType type;
    type.name = std::move(name);
    type.description = std::move(description);
    type.size = std::is_empty_v<T> ? 0 : sizeof(T);
    type.align = alignof(T);
    type.trivial = std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>;
    type.cpp_key = type_key<T>();
    type.ops = make_ops<T>();
    if (type.trivial && type.size != 0) {
        alignas(T) std::byte value[sizeof(T)] = {};  // keeps the padding of the default value zero
        new (value) T{};
        type.default_bytes.assign(value, value + sizeof(T));
    }
    return type;
}

}  // namespace detail

/// Members of a nested struct, for TypeBuilder::struct_field.
template <class S>
class StructBuilder {
public:
    template <class M>
    StructBuilder& field(std::string name, M S::*member, FieldOptions options = {}) {
        fields_.push_back(detail::make_field(std::move(name), member, std::move(options)));
        return *this;
    }
    std::vector<Field> take() { return std::move(fields_); }

private:
    std::vector<Field> fields_;
};

template <class T>
class TypeBuilder {
public:
    TypeBuilder(TypeRegistry& types, ComponentType& type) : types_(types), type_(type) {}
    /// Ends the description. The failure handler may throw what is wrong with it.
    ~TypeBuilder() noexcept(false) {
        types_.end_description(type_, type_name<T>(), std::uncaught_exceptions() > exceptions_);
    }
    TypeBuilder(const TypeBuilder&) = delete;
    TypeBuilder& operator=(const TypeBuilder&) = delete;

    template <class M>
    TypeBuilder& field(std::string name, M T::*member, FieldOptions options = {}) {
        TypeRegistry::add_field(type_, before_, detail::make_field(std::move(name), member, std::move(options)));
        return *this;
    }

    /// Adds a nested struct, or a fixed array of them: `.struct_field("slots", &Bag::slots, StructBuilder<Slot>()…)`.
    template <class M>
    TypeBuilder& struct_field(std::string name, M T::*member, StructBuilder<typename detail::Element<M>::type> members,
                              FieldOptions options = {}) {
        Field field;
        field.name = std::move(name);
        field.kind = FieldKind::Struct;
        field.offset = detail::offset_of(member);
        field.count = detail::Element<M>::count;
        field.element_size = sizeof(typename detail::Element<M>::type);
        field.fields = members.take();
        field.description = std::move(options.description);
        TypeRegistry::add_field(type_, before_, std::move(field));
        return *this;
    }

    ComponentId id() const { return type_.id; }

private:
    TypeRegistry& types_;
    ComponentType& type_;
    const std::vector<Field> before_ = type_.fields;     // fields of earlier descriptions
    const int exceptions_ = std::uncaught_exceptions();  // a larger number at the end means that a field was refused
};

template <class T>
TypeBuilder<T> TypeRegistry::add(std::string name, std::string description) {
    return TypeBuilder<T>(*this, add_cpp(detail::make_type<T>(std::move(name), std::move(description))));
}

}  // namespace ecs
