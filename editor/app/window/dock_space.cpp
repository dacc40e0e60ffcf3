#include "editor/app/window/dock_space.hpp"

#include <imgui.h>
#include <imgui_internal.h>

namespace editor {

std::uint32_t dock_space_id() {
#ifdef IMGUI_HAS_DOCK
    return ImHashStr(dock_space_name, 0, ImHashStr(dock_window));
#else
    return 0;
#endif
}

}  // namespace editor
