// The one dock space of a Dear ImGui with docking: its names, and the id that they give it in every run. The workspace
// draws it; a kept arrangement that speaks of another one is not believed.
#pragma once

#include <cstdint>

namespace editor {

inline constexpr const char* dock_window = "##docks";
inline constexpr const char* dock_space_name = "docks";

/// 0 with a Dear ImGui that cannot dock.
std::uint32_t dock_space_id();

}  // namespace editor
