// The members of components that a program described with entt::meta. What differs in entt::meta between EnTT 3.12 and
// 4 is in this header.
//
// entt::meta says which data members a type has, but not where they lie: it reads and writes them by functions. So a
// trial object is written through these functions twice, and the bytes that differ are the member's. They are compared
// with what was written; a member that is computed, or whose setter writes others, too, is left out.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "chunkscope/entt/fields.hpp"
#include "entt/entt.hpp"

namespace chunkscope::entt::detail {

template <class Set>
const ::entt::type_info& info_of(const Set& set) {
    if constexpr (requires { set.info(); })
        return set.info();
    else
        return set.type();
}

inline std::string text_of(const char* text) { return text == nullptr ? std::string() : std::string(text); }
inline std::string text_of(std::string_view text) { return std::string(text); }

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // properties, in 3.14: nothing else has names there
#endif
/// EnTT keeps names of members since 3.15. Before, a property `name` says it; without, members have their ids.
template <class Data>
std::string meta_name(const Data& data, ::entt::id_type id) {
    if constexpr (requires { data.name(); }) {
        if (std::string name = text_of(data.name()); !name.empty()) return name;
    }
    if constexpr (requires { data.prop(id); }) {
        if (const auto found = data.prop(::entt::hashed_string::value("name"))) {
            const ::entt::meta_any value = found.value();
            if (const auto* const text = value.template try_cast<const char*>()) return *text;
            if (const auto* const text = value.template try_cast<std::string>()) return *text;
        }
    }
    return "member " + std::to_string(id);
}

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/// The name of a type without its namespaces is for panels; this one is whole.
template <class Type>
std::string meta_type_name(const Type& type) {
    if constexpr (requires { type.name(); }) {
        if (std::string name = text_of(type.name()); !name.empty()) return name;
    }
    return std::string(type.info().name());
}

inline bool has_members(const ::entt::meta_type& type) {
    for (auto&& each : type.data()) {
        (void)each;
        return true;
    }
    return false;
}

/// Of the object itself, wherever the meta_any keeps it.
inline const std::byte* bytes_of(const ::entt::meta_any& object) {
    const auto data = [](const auto& any) {
        if constexpr (requires { any.base(); })
            return any.base().data();
        else
            return any.data();
    };
    return static_cast<const std::byte*>(data(object));
}

class MetaFields {
public:
    explicit MetaFields(const ::entt::meta_type& type) : type_(type), size_(type.size_of()) {
        if (type_.construct()) walk(type_, {}, {});
    }
    std::vector<ecs::Field> take() { return std::move(fields_); }

private:
    using Path = std::vector<::entt::id_type>;

    void walk(const ::entt::meta_type& type, const Path& path, const std::string& before) {
        constexpr std::size_t deepest = 8;
        if (path.size() >= deepest) return;
        for (auto&& [id, data] : type.data()) {
            if (data.is_const() || data.is_static()) continue;
            Path longer = path;
            longer.push_back(id);
            const std::string name = before + meta_name(data, id);
            const ::entt::meta_type of = data.type();
            if (!take_number(longer, name, of) && has_members(of)) walk(of, longer, name + ".");
        }
    }

    /// Writes a value at the end of the path: the members on the way are copied, changed, and written back.
    template <class V>
    static bool write(::entt::meta_any& object, const Path& path, std::size_t at, const V& value) {
        const ::entt::meta_data data = object.type().data(path[at]);
        if (!data) return false;
        if (at + 1 == path.size()) return data.set(object, value);
        ::entt::meta_any inner = data.get(object);
        if (!inner || !write(inner, path, at + 1, value)) return false;
        return data.set(object, inner);
    }

    /// Where this many bytes differ between two objects of which one has one value and the other the other.
    template <class V, class Equal>
    std::optional<std::size_t> place_of(const Path& path, std::size_t size, std::size_t align, const V& first,
                                        const V& second, Equal&& equal) const {
        ::entt::meta_any one = type_.construct(), other = type_.construct();
        // Padding differs by chance, so a difference there says nothing.
        if (!one || !other || !write(one, path, 0, first) || !write(other, path, 0, second)) return std::nullopt;
        const std::byte *const a = bytes_of(one), *const b = bytes_of(other);
        if (a == nullptr || b == nullptr) return std::nullopt;
        for (std::size_t at = 0; at + size <= size_; at += align)
            if (std::memcmp(a + at, b + at, size) != 0 && equal(a + at, first) && equal(b + at, second)) return at;
        return std::nullopt;
    }

