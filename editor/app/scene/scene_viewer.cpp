#include "editor/app/scene/scene_viewer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <imgui.h>

#include "ecs/prefab/prefabs.hpp"
#include "editor/attach/attached_world.hpp"

namespace editor {

SceneViewer::SceneViewer(std::function<Session&()> session, Settings& settings, const std::filesystem::path& cameras)
    : session_(std::move(session)), settings_(settings), saved_cameras_(cameras), saved_marks_(cameras) {
    link_.pick = [this](ecs::Vec2 point) { return pick(point); };
    link_.bounds = [this](ecs::Entity entity) { return bounds_of(session_().world, drawn_.fields(), entity); };
    link_.pick_inside = [this](std::span<const ecs::Vec2> corners) {
        std::vector<ecs::Entity> found = entities_inside(session_().world, drawn_.fields(), corners);
        leave_out_marked(found);
        return found;
    };
    link_.box = [this](ecs::Entity entity) { return box_of(session_().world, drawn_.fields(), entity); };
    link_.marks_selection = true;
    link_.shift = [this](ecs::EntityRecord& copy, ecs::Vec2 by) { shift(copy, by); };
}

void SceneViewer::shift(ecs::EntityRecord& copy, ecs::Vec2 by) const {
    const DrawnFields& fields = drawn_.fields();
    const auto add = [&](const ecs::FieldPath& field, float distance) {
        for (ecs::Value& value : copy.values)
            if (value.type().id == field.component)
                ecs::write_number(field, value.data(), ecs::read_number(field, value.data()) + distance);
    };
    add(fields[DrawRole::X], by.x);
    add(fields[DrawRole::Y], by.y);
    for (std::size_t i = 0; i + 1 < fields.moved_along.size(); i += 2) {
        add(fields.moved_along[i], by.x);
        add(fields.moved_along[i + 1], by.y);
    }
}

void SceneViewer::choose_drawn_from(const DrawRoles& roles) {
    settings_.set_list(fields_setting(), to_lines(roles));
    drawn_.choose(roles);
    find_fields();
}

void SceneViewer::choose_y_up(bool up) {
    settings_.set_flag(y_up_setting(), up);
    drawn_.set_y_up(up);
    find_fields();
}

void SceneViewer::forget_choices() {
    settings_.remove(fields_setting());
    settings_.remove(y_up_setting());
    bring_choices();
    find_fields();
}

std::string SceneViewer::y_up_setting() const {
    const Session& session = session_();
    const std::optional<Session::ProgramKind> kind = session.program_kind();
    return kind ? "y_up.attached." + kind->name : "y_up." + session.game.name;
}

void SceneViewer::bring_choices() {
    const Session& session = session_();
    const std::vector<std::string> fields = settings_.list(fields_setting());
    drawn_.choose(fields.empty() ? std::nullopt : std::optional(draw_roles_from(fields)));
    const std::optional<Session::ProgramKind> kind = session.program_kind();
    const bool usual = kind ? kind->y_grows_up : session.game.draw.y_up;
    drawn_.set_y_up(settings_.flag(y_up_setting(), usual));
}

CameraState SceneViewer::world_camera() const {
    const panels::Camera& camera = link_.camera;
    return {camera.x, drawn_.fields().y_up ? 0 - camera.y : camera.y, camera.zoom};
}

panels::Camera SceneViewer::picture_camera(const CameraState& camera) const {
    return {camera.x, drawn_.fields().y_up ? 0 - camera.y : camera.y, camera.zoom};
}

ecs::Vec2 SceneViewer::area() const {
    if (const std::optional<ecs::Vec2> area = area_of(session_().world, drawn_.fields())) return *area;
    const ecs::Vec2 usual = drawn_.roles().default_area;
    return {usual.x, drawn_.fields().y_up ? 0 - usual.y : usual.y};
}

void SceneViewer::find_fields() {
    constexpr float dot_px = 4;
    Session& session = session_();
    const bool was_up = drawn_.fields().y_up;
    if (drawn_.update(session.world, session.game, dot_px * pick_px_ / link_.camera.zoom)) {
        renderer_.forget_world();
        tell_fields();
        if (drawn_.fields().y_up != was_up) {
            link_.camera.y = 0 - link_.camera.y;
            if (fitted_camera_) fitted_camera_ = link_.camera;
            fitted_rect_ = {fitted_rect_.left, 0 - fitted_rect_.bottom, fitted_rect_.right, 0 - fitted_rect_.top};
        }
    }
    link_.fields.default_radius = drawn_.fields().default_radius;
    link_.entities_without_place = count_unplaced(session.world, drawn_.fields());
}

void SceneViewer::tell_fields() {
    const DrawnFields& drawn = drawn_.fields();
    link_.fields = {.x = drawn[DrawRole::X],
                    .y = drawn[DrawRole::Y],
                    .angle = drawn[DrawRole::Angle],
                    .scale = drawn[DrawRole::Scale],
                    .radius = drawn[DrawRole::Radius],
                    .shape = drawn[DrawRole::Shape],
                    .color = drawn[DrawRole::Color],
                    .moved_along = drawn.moved_along};
}

void SceneViewer::leave_out_marked(std::vector<ecs::Entity>& found) const {
    const panels::SceneMarks& marks = marks_in_view();
    if (marks.all_hidden().empty() && marks.all_locked().empty()) return;
    const ecs::World& world = session_().world;
    std::erase_if(found, [&](ecs::Entity each) { return marks.hides(world, each) || marks.locks(world, each); });
}

std::vector<ecs::Entity> SceneViewer::pick(ecs::Vec2 world_point) const {
    // Picking looks at every entity: in a large world only a click is worth that, not every move of the mouse.
    constexpr std::size_t max_while_hovering = 20'000;
    const bool clicked =
        ImGui::IsMouseClicked(ImGuiMouseButton_Left) || ImGui::IsMouseReleased(ImGuiMouseButton_Left) ||
        ImGui::IsMouseClicked(ImGuiMouseButton_Right) || ImGui::IsMouseReleased(ImGuiMouseButton_Right);
    const ecs::World& world = session_().world;
    if (!clicked && world.entity_count() > max_while_hovering) return {};
    const float reach = clicked ? 4 : 1;
    std::vector<ecs::Entity> found =
        entities_at(world, drawn_.fields(), world_point, reach * pick_px_ / link_.camera.zoom);
    leave_out_marked(found);
    return found;
}

void SceneViewer::begin_frame(const panels::Style& style) {
    pick_px_ = style.px(1);
    link_.gesture = false;  // the panel says so anew in each frame in which it is drawn
    find_fields();
    follow_field(style);
    if (!opened_prefab_) view_of_world_ = {link_.camera, fitted_camera_};
}

void SceneViewer::follow_prefab(ecs::Entity opened) {
    const ecs::World& world = session_().world;
    const ecs::Prefabs prefabs(world);
    if (!prefabs.is_prefab(opened)) opened = ecs::null_entity;
    const ecs::Entity before = std::exchange(opened_prefab_, opened);
    drawn_.show_prefabs(static_cast<bool>(opened));
    if (before && !opened) {
        link_.camera = view_of_world_.camera;
        fitted_camera_ = view_of_world_.fitted;
    }
    if (!opened) return;
    const bool known = before == opened && prefab_structure_ == world.structure_version() &&
                       prefab_revision_ == link_.marks.revision();
    if (known) return;
    prefab_structure_ = world.structure_version();
    prefab_revision_ = link_.marks.revision();
    std::vector<ecs::Entity> others = prefabs.all();
    std::erase(others, opened);
    prefab_marks_.forget();
    prefab_marks_.set_hidden(link_.marks.all_hidden(), true);
    prefab_marks_.set_hidden(others, true);
    prefab_marks_.set_locked(link_.marks.all_locked(), true);
}

std::string SceneViewer::draw(const panels::Style& style, const panels::Selection& selection, bool grid) {
    Session& session = session_();
    follow_prefab(selection.opened_prefab());
    find_fields();  // edits may have changed the world since
    session.camera = world_camera();
    if (link_.width_px < 1 || link_.height_px < 1) return {};
    std::string problem = renderer_.reload_changed_shaders();
    link_.texture = renderer_.draw(session.world, drawn_.fields(),
                                   {.width_px = static_cast<int>(link_.width_px),
                                    .height_px = static_cast<int>(link_.height_px),
                                    .camera = link_.camera,
                                    .style = &style,
                                    .grid = grid,
                                    .field = area(),
                                    .selected = selection.entities(),
                                    .selection_revision = selection.revision(),
                                    .hovered = selection.hovered,
                                    .colors = link_.colors,
                                    .marks = &marks_in_view()});
    link_.oldest_tick = renderer_.memory_colors().oldest_tick();
    link_.newest_tick = renderer_.memory_colors().newest_tick();
    return problem;
}

SceneViewer::SmallPicture SceneViewer::small_picture(const panels::Style& style) {
    // Drawn twice as large, as shapes have hard edges.
    constexpr int more = 2, width = SmallPicture::width * more, height = SmallPicture::height * more;
    const Session& session = session_();
    panels::Camera camera = link_.camera;
    const float shown = std::max(link_.width_px / width, link_.height_px / height);
    if (shown > 0) camera.zoom /= shown;
    renderer_.draw(session.world, drawn_.fields(),
                   {.width_px = width,
                    .height_px = height,
                    .camera = camera,
                    .style = &style,
                    .grid = false,
                    .field = area(),
                    .selected = {},
                    .hovered = {}});
    const std::vector<std::uint8_t> large = renderer_.read_back();
    SmallPicture picture;
    picture.pixels.resize(std::size_t{SmallPicture::width} * SmallPicture::height * 3);
    std::size_t next = 0;
    for (std::size_t y = 0; y < height; y += more)
        for (std::size_t x = 0; x < width; x += more)
            for (std::size_t channel = 0; channel < 3; ++channel) {
                const auto at = [&](std::size_t across, std::size_t down) {
                    return unsigned{large[((y + down) * width + x + across) * 3 + channel]};
                };
                picture.pixels[next++] = static_cast<std::uint8_t>((at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4);
            }
    return picture;
}

void SceneViewer::look_again() {
    const Session& session = session_();
    renderer_.forget_world();
    drawn_.forget_world();
    bring_choices();
    opened_prefab_ = ecs::null_entity;
    find_fields();
    link_.hint = session.scene ? session.scene->keys : std::string();
}

void SceneViewer::look_first() {
    Session& session = session_();
    look_again();
    const std::optional<CameraState> left = saved_cameras_.find(session.file);
    if (left) session.camera = *left;
    link_.camera = picture_camera(session.camera);
    remembered_camera_ = link_.camera;
    link_.marks.forget();
    const SavedMarks::Marks marked = saved_marks_.find(session.file);
    link_.marks.set_hidden(marked.hidden, true);
    link_.marks.set_locked(marked.locked, true);
    remembered_marks_ = link_.marks.revision();
    fitted_camera_.reset();
    if (!left && !session.file_camera && !session.from_bundle) fitted_camera_ = link_.camera;
    DrawnFields places = drawn_.fields();
    if (drawn_.roles().default_radius == 0) places.default_radius = 0;  // dots have a size on the screen only
    const float top = drawn_.fields().y_up ? -600.0f : 0.0f;
    most_fitted_zoom_ = 100;
    fits_all_ = false;
    fitted_rect_ = rect_of_all(session.world, places).rect.value_or(WorldRect{0, top, 800, top + 600});
}

/// Without those that are gone.
SavedMarks::Marks SceneViewer::marked_now() const {
    const ecs::World& world = session_().world;
    SavedMarks::Marks marks;
    for (const ecs::Entity each : link_.marks.all_hidden())
        if (world.alive(each)) marks.hidden.push_back(each);
    for (const ecs::Entity each : link_.marks.all_locked())
        if (world.alive(each)) marks.locked.push_back(each);
    return marks;
}

std::string SceneViewer::remember() {
    const Session& session = session_();
    if (session.file.empty()) return {};
    if (remembered_marks_ != link_.marks.revision()) {
        remembered_marks_ = link_.marks.revision();
        if (std::string problem = saved_marks_.remember(session.file, marked_now()); !problem.empty()) return problem;
    }
    if (fitted_camera_ || link_.camera == remembered_camera_) return {};
    remembered_camera_ = link_.camera;
    return saved_cameras_.remember(session.file, world_camera());
}

WorldRect SceneViewer::field() const {
    const ecs::Vec2 corner = area();
    if (corner.x <= 0 || corner.y == 0) return fitted_rect_;
    return {0, std::min(corner.y, 0.0f), corner.x, std::max(corner.y, 0.0f)};
}

void SceneViewer::follow_field(const panels::Style& style) {
    if (!fitted_camera_ || link_.width_px < 1) return;
    if (fitted_camera_ != link_.camera) return fitted_camera_.reset();  // the person moved it
    const WorldRect rect = fits_all_ ? fitted_rect_ : field();
    const float margin = style.px(12), below = style.px(36);  // where the hint stands
    constexpr float narrowest = 1e-3f;
    const float zoom_x = (link_.width_px - margin * 2) / std::max(rect.right - rect.left, narrowest);
    const float zoom_y = (link_.height_px - margin - below) / std::max(rect.bottom - rect.top, narrowest);
    const float zoom = std::clamp(std::min(zoom_x, zoom_y), 0.001f, most_fitted_zoom_);
    link_.camera = {rect.left / 2 + rect.right / 2, rect.top / 2 + rect.bottom / 2 + (below - margin) / 2 / zoom, zoom};
    fitted_camera_ = link_.camera;
}

void SceneViewer::center_on(ecs::Entity entity) {
    const ecs::World& world = session_().world;
    DrawnFields fields = drawn_.fields();
    fields.shows_prefabs = ecs::Prefabs(world).in_prefab(entity);  // one that was just opened is in the next picture
    const std::optional<ecs::Vec3> bounds = bounds_of(world, fields, entity);
    if (!bounds || !std::isfinite(bounds->x) || !std::isfinite(bounds->y)) return;
    link_.camera.x = bounds->x;
    link_.camera.y = bounds->y;
    fitted_camera_.reset();
}

void SceneViewer::frame_rect(const WorldRect& rect, float max_zoom) {
    fitted_camera_.reset();
    const float width = std::max(rect.right - rect.left, 1e-3f), height = std::max(rect.bottom - rect.top, 1e-3f);
    const float room_x = std::max(link_.width_px, 64.0f) * 0.9f, room_y = std::max(link_.height_px, 64.0f) * 0.9f;
    // Halved first: the sum of two large numbers may be infinite.
    link_.camera = {rect.left / 2 + rect.right / 2, rect.top / 2 + rect.bottom / 2,
                    std::clamp(std::min(room_x / width, room_y / height), 0.001f, max_zoom)};
}

std::size_t SceneViewer::frame(const FramedShapes& shapes, float max_zoom) {
    if (shapes.rect) frame_rect(*shapes.rect, max_zoom);
    return shapes.left_out;
}

std::size_t SceneViewer::frame(const panels::Selection& selection, const panels::Style& style) {
    // Not closer than a few times the usual, so that what is around can still be seen.
    return frame(rect_of(session_().world, drawn_.fields(), selection.entities()), 4 * style.scale);
}

std::size_t SceneViewer::frame_all(const panels::Style& style) {
    return frame(rect_of_all(session_().world, drawn_.fields()), 8 * style.scale);
}

void SceneViewer::fit_all(const panels::Style& style) {
    const FramedShapes all = rect_of_all(session_().world, drawn_.fields());
    if (!all.rect) return;
    fitted_rect_ = *all.rect;
    fitted_camera_ = link_.camera;
    most_fitted_zoom_ = 8 * style.scale;
    fits_all_ = true;
}

}  // namespace editor
