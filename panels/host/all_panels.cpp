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
#include "panels/running/systems_panel.hpp"
#include "panels/running/viewport_panel.hpp"
#include "panels/scene/place_panel.hpp"
#include "panels/timeline/timeline_panel.hpp"
#include "panels/watch/plot_panel.hpp"
#include "panels/watch/watch_panel.hpp"
#include "panels/workspace/cost_panel.hpp"

namespace panels {

std::vector<std::unique_ptr<Panel>> make_all_panels() {
    std::vector<std::unique_ptr<Panel>> panels;
    panels.push_back(std::make_unique<EntitiesPanel>());
    panels.push_back(std::make_unique<ViewportPanel>());
    panels.push_back(std::make_unique<InspectorPanel>());
    panels.push_back(std::make_unique<ArchetypesPanel>());
    panels.push_back(std::make_unique<ChunksPanel>());
    panels.push_back(std::make_unique<DoctorPanel>());
    panels.push_back(std::make_unique<LayoutPanel>());
    panels.push_back(std::make_unique<SystemsPanel>());
    panels.push_back(std::make_unique<QueryPanel>());
    panels.push_back(std::make_unique<BulkEditPanel>());
    panels.push_back(std::make_unique<WatchPanel>());
    panels.push_back(std::make_unique<PlotPanel>());
    panels.push_back(std::make_unique<MovesPanel>());
    panels.push_back(std::make_unique<ComparePanel>());
    panels.push_back(std::make_unique<HistoryPanel>());
    panels.push_back(std::make_unique<TimelinePanel>());
    panels.push_back(std::make_unique<PlacePanel>());
    panels.push_back(std::make_unique<CostPanel>());
    panels.push_back(std::make_unique<ManualPanel>());
    return panels;
}

}  // namespace panels
