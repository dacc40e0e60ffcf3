// What reader and writer of world files must agree on. The limits hold for files; see JsonReader for those of the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "editor/session/session.hpp"

namespace editor {

inline constexpr std::string_view format_name = "chunkscope.world";
inline constexpr int format_version = 1;

inline constexpr std::uint32_t highest_index = (1u << 24) - 1;  // of an entity
inline constexpr std::size_t max_components = 256;              // of an entity
inline constexpr std::size_t max_types = 4096;                  // that a file may use or describe

inline constexpr std::size_t entities_a_look = 1024;  // how often progress is told, and cancel is seen

/// A short file must not ask for all memory: fields that it leaves out cost it nothing.
constexpr std::uint64_t max_value_bytes(std::size_t text_bytes) {
    return (64u << 20) + 256 * std::uint64_t{text_bytes};
}

/// What a file that has no "scene" stands for: a fresh session.
struct SceneDefaults {
    std::uint64_t seed = 1;  // also the state of the random source
};

}  // namespace editor
