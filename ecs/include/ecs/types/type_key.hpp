// The qualified name of a C++ type and a key made of name and layout, at compile time and without RTTI. Types in
// anonymous namespaces of two files share a name if they are spelt alike. If their layouts differ, so do their keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace ecs {

namespace detail {

/// The signature of this function, with the name of T somewhere inside.
template <class T>
constexpr std::string_view signature() {
#if defined(_MSC_VER) && !defined(__clang__)
    return __FUNCSIG__;
#else
    return __PRETTY_FUNCTION__;
#endif
}

}  // namespace detail

/// Qualified name as the compiler spells it: `game::Position`.
template <class T>
constexpr std::string_view type_name() {
    // The text around the name is the same for every type, so a known name shows where it ends.
    constexpr std::string_view known = "double";
    constexpr std::size_t before = detail::signature<double>().find(known);
    constexpr std::size_t behind = detail::signature<double>().size() - before - known.size();
    std::string_view name = detail::signature<T>();
    name.remove_prefix(before);
    name.remove_suffix(behind);
    for (const std::string_view word : {"struct ", "class ", "union "})  // as __FUNCSIG__ has it
        if (name.substr(0, word.size()) == word) name.remove_prefix(word.size());
    return name;
}

/// FNV-1a of the qualified name, the size and the alignment, never 0.
template <class T>
constexpr std::uint64_t type_key() {
    constexpr std::uint64_t key = [] {
        std::uint64_t hash = 0xcbf29ce484222325u;
        const auto add = [&](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3u; };
        for (char c : type_name<T>()) add(static_cast<unsigned char>(c));
        add(std::is_empty_v<T> ? 0 : sizeof(T));
        add(alignof(T));
        return hash == 0 ? 1 : hash;
    }();
    return key;
}

}  // namespace ecs
