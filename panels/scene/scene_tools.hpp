// The tools of the Scene panel: what a press of the mouse begins, while a tool is chosen, and what keys do. Moves,
// turns and sizes go through a SceneGesture; every gesture is one step of the history, and Esc takes it back as if it
// had never begun.
//
//     Select   drags what is selected; a press beside it is the panel's, for its frame
//     Move     drags any entity, and has arrows for one axis each, a square for both, a ring that rotates
//     Rotate   a ring
//     Scale    two arms
//     Paint    a click puts one into the scene, a stroke many
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "panels/base/key_map.hpp"
#include "panels/scene/makers.hpp"
#include "panels/scene/scene_gesture.hpp"
#include "panels/scene/scene_handles.hpp"
#include "panels/scene/scene_view.hpp"
#include "panels/scene/typed_numbers.hpp"

namespace panels {

/// "Move".
const char* name_of(SceneTool tool);
const KeyCommand& command_of(SceneTool tool);
Icon icon_of(SceneTool tool);
/// All commands of the tools, for Panel::commands().
std::span<const KeyCommand> scene_tool_commands();

class SceneTools {
public:
    SceneTool tool = SceneTool::Select;
    bool snaps = false;  // Ctrl means the contrary
    SnapSteps steps;
    float spacing = 32;        // world units between two that are painted
    std::size_t maker = 0;     // position in makers_of()
    std::string maker_wanted;  // its name, until it is looked up in the next frame

    /// Once in a frame, before press(): keys of tools, arrows that nudge.
    void take_keys(const SceneView& view);
    /// The left button went down over the picture; `under` are the entities there, topmost first.
    void press(const SceneView& view, const std::vector<ecs::Entity>& under);
    /// Whether the mouse holds something of a tool, so that the panel leaves press, drag and release to it.
    bool holds() const { return gesture_.has_value() || painting_; }
    /// Begins what the press was for, if the mouse moved enough. Returns holds().
    bool begin_drag(const SceneView& view);
    /// Goes on while it holds something. Ends it when the button is let go, on Enter, and gives it up on Esc.
    void follow(const SceneView& view);
    /// The right button, which was let go just now, gave a gesture up: it opens no menu.
    bool right_gave_up();
    /// The press was no more than a click.
    void forget_press() { grabbed_.reset(); }

    /// The place, or with snapping the crossing of the grid beside it.
    ecs::Vec2 snapped(ecs::Vec2 place) const { return snapping() ? on_grid(place, steps.grid) : place; }

    /// Over the picture: handles, guides, what is typed.
    void draw(const SceneView& view);
    /// What the keys do now, for the line at the bottom; empty: nothing to say.
    std::string hint(const SceneView& view) const;
    /// The handle under the mouse.
    SceneHandle lit() const { return lit_; }
    const std::optional<SceneGesture>& gesture() const { return gesture_; }

    std::string save() const;
    void load(std::string_view line);

private:
    struct Grab {
        SceneHandle handle = SceneHandle::None;
        ecs::Entity entity;  // grabbed itself; null: by a handle
        ImVec2 place;
    };
    struct Pivot {
        ecs::Vec2 in_fields, offset;  // what is drawn may lie beside the fields, where there is a third axis
        ecs::Vec2 shown() const { return {in_fields.x + offset.x, in_fields.y + offset.y}; }
    };
    std::optional<Pivot> pivot_of(const SceneView& view);
    void begin_gesture(const SceneView& view, const Grab& grab);
    void collect_lines(const SceneView& view);
    void give_up(const SceneView& view);
    void end(const SceneView& view);
    void follow_paint(const SceneView& view);
    void nudge(const SceneView& view);
    std::string label(const SceneView& view) const;
    std::string said(const SceneView& view) const;
    std::array<std::optional<double>, 2> typed_in_picture(const SceneFields& fields) const;
    void draw_gesture(const SceneView& view, ImDrawList& list) const;
    void draw_paint(const SceneView& view, ImDrawList& list) const;
    bool snapping() const { return snaps != ImGui::GetIO().KeyCtrl; }

    std::optional<Grab> grabbed_;
    std::optional<SceneGesture> gesture_;
    ecs::Vec2 gesture_offset_;  // Pivot::offset when it began
    const ecs::World* world_ = nullptr;
    std::uint64_t structure_seen_ = 0;
    std::vector<ecs::Entity> roots_;
    TypedNumbers typed_;
    bool lines_known_ = false, right_gave_up_ = false;
    SceneHandle lit_ = SceneHandle::None;

    bool painting_ = false;
    PaintStroke stroke_;
    ecs::Vec2 nudged_;  // since the arrow went down

    // The pivot of the last frame, and what it was computed from.
    std::optional<Pivot> pivot_;
    std::uint64_t pivot_version_ = 0, pivot_marks_ = 0;
    std::size_t pivot_selection_ = 0;
    const ecs::World* pivot_world_ = nullptr;
    ecs::FieldPath pivot_x_, pivot_y_;
};

}  // namespace panels
