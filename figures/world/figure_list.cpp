#include "figures/world/figure.hpp"

namespace figures {

// Each stands at the end of the file that draws it.
FigureDescriptor archetypes_figure();
FigureDescriptor treemap_figure();
FigureDescriptor histogram_figure();
FigureDescriptor map_figure();
FigureDescriptor chunk_figure();
FigureDescriptor table_figure();
FigureDescriptor lines_figure();
FigureDescriptor traffic_figure();
FigureDescriptor move_figure();
FigureDescriptor doctor_figure();
FigureDescriptor layout_figure();

std::span<const FigureDescriptor> all_figures() {
    static const FigureDescriptor list[] = {
        archetypes_figure(), treemap_figure(), histogram_figure(), map_figure(),    chunk_figure(),  table_figure(),
        lines_figure(),      traffic_figure(), move_figure(),      doctor_figure(), layout_figure(),
    };
    return list;
}

}  // namespace figures
