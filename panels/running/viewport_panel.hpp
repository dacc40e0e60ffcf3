// The viewport: the scene as the editor's renderer draws it. A person pans, zooms and picks, selects entities with a
// frame or a lasso, moves and creates them with the tools of panels/scene, and chooses the colouring of the scene.
// Picture, picking and places of entities come from the SceneLink, so this panel does not depend on a GPU.
#pragma once

#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/patterns.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/scene/scene_tools.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

inline constexpr float zoom_min = 0.02f, zoom_max = 200;

/// The camera after zooming by `factor` around a place of the picture, which shows the same world point afterwards.
Camera zoomed_around(Camera camera, ecs::Vec2 in_picture, float factor, float width, float height);
/// The camera after dragging the picture by some pixels.
Camera panned(Camera camera, ImVec2 drag_px);
/// The entity that a click selects among these (topmost first): the topmost, or the one behind `selected` when the
/// click is at the same place as the last one.
ecs::Entity pick_next(const std::vector<ecs::Entity>& under, ecs::Entity selected, bool same_place);

/// The tools, and the list of what can be created.
std::span<const KeyCommand> scene_commands();

class ViewportPanel : public Panel {
public:
    ViewportPanel();

    std::string save_settings() const override;
    void load_settings(std::string_view line) override;
    std::span<const FixedKeys> fixed_keys() const override;
    std::span<const KeyCommand> commands() const override;
    /// The tools, for the palette.
    std::vector<NamedPart> named_parts() const override;
    const char* group_of_parts() const override;
    void show_part(std::string_view part) override;
    bool shows_the_game() const override { return true; }
    std::string_view palette_search() const override { return "@"; }
    void take_keyboard() override { focus_picture_ = true; }
    const SceneTools& tools() const { return tools_; }

    /// Where the picture was last drawn.
    const Area& picture() const { return picture_; }

protected:
    void draw(const Context& context) override;

private:
    void find_maker(const Context& context);
    void take_drop(const Context& context, const SceneLink& link) const;
    void draw_picture(const Context& context, SceneLink& link);
    void move_camera(SceneLink& link);
    void draw_bar(const Context& context);
    void draw_snap(const Context& context);
    void draw_paint(const Context& context);
    float tool_strip_width(const Context& context, const SceneLink& link) const;
    /// The ground below the tools; empty where there is no room for them.
    Area tool_strip(const Context& context, const SceneLink& link) const;
    void draw_tool_strip(const Context& context, const SceneLink& link);
    /// What can be created at a world point; and the same as a submenu of the menu of the place under the mouse.
    static std::vector<MenuItem> create_items(const Context& context, ecs::Vec2 place);
    std::vector<MenuItem> place_items(const Context& context) const;
    void use_keys(const Context& context, SceneLink& link);
    void draw_legend(const Context& context, const SceneLink& link) const;
    void press(const SceneView& view);
    void brush(const SceneView& view);
    void draw_brush(const Context& context, const SceneLink& link) const;
    void select_inside(const Context& context, const SceneLink& link);
    void pick(const Context& context, const SceneLink& link);
    void hover(const Context& context, const SceneLink& link);
    void offer_menu_here(const Context& context, const SceneLink& link);
    void draw_flash_of(const Context& context, const SceneLink& link);
    void draw_selected(const Context& context, const SceneLink& link);
    static std::string without_place(const Context& context, const SceneLink& link);
    void draw_lines(const Context& context, SceneLink& link);
    ecs::Vec2 within_picture(ImVec2 place) const { return {place.x - picture_.low.x, place.y - picture_.low.y}; }
    ecs::Vec2 world_of(const SceneLink& link, ImVec2 place) const;
    bool covers(const SceneLink& link, ecs::Entity entity, ImVec2 place) const;
    /// The entity's area on the screen.
    Area area_of(const SceneLink& link, ecs::Entity entity) const;

    SceneTools tools_;
    SceneColors colors_ = SceneColors::Own;
    bool lasso_ = false;            // false: a frame
    std::vector<ecs::Vec2> brush_;  // world points while the mouse drags: corners of the frame or of the lasso
    bool pressed_ = false, brushing_ = false;
    bool first_here_ = false;  // the last click, or the first one of the double click that goes on
    bool focus_picture_ = false;
    Area picture_;
    std::optional<ImVec2> last_pick_;  // place of the last pick, while camera and mouse stayed
    Camera last_pick_camera_;
    ImVec2 rested_at_{-1, -1};  // place of the resting mouse
    double rested_from_secs_ = 0;
    bool looked_ = false;  // the entity under the resting mouse was looked up
    ecs::Entity under_mouse_;
    std::size_t flash_seen_ = 0;
};

}  // namespace panels
