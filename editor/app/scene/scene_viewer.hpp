// The SceneViewer is the scene as the Scene panel shows it: it renders the world into a texture, answers what is under
// the mouse, and owns the camera. It remembers for each file where the person looked last.
//
// If the file has no camera and the person has not moved the camera, it shows the playing field. It fits the field
// again when the panel changes its size.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "editor/app/scene/drawn_from.hpp"
#include "editor/app/scene/renderer.hpp"
#include "editor/session/saved_cameras.hpp"
#include "editor/session/saved_marks.hpp"
#include "editor/session/session.hpp"
#include "editor/session/settings.hpp"
#include "panels/base/panel.hpp"

namespace editor {

class SceneViewer {
public:
    /// `session` gives the present one, whenever it is asked. `settings` keep from which fields each Game is drawn.
    /// `cameras` is the folder where they are kept; empty: they are not.
    SceneViewer(std::function<Session&()> session, Settings& settings, const std::filesystem::path& cameras);

    panels::SceneLink& link() { return link_; }
    const panels::SceneLink& link() const { return link_; }
    const DrawnFrom& drawn_from() const { return drawn_; }
    const Game& game() const { return session_().game; }

    // What a person chooses for this Game, now and in later runs

    void choose_drawn_from(const DrawRoles& roles);
    /// What is in sight stays in sight.
    void choose_y_up(bool up);
    /// All is as the Game says.
    void forget_choices();
    bool chosen() const { return drawn_.choice().has_value() || settings_.has(y_up_setting()); }

    /// Before the panels draw: where things are drawn in this frame, for picking and outlines.
    void begin_frame(const panels::Style& style);
    /// After the panels drew, so that what they point at is marked in this frame: renders into the texture that the
    /// panel shows, which is the same one in all frames. Returns what is wrong with the shader files since the last
    /// call; empty when all is well.
    std::string draw(const panels::Style& style, const panels::Selection& selection, bool grid);

    /// The scene as the person looks at it, small, without marks: RGB rows, the top one first.
    struct SmallPicture {
        static constexpr int width = 192, height = 120;
        std::vector<std::uint8_t> pixels;
    };
    SmallPicture small_picture(const panels::Style& style);

    /// Call after the session was replaced. Points the camera where the person looked last, or where the file says, or
    /// so that everything is in sight.
    void look_first();
    /// The same for a session with the same world: the camera stays.
    void look_again();
    /// Keeps where the person looks now. Returns the reason when that fails.
    std::string remember();

    void center_on(ecs::Entity entity);
    // Both return how many are left out of it: FramedShapes says which.
    std::size_t frame(const panels::Selection& selection, const panels::Style& style);
    std::size_t frame_all(const panels::Style& style);
    /// Frames everything there is now, and again when the panel gets another size, until somebody moves the camera.
    void fit_all(const panels::Style& style);

private:
    /// What is left out of the picture, and what the mouse does not pick: beside an open prefab all others are.
    const panels::SceneMarks& marks_in_view() const { return opened_prefab_ ? prefab_marks_ : link_.marks; }
    void follow_prefab(ecs::Entity opened);
    std::vector<ecs::Entity> pick(ecs::Vec2 world_point) const;
    void leave_out_marked(std::vector<ecs::Entity>& found) const;
    void tell_fields();
    SavedMarks::Marks marked_now() const;
    void shift(ecs::EntityRecord& copy, ecs::Vec2 by) const;
    /// Of the session, and of the picture: where y grows up, they count it in opposite directions.
    CameraState world_camera() const;
    panels::Camera picture_camera(const CameraState& camera) const;
    /// The corner opposite to (0, 0) of the area that the world plays in; 0: it says none.
    ecs::Vec2 area() const;
    /// What the view fits: the area that the world plays in, else all entities.
    WorldRect field() const;
    std::string fields_setting() const { return "drawn_from." + game().name; }
    std::string y_up_setting() const;
    void bring_choices();
    void find_fields();
    void follow_field(const panels::Style& style);
    void frame_rect(const WorldRect& rect, float max_zoom);
    std::size_t frame(const FramedShapes& shapes, float max_zoom);

    std::function<Session&()> session_;
    Settings& settings_;
    DrawnFrom drawn_;
    Renderer renderer_;
    panels::SceneLink link_;
    SavedCameras saved_cameras_;
    SavedMarks saved_marks_;
    panels::Camera remembered_camera_;             // what needs not be remembered again
    std::uint64_t remembered_marks_ = 0;           // SceneMarks::revision() of what is remembered
    std::optional<panels::Camera> fitted_camera_;  // while it follows the field: what it was fitted to
    WorldRect fitted_rect_;                        // what it was fitted to, where the world names no area
    float most_fitted_zoom_ = 100;                 // a world of one point is not magnified without end
    bool fits_all_ = false;                        // also where the world names an area
    ecs::Entity opened_prefab_;                    // that is shown alone; null: the world is
    panels::SceneMarks prefab_marks_;              // beside it
    std::uint64_t prefab_structure_ = 0, prefab_revision_ = 0;
    struct View {
        panels::Camera camera;
        std::optional<panels::Camera> fitted;
    } view_of_world_;    // to go back to
    float pick_px_ = 1;  // one pixel of the interface, as of the last begin_frame()
};

}  // namespace editor
