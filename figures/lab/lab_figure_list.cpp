#include "figures/lab/lab_figure.hpp"

namespace figures::lab {

// Each stands at the end of the file that draws it.
LabFigure lab_map_figure();
LabFigure lab_compare_figure();
LabFigure lab_lines_figure();
LabFigure lab_table_figure();
LabFigure lab_cache_figure();
LabFigure lab_capacity_figure();
LabFigure lab_spans_figure();
LabFigure lab_events_figure();
LabFigure lab_account_figure();

std::span<const LabFigure> all_lab_figures() {
    static const LabFigure list[] = {
        lab_map_figure(),      lab_compare_figure(), lab_lines_figure(),  lab_table_figure(),   lab_cache_figure(),
        lab_capacity_figure(), lab_spans_figure(),   lab_events_figure(), lab_account_figure(),
    };
    return list;
}

}  // namespace figures::lab
