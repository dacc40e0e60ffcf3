// A SceneGesture moves, turns or sizes what is selected while the mouse is held. It is arithmetic: the tools tell it
// where the mouse is and which keys are held, and it says what becomes of each entity. It owns the placements from the
// beginning of the gesture.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "panels/scene/placements.hpp"
#include "panels/scene/scene_snap.hpp"

namespace panels {

enum class GestureKind { Move, Rotate, Scale };
/// The axes along which a move may go.
enum class MoveAxis { Both, X, Y };

/// What a gesture reads in one frame.
struct GestureInput {
    ecs::Vec2 mouse;  // world
    bool snaps = false;
    SnapSteps steps = {};
    float reach = 0;  // world units within which shapes attract
    std::array<std::optional<double>, 2> typed = {};
};

class SceneGesture {
public:
    /// `pivot` is the point around which it turns and grows, and that snaps to the grid where `held` is nothing.
    /// `held` is the shape that was grabbed: its edges snap.
    SceneGesture(GestureKind kind, Placements placements, ecs::Vec2 mouse, ecs::Vec2 pivot,
                 std::optional<SceneBox> held);

    GestureKind kind() const { return kind_; }
    const Placements& placements() const { return placements_; }
    Placements& placements() { return placements_; }
    SnapLines& lines() { return lines_; }
    MoveAxis axis = MoveAxis::Both;

    /// Computes where everything is now. Returns whether it differs from the last call.
    bool update(const GestureInput& input);
    /// The edits that bring it there; and those that bring it back to the beginning.
    std::vector<ecs::Edit> edits() const;
    std::vector<ecs::Edit> edits_back() const;

    // What it amounts to now

    double dx() const { return dx_; }
    double dy() const { return dy_; }
    double turned() const { return turn_; }
    double factor() const { return factor_; }
    /// Nothing moved: as it began.
    bool at_start() const { return dx_ == 0 && dy_ == 0 && turn_ == 0 && factor_ == 1; }
    bool ever_moved() const { return ever_moved_; }
    ecs::Vec2 pivot() const { return pivot_; }
    /// Where the handles stand: they go along.
    ecs::Vec2 pivot_now() const;
    const std::optional<SnapGuide>& guide_x() const { return guide_x_; }
    const std::optional<SnapGuide>& guide_y() const { return guide_y_; }
    bool on_grid() const { return on_grid_; }

private:
    void move(const GestureInput& input);
    void turn(const GestureInput& input);
    void size(const GestureInput& input);
    void fill_changes();

    GestureKind kind_;
    Placements placements_;
    SnapLines lines_;
    ecs::Vec2 from_, pivot_;
    std::optional<SceneBox> held_;
    double dx_ = 0, dy_ = 0, turn_ = 0, factor_ = 1;
    double turned_by_mouse_ = 0, last_mouse_angle_ = 0;  // so that it can go round more than once
    std::optional<SnapGuide> guide_x_, guide_y_;
    bool on_grid_ = false, ever_moved_ = false;
    std::vector<PlaceChange> changes_;
};

}  // namespace panels
