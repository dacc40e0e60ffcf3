// The views of the Storage Lab, in the order of their buttons. A new view has its own file pair and one line here.
#pragma once

#include <memory>
#include <vector>

#include "panels/lab/lab_view.hpp"

namespace panels {

std::vector<std::unique_ptr<LabView>> make_lab_views();

}  // namespace panels
