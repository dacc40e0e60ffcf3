#include "panels/entities_panel.hpp"
#include "panels/inspector_panel.hpp"
#include "panels/panel.hpp"

namespace panels {

std::vector<std::unique_ptr<Panel>> make_all_panels() {
    std::vector<std::unique_ptr<Panel>> panels;
    panels.push_back(std::make_unique<EntitiesPanel>());
    panels.push_back(std::make_unique<InspectorPanel>());
    return panels;
}

}  // namespace panels
