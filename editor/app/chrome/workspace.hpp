// The Workspace owns the panels and shows those that are in front, in the four places of the window. With a docking
// Dear ImGui the same panels stand in a dock space instead. A panel that is closed or behind another costs nothing.
#pragma once

#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "editor/app/chrome/panel_arrangement.hpp"
#include "editor/session/settings.hpp"
#include "panels/base/panel.hpp"

namespace editor {

class Workspace {
public:
    Workspace();

    /// Makes the panels anew, because what they remember belongs to a world that is gone. Their settings stay.
    void renew_panels();
    std::span<const std::unique_ptr<panels::Panel>> panels() const { return panels_; }

    /// Returns what cannot be in the settings of the arrangement, for a person: then the panels stand where they do by
    /// default.
    std::string load(const Settings& settings);
    void save(Settings& settings) const;
    void reset();

    /// Shows the panels within `area` of the window.
    void draw(const panels::Context& context, const Rect& area);

    // Panels are named by their ids (Panel::id).

    void show_panel(std::string_view id);
    void close_panel(std::string_view id);
    bool open(std::string_view id) const;
    /// Whether the panel was drawn in the last frame.
    bool visible(std::string_view id) const { return visible_.count(std::string(id)) != 0; }

    /// Id of the panel that has the keyboard; empty when none has.
    const std::string& focused() const { return focused_; }

    /// CPU time of the visible panels, in microseconds: mean over about half a second.
    double cost_us() const;

private:
    std::vector<PanelArrangement::Tab> default_tabs() const;
    void draw_panel(panels::Panel& panel, const panels::Context& context);

#ifdef IMGUI_HAS_DOCK
    void build_default_docks(ImGuiID dock_space, const Rect& area);

    void bring_first_panels_to_front();
    /// What floats is never larger than the area, and all of it can be seen when the area has become smaller.
    void keep_floating_inside(const Rect& area);

    Rect area_;  // of the last frame
    bool rebuild_docks_ = false;
    std::vector<std::string> bring_to_front_;  // in this order, so that the last one has the keyboard
    int frames_before_front_ = 0, frames_drawn_ = 0;
#else
    void draw_splitters(const std::array<Rect, 4>& rects, const Rect& area, const panels::Style& style);
    void draw_place(DockPlace place, const Rect& rect, const panels::Context& context);
    void draw_tabs(DockPlace place, const Rect& strip, const panels::Style& style);
    const panels::Panel& panel_of(std::string_view id) const;
    void draw_tab_menu(const std::string& id, DockPlace place);
    void drag_tab(const std::array<Rect, 4>& rects, const Rect& area, const panels::Style& style);

    struct DrawnTab {
        std::string id;
        DockPlace place = DockPlace::Left;
        Rect rect;
    };
    std::vector<DrawnTab> drawn_tabs_;  // of this frame
    std::string dragged_;               // id of the tab that the mouse carries
#endif

    PanelArrangement arrangement_;
    std::vector<std::unique_ptr<panels::Panel>> panels_;
    std::set<std::string> visible_;
    std::string focused_;
};

}  // namespace editor
