#include "panels/base/same_imgui.hpp"

namespace panels {

void check_same_imgui(ThisImGui) {}

}  // namespace panels