    ecs::Field& add(const std::string& name, ecs::FieldKind kind, std::size_t size, std::size_t offset) {
        ecs::Field& field = fields_.emplace_back();
        field.name = name;
        field.kind = kind;
        field.element_size = static_cast<std::uint32_t>(size);
        field.offset = static_cast<std::uint32_t>(offset);
        return field;
    }

    template <class V>
    bool take(const Path& path, const std::string& name, const ::entt::meta_type& of, const V& first, const V& second) {
        if (of.info() != ::entt::type_id<V>()) return false;
        const auto equal = [](const std::byte* at, const V& value) {
            if constexpr (std::is_trivially_copyable_v<V>)
                return std::memcmp(at, &value, sizeof(V)) == 0;
            else
                return reads_as(at, value);
        };
        if (const auto at = place_of(path, sizeof(V), alignof(V), first, second, equal))
            add(name, ecs::detail::kind_of<V>(), sizeof(V), *at);
        return true;
    }
    /// A text may only be read where one is: where its length lies in the bytes of a string of the same text.
    static bool reads_as(const std::byte* at, const std::string& value) {
        std::size_t words[sizeof(std::string) / sizeof(std::size_t)];
        std::memcpy(words, at, sizeof words);
        std::size_t known[sizeof(std::string) / sizeof(std::size_t)];
        std::memcpy(known, static_cast<const void*>(&value), sizeof known);
        std::size_t same = 0;
        for (std::size_t i = 0; i < std::size(words); ++i) same += words[i] == known[i] && known[i] == value.size();
        return same > 0 && *reinterpret_cast<const std::string*>(at) == value;
    }

    /// False when a member of this type may have members of its own.
    bool take_number(const Path& path, const std::string& name, const ::entt::meta_type& of) {
        if (of.info() == ::entt::type_id<::entt::entity>()) {
            constexpr auto first = static_cast<::entt::entity>(0x31415), second = static_cast<::entt::entity>(0x52627);
            const auto equal = [](const std::byte* at, ::entt::entity value) {
                return std::memcmp(at, &value, sizeof value) == 0;
            };
            if (const auto at = place_of(path, sizeof(::entt::entity), alignof(::entt::entity), first, second, equal))
                add(name, ecs::FieldKind::Entity, sizeof(::entt::entity), *at);
            return true;
        }
        if (of.is_enum()) {
            take_enum(path, name, of);
            return true;
        }
        const auto number = [&](auto one, auto two) { return take(path, name, of, one, two); };
        constexpr std::int64_t one = 0x3141516171819131, two = 0x5262728262a2b242;
        const auto whole = [&](auto type) {
            return number(static_cast<decltype(type)>(one), static_cast<decltype(type)>(two));
        };
        return number(false, true) || whole(std::int8_t{}) || whole(std::uint8_t{}) || whole(std::int16_t{}) ||
               whole(std::uint16_t{}) || whole(std::int32_t{}) || whole(std::uint32_t{}) || whole(std::int64_t{}) ||
               whole(std::uint64_t{}) || number(1234.5678f, -8765.4321f) || number(1234.5678901, -8765.4321098) ||
               number(std::string(51, 'a'), std::string(53, 'b'));
    }

    /// Its names are the static members of its own meta type.
    void take_enum(const Path& path, const std::string& name, const ::entt::meta_type& of) {
        std::vector<ecs::EnumName> names;
        std::vector<::entt::meta_any> values;
        for (auto&& [id, data] : of.data()) {
            ::entt::meta_any value = data.get({});
            ::entt::meta_any number = value;
            if (!value || !number.allow_cast<std::int64_t>()) continue;
            names.push_back({meta_name(data, id), number.cast<std::int64_t>()});
            values.push_back(std::move(value));
        }
        if (values.size() < 2) return;  // nothing to tell it from other bytes with
        const std::size_t size = of.size_of();
        const auto equal = [size](const std::byte* at, const ::entt::meta_any& value) {
            return std::memcmp(at, bytes_of(value), size) == 0;
        };
        const auto at = place_of(path, size, size, values[0], values[1], equal);
        if (!at) return;
        ecs::Field& field = add(name, ecs::FieldKind::Enum, size, *at);
        field.names = std::move(names);
        field.has_no_sign = has_no_sign(of);
    }
    /// entt::meta does not say it: the integer of which all bits are set is -1, or the largest one.
    static bool has_no_sign(const ::entt::meta_type& of) {
        ::entt::meta_any all = of.construct();
        if (!all || bytes_of(all) == nullptr) return false;
        std::memset(const_cast<std::byte*>(bytes_of(all)), 0xff, of.size_of());
        return all.allow_cast<double>() && all.cast<double>() > 0;
    }

    const ::entt::meta_type type_;
    const std::size_t size_;
    std::vector<ecs::Field> fields_;
};

}  // namespace chunkscope::entt::detail
