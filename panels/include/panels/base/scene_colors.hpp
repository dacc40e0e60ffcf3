// By what the scene is coloured: as its entities say, or by the place in memory that their rows have. Renderer, legend
// and map take the colours from here, so that they mean the same.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ecs/storage/chunk.hpp"
#include "panels/base/style.hpp"

namespace panels {

enum class SceneColors { Own, Archetype, Chunk, Row, Age };
inline constexpr int scene_colors_count = 5;
/// `Own colours`, `Archetype`, …; and one line that says what it means.
const char* name_of(SceneColors colors);
const char* explanation_of(SceneColors colors);

/// From the first row or the oldest chunk (0) to the last row or the newest chunk (1).
ImU32 color_between(const Style& style, float share);

}  // namespace panels
