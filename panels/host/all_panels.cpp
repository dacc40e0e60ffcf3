#include "panels/archetypes/archetypes_panel.hpp"
#include "panels/base/panel.hpp"
#include "panels/changes/moves_panel.hpp"
#include "panels/chunks/chunks_panel.hpp"
#include "panels/compare/compare_panel.hpp"
#include "panels/entities/entities_panel.hpp"
#include "panels/history/history_panel.hpp"
#include "panels/inspector/inspector_panel.hpp"
#include "panels/manual/manual_panel.hpp"
#include "panels/memory/doctor_panel.hpp"
#include "panels/memory/layout_panel.hpp"
#include "panels/query/bulk_edit_panel.hpp"
#include "panels/query/query_panel.hpp"
#include "panels/running/schedule_panel.hpp"
#include "panels/running/systems_panel.hpp"
#include "panels/running/viewport_panel.hpp"
#include "panels/scene/place_panel.hpp"
#include "panels/stops/breakpoints_panel.hpp"
#include "panels/stops/step_panel.hpp"
#include "panels/timeline/timeline_panel.hpp"
#include "panels/watch/plot_panel.hpp"
#include "panels/watch/watch_panel.hpp"
#include "panels/workspace/cost_panel.hpp"

namespace panels {

namespace {

template <class... Each>
std::vector<std::unique_ptr<Panel>> make_each() {
    std::vector<std::unique_ptr<Panel>> panels;
    (panels.push_back(std::make_unique<Each>()), ...);
    return panels;
}

}  // namespace

std::vector<std::unique_ptr<Panel>> make_all_panels() {
    return make_each<EntitiesPanel, ViewportPanel, InspectorPanel, ArchetypesPanel, ChunksPanel, DoctorPanel,
                     LayoutPanel, SystemsPanel, BreakpointsPanel, StepPanel, SchedulePanel, QueryPanel, BulkEditPanel,
                     WatchPanel, PlotPanel, MovesPanel, ComparePanel, HistoryPanel, TimelinePanel, PlacePanel,
                     CostPanel, ManualPanel>();
}

}  // namespace panels
