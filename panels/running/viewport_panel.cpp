#include "panels/running/viewport_panel.hpp"
#include "panels/base/general_keys.hpp"
#include "panels/base/language.hpp"
#include "panels/prefab/prefab_bar.hpp"
#include "panels/scene/place_panel.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/little_room.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "panels/base/keys_used.hpp"
#include "panels/base/noted_places.hpp"
#include "panels/base/pointed_at.hpp"

namespace panels {

namespace {

// Finding the entity under the mouse may look at every entity, so it runs once, when the mouse rests.
constexpr double rest_secs = 0.12;
constexpr float same_place_px = 4;
constexpr float zoom_a_notch = 1.15f;
constexpr std::size_t entity_outlines_max = 256;

float distance(ImVec2 a, ImVec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// Whether what is clicked or framed is added to what is selected.
bool adds() { return ImGui::GetIO().KeyCtrl || ImGui::GetIO().KeyShift; }

}  // namespace

Camera zoomed_around(Camera camera, ecs::Vec2 in_picture, float factor, float width, float height) {
    const ecs::Vec2 fixed = camera.world_from_picture(in_picture, width, height);
    camera.zoom = std::clamp(camera.zoom * factor, zoom_min, zoom_max);
    camera.x = fixed.x - (in_picture.x - width / 2) / camera.zoom;
    camera.y = fixed.y - (in_picture.y - height / 2) / camera.zoom;
    return camera;
}

Camera panned(Camera camera, ImVec2 drag_px) {
    camera.x -= drag_px.x / camera.zoom;
    camera.y -= drag_px.y / camera.zoom;
    return camera;
}

ecs::Entity pick_next(const std::vector<ecs::Entity>& under, ecs::Entity selected, bool same_place) {
    if (under.empty()) return ecs::null_entity;
    const auto found = std::find(under.begin(), under.end(), selected);
    if (!same_place || found == under.end() || found + 1 == under.end()) return under.front();
    return *(found + 1);
}

std::span<const FixedKeys> ViewportPanel::fixed_keys() const {
    static constexpr FixedKeys all[] = {
        {{Key::W, Key::A, Key::S, Key::D}, tr_later("Steer the game, where it has a player")},
        {{Key::Up, Key::Left, Key::Down, Key::Right},
         tr_later("The same; while the game is paused, nudge what is selected by 1, with Shift by 10")},
        {{Key::X, Key::Y}, tr_later("Keep one axis, while dragging")},
        {{Key::Digit0, Key::Digit9},
         tr_later("And all digits between: how far, while dragging; Tab goes to the other axis, Enter ends")},
        {{Key::Escape}, tr_later("Give up what is dragged; with nothing selected, go back to Select")},
    };
    return all;
}

std::span<const KeyCommand> ViewportPanel::commands() const { return scene_commands(); }

const char* ViewportPanel::group_of_parts() const { return tr_later("Tools"); }

std::vector<Panel::NamedPart> ViewportPanel::named_parts() const {
    std::vector<NamedPart> parts;
    for (const KeyCommand& each : scene_tool_commands())
        parts.push_back({std::string(each.id), std::string(tr(each.name)), std::string(tr(each.description))});
    return parts;
}

void ViewportPanel::show_part(std::string_view part) {
    if (part.starts_with(place_part)) {
        tools_.tool = SceneTool::Paint;
        tools_.maker_wanted = part.substr(place_part.size());
        focus_picture_ = true;
        return;
    }
    for (int i = 0; i < scene_tool_count; ++i)
        if (part == command_of(static_cast<SceneTool>(i)).id) tools_.tool = static_cast<SceneTool>(i);
}

ViewportPanel::ViewportPanel()
    : Panel("scene", tr_later("Scene"), DockPlace::Middle, tr_later("The scene as it looks now")) {}

std::string ViewportPanel::save_settings() const {
    std::string line = std::string("colors=") + std::to_string(static_cast<int>(colors_));
    if (lasso_) line += " lasso";
    const std::string tools = tools_.save();
    return colors_ == SceneColors::Own && !lasso_ && tools.empty() ? std::string() : line + tools;
}

void ViewportPanel::load_settings(std::string_view line) {
    lasso_ = line.find("lasso") != std::string_view::npos;
    tools_.load(line);
    constexpr std::string_view key = "colors=";
    const std::size_t at = line.find(key);
    const int digit = at == std::string_view::npos || at + key.size() >= line.size() ? 0 : line[at + key.size()] - '0';
    colors_ = digit >= 0 && digit < scene_colors_count ? static_cast<SceneColors>(digit) : SceneColors::Own;
}

void ViewportPanel::draw(const Context& context) {
    if (context.viewport == nullptr) {
        empty_without_program(context, tr("There is no scene to show"),
                              tr("This program draws no picture of its world. The other panels show all of it"));
        return;
    }
    find_maker(context);
    draw_bar(context);
    draw_prefab_bar(context);
    SceneLink& link = *context.viewport;
    link.hovered = link.focused = false;
    link.colors = colors_;
    link.snap_grid = tools_.snaps ? tools_.steps.grid : 0;
    if (std::exchange(focus_picture_, false)) ImGui::SetNextWindowFocus();
    if (compat::begin_child(
            "picture", {0, 0}, false,
            ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNavInputs))
        draw_picture(context, link);
    ImGui::EndChild();
}

void ViewportPanel::draw_picture(const Context& context, SceneLink& link) {
    const ImVec2 low = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    if (room.x < 1 || room.y < 1) return;
    picture_ = {low, {low.x + std::floor(room.x), low.y + std::floor(room.y)}};
    note_place(context, "scene.picture", picture_);
    link.left_px = low.x;
    link.top_px = low.y;
    link.width_px = picture_.width();
    link.height_px = picture_.height();
    link.focused = ImGui::IsWindowFocused();
    if (link.texture == 0) {
        empty_state(context.style, tr("No picture yet"), tr("The scene is drawn in the next frame"));
        return;
    }
    // Where there is nothing to see, the first step lies over the picture.
    const bool nothing = context.world.entity_count() == 0;
    compat::begin_overlapped_item();
    invisible_button(
        "scene", {picture_.width(), picture_.height()},
        ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_MouseButtonMiddle);
    compat::end_overlapped_item();
    // What lies over the picture takes the mouse for itself.
    link.hovered = ImGui::IsItemHovered() && !tool_strip(context, link).contains(ImGui::GetMousePos());
    take_drop(context, link);
    {
        // OpenGL counts rows of pixels from the bottom.
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const compat::HardEdges hard_edges(list);
        list.AddImage(compat::texture_id(link.texture), picture_.low, picture_.high, {0, 1}, {1, 0});
    }

    const SceneView view{context, link, picture_};
    move_camera(link);
    tools_.take_keys(view);
    press(view);
    hover(context, link);
    offer_menu_here(context, link);
    use_keys(context, link);
    draw_selected(context, link);
    draw_legend(context, link);
    draw_brush(context, link);
    tools_.draw(view);
    draw_lines(context, link);
    draw_tool_strip(context, link);
    if (!nothing || tools_.tool == SceneTool::Paint) return;
    ImGui::SetCursorScreenPos(picture_.low);
    empty_without_entities(context, tr("There is nothing to see yet"),
                           tr("An entity appears here once it has a place, such as a Position"));
}

// A press may become a click, a gesture of a tool, or the start of a frame. The release of the button or a move of the
// mouse decides.
void ViewportPanel::press(const SceneView& view) {
    const SceneLink& link = view.link;
    const int clicks = ImGui::GetMouseClickedCount(ImGuiMouseButton_Left);
    if (clicks == 1) first_here_ = link.hovered;
    // The second half of a double click whose first half a button got that is gone now.
    if (link.hovered && clicks > 0 && first_here_) {
        const ecs::Vec2 mouse = world_of(link, ImGui::GetMousePos());
        pressed_ = true;
        brushing_ = false;
        brush_.assign(1, mouse);
        // A search through all entities, so only where a tool wants to know what it would grab.
        const bool grabs =
            link.pick && link.fields.placed() &&
            (tools_.tool == SceneTool::Move || (tools_.tool == SceneTool::Select && view.context.selection.entity()));
        tools_.press(view, grabs ? link.pick(mouse) : std::vector<ecs::Entity>());
    }
    if (!pressed_) return;
    if (!brushing_ && tools_.begin_drag(view)) {
        last_pick_.reset();
        tools_.follow(view);
        if (!tools_.holds()) pressed_ = false;
        return;
    }
    brush(view);
}

void ViewportPanel::brush(const SceneView& view) {
    constexpr float drag_from_px = 4;
    constexpr float lasso_step_px = 3;
    const Context& context = view.context;
    const SceneLink& link = view.link;
    const ecs::Vec2 mouse = world_of(link, ImGui::GetMousePos());
    if (take_key(context, compat::Key::Escape, false)) {
        pressed_ = brushing_ = false;
        tools_.forget_press();
        return;
    }
    if (link.pick_inside && ImGui::IsMouseDragging(ImGuiMouseButton_Left, drag_from_px)) brushing_ = true;
    if (brushing_ && lasso_) {
        const ecs::Vec2 last = brush_.back();
        if (std::hypot(mouse.x - last.x, mouse.y - last.y) * link.camera.zoom >= lasso_step_px) brush_.push_back(mouse);
    } else if (brushing_) {
        const ecs::Vec2 from = brush_.front();
        brush_ = {from, {mouse.x, from.y}, mouse, {from.x, mouse.y}};
    }
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    if (brushing_)
        select_inside(context, link);
    else if (link.hovered)
        pick(context, link);
    pressed_ = brushing_ = false;
    tools_.forget_press();
}

void ViewportPanel::select_inside(const Context& context, const SceneLink& link) {
    std::vector<ecs::Entity> found = link.pick_inside(brush_);
    last_pick_.reset();
    if (adds()) {
        std::vector<ecs::Entity> all = context.selection.entities();
        for (const ecs::Entity entity : found)
            if (!context.selection.has(entity)) all.push_back(entity);
        found = std::move(all);
    }
    context.selection.select_all(std::move(found));
}

void ViewportPanel::draw_brush(const Context& context, const SceneLink& link) const {
    if (!brushing_) return;
    const Style& style = context.style;
    std::vector<ImVec2> points;
    points.reserve(brush_.size());
    for (const ecs::Vec2 corner : brush_) {
        const ecs::Vec2 in_picture = link.camera.picture_from_world(corner, picture_.width(), picture_.height());
        points.push_back({picture_.low.x + in_picture.x, picture_.low.y + in_picture.y});
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(picture_.low, picture_.high, true);
    if (!lasso_ && points.size() == 4) {
        const ImVec2 low{std::min(points[0].x, points[2].x), std::min(points[0].y, points[2].y)};
        const ImVec2 high{std::max(points[0].x, points[2].x), std::max(points[0].y, points[2].y)};
        list.AddRectFilled(low, high, faded(style.theme->accent, 0.12f));
    }
    compat::add_polyline(list, points.data(), static_cast<int>(points.size()), style.theme->accent, true,
                         std::max(style.px(1.5f), 1.0f));
    list.PopClipRect();
}

ecs::Vec2 ViewportPanel::world_of(const SceneLink& link, ImVec2 place) const {
    return link.camera.world_from_picture(within_picture(place), picture_.width(), picture_.height());
}

void ViewportPanel::move_camera(SceneLink& link) {
    const ImGuiIO& io = ImGui::GetIO();
    const bool drags = ImGui::IsItemActive() && (ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 2) ||
                                                 ImGui::IsMouseDragging(ImGuiMouseButton_Right, 2));
    if (drags) {
        link.camera = panned(link.camera, io.MouseDelta);
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    }
    if (link.hovered && io.MouseWheel != 0)
        link.camera = zoomed_around(link.camera, within_picture(io.MousePos), std::pow(zoom_a_notch, io.MouseWheel),
                                    picture_.width(), picture_.height());
}

void ViewportPanel::pick(const Context& context, const SceneLink& link) {
    if (!link.pick) return;
    const ImVec2 place = ImGui::GetMousePos();
    const std::vector<ecs::Entity> under = link.pick(world_of(link, place));
    Selection& selection = context.selection;
    if (adds()) {
        if (!under.empty()) selection.toggle(under.front());
        last_pick_.reset();
        return;
    }
    const bool same_place =
        last_pick_ && distance(*last_pick_, place) <= same_place_px && last_pick_camera_ == link.camera;
    selection.select(pick_next(under, selection.entity(), same_place));
    last_pick_ = place;
    last_pick_camera_ = link.camera;
}

bool ViewportPanel::covers(const SceneLink& link, ecs::Entity entity, ImVec2 place) const {
    if (!link.bounds) return true;
    const std::optional<ecs::Vec3> circle = link.bounds(entity);
    if (!circle) return false;
    const ecs::Vec2 at = world_of(link, place);
    constexpr float widened_px = 4;
    return std::hypot(at.x - circle->x, at.y - circle->y) <= circle->z * 1.5f + widened_px / link.camera.zoom;
}

Area ViewportPanel::area_of(const SceneLink& link, ecs::Entity entity) const {
    const std::optional<ecs::Vec3> circle = link.bounds ? link.bounds(entity) : std::nullopt;
    const ImVec2 mouse = ImGui::GetMousePos();
    if (!circle) return {mouse, mouse};
    const ecs::Vec2 in_picture =
        link.camera.picture_from_world({circle->x, circle->y}, picture_.width(), picture_.height());
    const ImVec2 middle{picture_.low.x + in_picture.x, picture_.low.y + in_picture.y};
    const float radius = circle->z * link.camera.zoom;
    return {{std::min(mouse.x, middle.x - radius), std::min(mouse.y, middle.y - radius)},
            {std::max(mouse.x + 1, middle.x + radius), std::max(mouse.y + 1, middle.y + radius)}};
}

void ViewportPanel::hover(const Context& context, const SceneLink& link) {
    const ImVec2 mouse = ImGui::GetMousePos();
    const bool busy = brushing_ || tools_.holds() || tools_.lit() != SceneHandle::None ||
                      ImGui::IsMouseDown(ImGuiMouseButton_Middle) || ImGui::IsMouseDown(ImGuiMouseButton_Right);
    if (!link.hovered || busy || distance(mouse, rested_at_) > 0.5f) {
        rested_at_ = mouse;
        rested_from_secs_ = context.time_secs;
        looked_ = false;
    }
    if (!link.hovered || busy) {
        under_mouse_ = ecs::null_entity;
        return;
    }
    if (!looked_ && context.time_secs >= rested_from_secs_ + rest_secs && link.pick) {
        looked_ = true;
        const std::vector<ecs::Entity> under = link.pick(world_of(link, mouse));
        under_mouse_ = under.empty() ? ecs::null_entity : under.front();
    }
    // The entity or the mouse may have moved meanwhile.
    if (!under_mouse_ || !context.world.alive(under_mouse_) || !covers(link, under_mouse_, mouse)) {
        under_mouse_ = ecs::null_entity;
        return;
    }
    context.selection.hovered = under_mouse_;
    const Tooltip shown(area_of(link, under_mouse_));
    if (!shown) return;
    entity_text(context, under_mouse_);
    archetype_label(context, context.world.archetype_of(under_mouse_), context.style.px(360));
}

void ViewportPanel::offer_menu_here(const Context& context, const SceneLink& link) {
    if (tools_.right_gave_up()) return;
    const ImVec2 dragged = ImGui::GetIO().MouseReleased[ImGuiMouseButton_Right]
                               ? ImGui::GetMouseDragDelta(ImGuiMouseButton_Right, 2)
                               : ImVec2{1, 1};
    if (link.hovered && link.pick && dragged.x == 0 && dragged.y == 0)
        request_menu(context, PlaceAt{link.pick(world_of(link, ImGui::GetMousePos()))}, place_items(context));
}

void ViewportPanel::draw_flash_of(const Context& context, const SceneLink& link) {
    Flash& flash = context.selection.flash;
    const float strength = flash.strength(context.time_secs);
    if (!link.bounds || strength <= 0) return;
    if (context.stay_awake) *context.stay_awake = true;
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(picture_.low, picture_.high, true);
    std::size_t looked = 0;
    ecs::Entity outside;
    bool seen = false;
    for (const ecs::Entity entity : flash.entities()) {
        if (++looked > entity_outlines_max) break;
        const std::optional<ecs::Vec3> bounds =
            context.world.alive(entity) ? link.bounds(entity) : std::optional<ecs::Vec3>();
        if (!bounds || !std::isfinite(bounds->x) || !std::isfinite(bounds->y)) continue;
        const ecs::Vec2 at =
            link.camera.picture_from_world({bounds->x, bounds->y}, picture_.width(), picture_.height());
        if (at.x < 0 || at.y < 0 || at.x > picture_.width() || at.y > picture_.height()) {
            if (!outside) outside = entity;
            continue;
        }
        seen = true;
        const float wide = style.reduce_motion ? style.px(6) : style.px(4) + style.px(14) * (1 - strength);
        list.AddCircle({picture_.low.x + at.x, picture_.low.y + at.y}, bounds->z * link.camera.zoom + wide,
                       faded(style.theme->warn, strength), 0, style.px(2));
    }
    list.PopClipRect();
    if (flash_seen_ == flash.number()) return;
    flash_seen_ = flash.number();
    if (!seen && outside) context.requests.push_back(FrameEntityRequest{outside});
}

void ViewportPanel::draw_selected(const Context& context, const SceneLink& link) {
    draw_flash_of(context, link);
    if (!link.bounds || link.marks_selection) return;
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(picture_.low, picture_.high, true);
    const auto circle_of = [&](ecs::Entity entity, ImU32 color, float thickness) {
        if (!context.world.alive(entity)) return;
        const std::optional<ecs::Vec3> bounds = link.bounds(entity);
        if (!bounds) return;
        const ecs::Vec2 in_picture =
            link.camera.picture_from_world({bounds->x, bounds->y}, picture_.width(), picture_.height());
        const ImVec2 middle{picture_.low.x + in_picture.x, picture_.low.y + in_picture.y};
        const float radius = bounds->z * link.camera.zoom + style.px(4);
        const Area around{{middle.x - radius, middle.y - radius}, {middle.x + radius, middle.y + radius}};
        const Area seen = common_area(around, picture_);
        if (seen.width() > 0 && seen.height() > 0) list.AddCircle(middle, radius, color, 0, thickness);
    };
    const std::vector<ecs::Entity>& selected = context.selection.entities();
    const std::size_t shown = std::min(selected.size(), entity_outlines_max);
    for (std::size_t i = selected.size() - shown; i < selected.size(); ++i)
        circle_of(selected[i], style.theme->accent, style.px(2));
    const ecs::Entity hovered = context.selection.hovered;
    if (hovered && !context.selection.has(hovered)) circle_of(hovered, style.theme->text, style.px(1));
    list.PopClipRect();
}

/// What the picture cannot show; empty when it shows all.
std::string ViewportPanel::without_place(const Context& context, const SceneLink& link) {
    if (link.entities_without_place == 0) return {};
    if (link.entities_without_place == context.world.entity_count())
        return tr("No entity has a place in the scene; View > Drawn from… says which fields are places");
    return format_count(link.entities_without_place, "entity without a place", "entities without a place");
}

namespace {

/// "Space pauses  ·  "; empty where no key does, or nobody can run the world.
std::string play_hint(const Context& context) {
    const std::string key = keys_text(context, keys::play_or_pause);
    if (key.empty() || !context.transport.why_not.empty()) return {};
    return (context.transport.playing ? phrase("{} pauses", key) : phrase("{} plays", key)) + "  ·  ";
}

}  // namespace

void ViewportPanel::draw_lines(const Context& context, SceneLink& link) {
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float pad = style.px(8), line = ImGui::GetTextLineHeight();
    const float top = picture_.high.y - pad - line;
    const auto say = [&](float x, float right, const std::string& text) {
        const float wide = std::min(ImGui::CalcTextSize(text.c_str()).x, right - x);
        list.AddRectFilled({x - style.px(4), top - style.px(2)}, {x + wide + style.px(4), top + line + style.px(2)},
                           faded(style.theme->scene, 0.7f));
        draw_text_until(list, {x, top}, right, style.theme->quiet, text);
    };
    list.PushClipRect(picture_.low, picture_.high, true);
    const std::string zoom = format_percent(static_cast<double>(link.camera.zoom));
    const float left = picture_.low.x + pad, right = picture_.high.x - pad;
    const float zoom_left = right - ImGui::CalcTextSize(zoom.c_str()).x;
    std::string words = tools_.hint({context, link, picture_});
    if (words.empty() && !link.hint.empty()) words = play_hint(context) + std::string(tr(std::string_view(link.hint)));
    if (const std::string missing = without_place(context, link); !missing.empty())
        words += (words.empty() ? "" : "  ·  ") + missing;
    if (!words.empty()) say(left, right, words);
    const float words_right = left + pad + ImGui::CalcTextSize(words.c_str()).x;
    if (zoom_left > words_right + pad) say(zoom_left, right + 1, zoom);
    list.PopClipRect();
}

}  // namespace panels
