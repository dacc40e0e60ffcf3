#include <algorithm>
#include <cmath>

#include <imgui.h>

#include "editor/app/shell/app.hpp"

namespace editor {

void App::connect_viewport() {
    viewport_.pick = [this](ecs::Vec2 point) { return pick(point); };
    viewport_.bounds = [this](ecs::Entity entity) { return bounds_of(session_->world, entity); };
    viewport_.pick_inside = [this](std::span<const ecs::Vec2> corners) {
        return entities_inside(session_->world, corners);
    };
    viewport_.marks_selection = true;
    viewport_.shift = [this](ecs::EntityRecord& copy, ecs::Vec2 by) {
        for (ecs::Value& value : copy.values) {
            if (value.type().id == session_->world.id<Position>()) {
                auto& place = *static_cast<Position*>(value.data());
                place = {place.x + by.x, place.y + by.y};
            }
            if (value.type().id == session_->world.id<Position3D>()) {
                auto& place = *static_cast<Position3D*>(value.data());
                place = {place.x + by.x, place.y + by.y, place.z};
            }
        }
    };
}

void App::list_known_systems() {
    known_systems_.make = [this](std::string_view name) {
        return make_system(name, session_->world, session_->input).value_or(ecs::SystemDescription{});
    };
    // What they do is said by systems made for a world of their own.
    const Session empty;
    for (const std::string_view name : system_names())
        if (const auto system = make_system(name, empty.world, empty.input))
            known_systems_.all.push_back({std::string(name), system->description});
}

std::vector<ecs::Entity> App::pick(ecs::Vec2 world_point) const {
    // Picking looks at every entity: in a large world only a click is worth that, not every move of the mouse.
    constexpr std::size_t max_while_hovering = 20'000;
    const bool clicked =
        ImGui::IsMouseClicked(ImGuiMouseButton_Left) || ImGui::IsMouseReleased(ImGuiMouseButton_Left) ||
        ImGui::IsMouseClicked(ImGuiMouseButton_Right) || ImGui::IsMouseReleased(ImGuiMouseButton_Right);
    if (!clicked && session_->world.entity_count() > max_while_hovering) return {};
    const float reach_px = clicked ? 4 : 1;
    return entities_at(session_->world, world_point, style().px(reach_px) / viewport_.camera.zoom);
}

void App::draw_scene() {
    follow_field();
    session_->camera = {viewport_.camera.x, viewport_.camera.y, viewport_.camera.zoom};
    if (viewport_.width_px < 1 || viewport_.height_px < 1) return;
    const std::string problem = renderer_.reload_changed_shaders();
    if (!problem.empty()) report(MessageKind::Error, problem);
    viewport_.texture = renderer_.draw(session_->world, {.width_px = static_cast<int>(viewport_.width_px),
                                                         .height_px = static_cast<int>(viewport_.height_px),
                                                         .camera = viewport_.camera,
                                                         .style = &style(),
                                                         .grid = show_grid_,
                                                         .field = field(),
                                                         .selected = selection_.entities(),
                                                         .selection_revision = selection_.revision(),
                                                         .hovered = selection_.hovered,
                                                         .colors = viewport_.colors});
    viewport_.oldest_tick = renderer_.memory_colors().oldest_tick();
    viewport_.newest_tick = renderer_.memory_colors().newest_tick();
}

ecs::Vec2 App::field() const {
    // Scenes without an Arena play in the window of the first one, which was as large as this.
    return field_of(session_->world).value_or(ecs::Vec2{800, 600});
}

void App::follow_field() {
    if (!fitted_camera_ || viewport_.width_px < 1) return;
    if (fitted_camera_ != viewport_.camera) return fitted_camera_.reset();  // the person moved it
    const ecs::Vec2 field = this->field();
    const float margin = style().px(12), below = style().px(36);  // where the hint stands
    const float zoom_x = (viewport_.width_px - margin * 2) / std::max(field.x, 1.0f);
    const float zoom_y = (viewport_.height_px - margin - below) / std::max(field.y, 1.0f);
    const float zoom = std::max(std::min(zoom_x, zoom_y), 0.01f);
    viewport_.camera = {field.x / 2, field.y / 2 + (below - margin) / 2 / zoom, zoom};
    fitted_camera_ = viewport_.camera;
}

void App::frame_rect(const WorldRect& rect, float max_zoom) {
    fitted_camera_.reset();
    const float width = std::max(rect.right - rect.left, 1e-3f), height = std::max(rect.bottom - rect.top, 1e-3f);
    const float room_x = std::max(viewport_.width_px, 64.0f) * 0.9f,
                room_y = std::max(viewport_.height_px, 64.0f) * 0.9f;
    viewport_.camera = {(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2,
                        std::clamp(std::min(room_x / width, room_y / height), 0.001f, max_zoom)};
}

void App::frame_selection() {
    std::optional<WorldRect> all;
    for (const ecs::Entity entity : selection_.entities()) {
        const std::optional<ecs::Vec3> b = bounds_of(session_->world, entity);
        if (!b) continue;
        const WorldRect own{b->x - b->z, b->y - b->z, b->x + b->z, b->y + b->z};
        if (!all) all = own;
        *all = {std::min(all->left, own.left), std::min(all->top, own.top), std::max(all->right, own.right),
                std::max(all->bottom, own.bottom)};
    }
    if (!all) return;
    // Not closer than a few times the usual, so that what is around can still be seen.
    frame_rect(*all, 4 * style().scale);
}

void App::frame_all() {
    if (const std::optional<WorldRect> all = rect_of_all(session_->world)) frame_rect(*all, 8 * style().scale);
}

void App::set_look(panels::ThemeName theme, float user_scale) {
    user_scale_ = std::clamp(user_scale, 0.5f, 4.0f);
    imgui_.set_look(theme, user_scale_ * (fixed_size_.width > 0 ? 1 : window_.content_scale()));
}

void App::set_theme(panels::ThemeName theme) {
    set_look(theme, user_scale_);
    constexpr const char* names[] = {"dark", "light", "contrast"};
    settings_.set_text("look.theme", names[static_cast<int>(theme)]);
}

void App::set_user_scale(float scale) {
    set_look(style().theme_name, scale);
    settings_.set_number("look.scale", static_cast<double>(user_scale_));
}

}  // namespace editor
