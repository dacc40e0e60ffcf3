// The rules that reader and writer of world files share. These limits hold for files; JsonReader has those of the
// text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace files {

inline constexpr std::string_view format_name = "chunkscope.world";
inline constexpr int format_version = 1;

inline constexpr std::uint32_t highest_index = (1u << 24) - 1;  // of an entity
inline constexpr std::size_t max_components = 2048;             // of an entity
inline constexpr std::size_t max_types = 4096;                  // used or described by a file

inline constexpr std::size_t entities_a_look = 1024;  // between two reports of progress and checks for cancel

/// Limits the memory for a short file. The limit does not count fields that the file leaves out.
constexpr std::uint64_t max_value_bytes(std::size_t text_bytes) {
    return (64u << 20) + 256 * std::uint64_t{text_bytes};
}

/// The values for a file without "scene".
struct SceneDefaults {
    std::uint64_t seed = 1;  // also the state of the random source
};

}  // namespace files
