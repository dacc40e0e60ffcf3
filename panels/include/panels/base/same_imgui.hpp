// The panels and the program must be compiled with the same Dear ImGui: another version, or another imconfig.h, puts
// other members at other places. If they are not, the linker does not find check_same_imgui for the program's.
#pragma once

#include <cstddef>

#include <imgui.h>

namespace panels {

/// What differs between two of them: the version and sizes, as IMGUI_CHECKVERSION() compares them.
template <int version, std::size_t io, std::size_t style, std::size_t vertex, std::size_t index, std::size_t character>
struct ImGuiLayout {};
using ThisImGui = ImGuiLayout<IMGUI_VERSION_NUM, sizeof(ImGuiIO), sizeof(ImGuiStyle), sizeof(ImDrawVert),
                              sizeof(ImDrawIdx), sizeof(ImWchar)>;

/// Exists for the Dear ImGui that the panels were compiled with.
void check_same_imgui(ThisImGui);

}  // namespace panels
