// The bar at the top of the window: the menus, the workspaces, and the transport of the simulation.
#pragma once

#include "editor/app/actions/action.hpp"
#include "panels/running/transport_bar.hpp"

namespace editor {

/// In pixels.
float menu_bar_height(const panels::Style& style);

class MenuBar {
public:
    void draw(ActionHost& host, panels::Workbench& workbench);
    panels::TickQuestion& tick_question() { return transport_.question(); }

private:
    panels::TransportBar transport_;
};

}  // namespace editor
