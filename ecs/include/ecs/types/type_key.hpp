// The qualified name of a C++ type and its hash, at compile time and without RTTI. Types in anonymous namespaces of
// two files share a name if they are spelt alike. Registering both in one world fails if their layouts differ.
#pragma once

#include <cstdint>
#include <string_view>

namespace ecs {

/// Qualified name as the compiler spells it: `game::Position`.
template <class T>
constexpr std::string_view type_name() {
    // "… type_name() [with T = game::Position; std::string_view = …]" (gcc), "… [T = game::Position]" (clang)
    std::string_view text = __PRETTY_FUNCTION__;
    text.remove_prefix(text.find("T = ") + 4);
    return text.substr(0, text.find_first_of(";]"));
}

/// FNV-1a of the qualified name, never 0.
template <class T>
constexpr std::uint64_t type_key() {
    constexpr std::uint64_t key = [] {
        std::uint64_t hash = 0xcbf29ce484222325u;
        for (char c : type_name<T>()) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
        return hash == 0 ? 1 : hash;
    }();
    return key;
}

}  // namespace ecs
