#include "panels/lab/lab_views.hpp"

#include "panels/lab/lab_bench.hpp"
#include "panels/lab/lab_board.hpp"
#include "panels/lab/lab_bytes_view.hpp"
#include "panels/lab/lab_capacity.hpp"
#include "panels/lab/lab_handles.hpp"
#include "panels/lab/lab_lines_view.hpp"
#include "panels/lab/lab_six.hpp"
#include "panels/lab/lab_steps_view.hpp"
#include "panels/lab/lab_table.hpp"

namespace panels {

std::vector<std::unique_ptr<LabView>> make_lab_views() {
    std::vector<std::unique_ptr<LabView>> views;
    views.push_back(std::make_unique<LabBoard>());
    views.push_back(std::make_unique<LabSix>());
    views.push_back(std::make_unique<LabBytesView>());
    views.push_back(std::make_unique<LabTable>());
    views.push_back(std::make_unique<LabStepsView>());
    views.push_back(std::make_unique<LabLinesView>());
    views.push_back(std::make_unique<LabHandles>());
    views.push_back(std::make_unique<LabCapacity>());
    views.push_back(std::make_unique<LabBench>());
    return views;
}

}  // namespace panels
