// All panels of a program that has the Storage Lab, too.
#pragma once

#include <memory>
#include <vector>

#include "panels/base/panel.hpp"

namespace panels {

/// make_all_panels(), with the Storage Lab and the lessons behind the Scene.
std::vector<std::unique_ptr<Panel>> make_all_panels_with_lab();

}  // namespace panels
