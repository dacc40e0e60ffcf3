#include "panels/archetypes_panel.hpp"
#include "panels/chunks_panel.hpp"
#include "panels/doctor_panel.hpp"
#include "panels/entities_panel.hpp"
#include "panels/inspector_panel.hpp"
#include "panels/journal_panel.hpp"
#include "panels/lab_panel.hpp"
#include "panels/layout_panel.hpp"
#include "panels/moves_panel.hpp"
#include "panels/panel.hpp"
#include "panels/systems_panel.hpp"
#include "panels/viewport_panel.hpp"

namespace panels {

std::vector<std::unique_ptr<Panel>> make_all_panels() {
    std::vector<std::unique_ptr<Panel>> panels;
    panels.push_back(std::make_unique<EntitiesPanel>());
    panels.push_back(std::make_unique<ViewportPanel>());
    panels.push_back(std::make_unique<LabPanel>());
    panels.push_back(std::make_unique<InspectorPanel>());
    panels.push_back(std::make_unique<ArchetypesPanel>());
    panels.push_back(std::make_unique<ChunksPanel>());
    panels.push_back(std::make_unique<DoctorPanel>());
    panels.push_back(std::make_unique<LayoutPanel>());
    panels.push_back(std::make_unique<SystemsPanel>());
    panels.push_back(std::make_unique<JournalPanel>());
    panels.push_back(std::make_unique<MovesPanel>());
    return panels;
}

}  // namespace panels
