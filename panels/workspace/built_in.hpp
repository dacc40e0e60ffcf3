// The five workspaces that everybody has, of the panels that there are. To place a new panel, name it here.
#pragma once

#include <string>
#include <vector>

#include "panels/workspace/workspaces.hpp"

namespace panels {

/// Without those whose main panels are not among them.
std::vector<Workspace> built_in_workspaces(const std::vector<std::string>& panels);

/// A panel that belongs to no workspace opens as a tab beside the first of these that is there: their panes are high.
std::vector<std::string> panels_to_read_beside();

}  // namespace panels
