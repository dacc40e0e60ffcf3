// The colouring of the scene: the entities' own colours, or colours by the place of their rows in memory. Renderer,
// legend and map use these functions, so that colours mean the same everywhere.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ecs/storage/chunk.hpp"
#include "panels/base/style.hpp"

namespace panels {

enum class SceneColors { Own, Archetype, Chunk, Row, Age };
inline constexpr int scene_colors_count = 5;
/// `Entity colours`, `Archetype`, …. The next function explains the colouring in one line.
const char* name_of(SceneColors colors);
const char* explanation_of(SceneColors colors);

/// From the first row or the oldest chunk (0) to the last row or the newest chunk (1).
ImU32 color_between(const Style& style, float share);

}  // namespace panels
