// The four workspaces that everybody has. To place a new panel, name it here.
#pragma once

#include <vector>

#include "panels/workspace/workspaces.hpp"

namespace panels {

std::vector<Workspace> built_in_workspaces();

}  // namespace panels
