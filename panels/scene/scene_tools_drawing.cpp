#include "panels/scene/scene_tools.hpp"

#include <algorithm>
#include <cmath>

#include "panels/base/language.hpp"
#include "panels/scene/arrange.hpp"
#include "panels/scene/scene_outlines.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr std::size_t outlined_max = 64;

std::string with_unit(const std::string& number, const std::string& unit) {
    return unit.empty() ? number : number + " " + unit;
}

/// With its sign: "+48".
std::string way_text(double value) { return (value > 0 ? "+" : "") + short_number(value); }

/// The line through both shapes, and a little beyond.
void draw_guide(const SceneView& view, ImDrawList& list, const SnapGuide& guide, const SceneBox& moved, bool vertical) {
    const float low = vertical ? std::min(guide.box.low.y, moved.low.y) : std::min(guide.box.low.x, moved.low.x);
    const float high = vertical ? std::max(guide.box.high.y, moved.high.y) : std::max(guide.box.high.x, moved.high.x);
    const float beyond = view.world_px(12);
    const ecs::Vec2 from = vertical ? ecs::Vec2{guide.at, low - beyond} : ecs::Vec2{low - beyond, guide.at};
    const ecs::Vec2 to = vertical ? ecs::Vec2{guide.at, high + beyond} : ecs::Vec2{high + beyond, guide.at};
    dashed_line(list, view.screen_of(from), view.screen_of(to), view.context.style.theme->text,
                view.context.style.scale);
}

}  // namespace

std::string SceneTools::said(const SceneView& view) const {
    const SceneFields& fields = view.link.fields;
    const SceneGesture& gesture = *gesture_;
    const auto number = [&](std::size_t axis, double value) {
        // The caret shows where digits go.
        if (!typed_.any()) return way_text(value);
        if (typed_.axis() != axis) return typed_.text(axis).empty() ? way_text(value) : typed_.text(axis);
        return typed_.text(axis) + "|";
    };
    switch (gesture.kind()) {
        case GestureKind::Move:
            break;
        case GestureKind::Rotate:
            return number(0, fields.angle_in_world(gesture.turned())) + "°";
        case GestureKind::Scale:
            return "× " + (typed_.any() ? typed_.text(0) + "|" : short_number(gesture.factor()));
    }
    if (gesture.axis == MoveAxis::X)
        return "x " + with_unit(number(0, gesture.dx()), unit_of(view.context.world, fields.x));
    if (gesture.axis == MoveAxis::Y)
        return "y " + with_unit(number(0, fields.y_in_world(gesture.dy())), unit_of(view.context.world, fields.y));
    return "x " + number(0, gesture.dx()) + "  y " +
           with_unit(number(1, fields.y_in_world(gesture.dy())), unit_of(view.context.world, fields.y));
}

std::string SceneTools::hint(const SceneView& view) const {
    const char* const snap = snaps ? tr("Ctrl: no snapping") : tr("Ctrl: snap");
    if (gesture_ && gesture_->kind() == GestureKind::Move)
        return std::string(snap) + "  ·  " + tr("X, Y: one axis") + "  ·  " + tr("digits: how far") + "  ·  " +
               tr("Esc: give up");
    if (gesture_) return std::string(snap) + "  ·  " + tr("digits: how much") + "  ·  " + tr("Esc: give up");
    if (tool == SceneTool::Paint) return std::string(tr("Click or drag to create")) + "  ·  " + snap;
    if (tool == SceneTool::Select || view.context.selection.entity()) return {};
    return tr("Select something to get its handles");
}

void SceneTools::draw(const SceneView& view) {
    lit_ = SceneHandle::None;
    if (!view.link.fields.placed()) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(view.picture.low, view.picture.high, true);
    if (gesture_) {
        draw_gesture(view, list);
    } else if (tool == SceneTool::Paint) {
        draw_paint(view, list);
    } else if (const std::optional<Pivot> pivot = tool == SceneTool::Select ? std::nullopt : pivot_of(view)) {
        const ImVec2 at = view.screen_of(pivot->shown());
        if (grabbed_ && !grabbed_->entity)
            lit_ = grabbed_->handle;
        else if (view.link.hovered && !ImGui::IsMouseDown(ImGuiMouseButton_Left))
            lit_ = handle_at(tool, view.context.style, at, ImGui::GetMousePos());
        draw_handles(tool, view.context.style, list, at, lit_);
        if (lit_ != SceneHandle::None) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    list.PopClipRect();
}

void SceneTools::draw_gesture(const SceneView& view, ImDrawList& list) const {
    const Style& style = view.context.style;
    const Theme& theme = *style.theme;
    const SceneGesture& gesture = *gesture_;
    const std::span<const Placement> all = gesture.placements().all();
    if (!gesture.at_start())
        for (std::size_t i = 0; i < std::min(all.size(), outlined_max); ++i) {
            const Placement& each = all[i];
            const ecs::Vec2 at{static_cast<float>(each.x) + gesture_offset_.x,
                               static_cast<float>(each.y) + gesture_offset_.y};
            const float radius = std::abs(static_cast<float>(each.size)) * view.link.camera.zoom;
            dashed_outline(list, outline_of(each.shape, view.screen_of(at), radius, each.angle), theme.quiet,
                           style.scale);
        }
    const ecs::Vec2 pivot = gesture.pivot_now();
    const ImVec2 at = view.screen_of({pivot.x + gesture_offset_.x, pivot.y + gesture_offset_.y});
    const SceneTool shown = gesture.kind() == GestureKind::Rotate && tool != SceneTool::Move ? SceneTool::Rotate : tool;
    const SceneHandle held = gesture.kind() == GestureKind::Rotate  ? SceneHandle::Ring
                             : gesture.kind() == GestureKind::Scale ? SceneHandle::Scale
                             : gesture.axis == MoveAxis::X          ? SceneHandle::X
                             : gesture.axis == MoveAxis::Y          ? SceneHandle::Y
                                                                    : SceneHandle::Both;
    draw_handles(shown, style, list, at, held);
    ImGui::SetMouseCursor(gesture.kind() == GestureKind::Move ? ImGuiMouseCursor_ResizeAll : ImGuiMouseCursor_Hand);
    if (gesture.kind() == GestureKind::Rotate) {
        list.AddLine(at, ImGui::GetMousePos(), faded(theme.text, 0.6f), style.px(1));
    }
    const ecs::Entity first = roots_.empty() ? ecs::null_entity : roots_.front();
    const SceneBox moved =
        view.link.box && first ? view.link.box(first).value_or(SceneBox{pivot, pivot}) : SceneBox{pivot, pivot};
    std::string in_line;
    for (const bool vertical : {true, false}) {
        const std::optional<SnapGuide>& guide = vertical ? gesture.guide_x() : gesture.guide_y();
        if (!guide) continue;
        draw_guide(view, list, *guide, moved, vertical);
        const std::string with = name_or_id(view.context.world, guide->with);
        if (in_line.empty())
            in_line = phrase("in line with {}", with);
        else if (in_line.find(with) == std::string::npos)
            in_line += ", " + with;
    }
    std::string quiet = in_line;
    if (quiet.empty() && gesture.on_grid() && !typed_.any()) {
        const bool moves = gesture.kind() == GestureKind::Move, turns = gesture.kind() == GestureKind::Rotate;
        const std::string step = moves   ? with_unit(short_number(static_cast<double>(steps.grid)),
                                                     unit_of(view.context.world, view.link.fields.x))
                                 : turns ? short_number(static_cast<double>(steps.angle)) + "°"
                                         : short_number(static_cast<double>(steps.factor));
        quiet = phrase("snaps to {}", step);
    }
    // A person who turns what has no angle should know why nothing turns.
    const bool turns_none = gesture.kind() == GestureKind::Rotate && gesture.placements().can_turn() == 0;
    const bool sizes_none = gesture.kind() == GestureKind::Scale && gesture.placements().can_grow() == 0;
    if (turns_none && all.size() == 1) quiet = tr("It has no angle");
    if (sizes_none) quiet = tr("It has no scale and no radius");
    draw_label(list, style, ImGui::GetMousePos(), view.picture, said(view), quiet);
}

void SceneTools::draw_paint(const SceneView& view, ImDrawList& list) const {
    const std::vector<SceneMaker> makers = makers_of(view.context);
    if (makers.empty()) return;
    const SceneMaker& chosen = makers[std::min(maker, makers.size() - 1)];
    const Style& style = view.context.style;
    const SceneFields& fields = view.link.fields;
    float radius = fields.default_radius;
    if (fields.radius.exists()) {
        const ecs::Value usual(view.context.world.types()[fields.radius.component]);
        radius = static_cast<float>(ecs::read_number(fields.radius, usual.data()));
    }
    const float radius_px = std::max(radius * view.link.camera.zoom, style.px(4));
    const auto ghost = [&](ecs::Vec2 place, ImU32 color) {
        dashed_outline(list, outline_of(outline_kind(chosen), view.screen_of(place), radius_px, 0), color, style.scale);
    };
    if (painting_) {
        // The newest of very many: the older ones stand below them.
        constexpr std::size_t places_max = 500;
        const std::vector<ecs::Vec2>& places = stroke_.places();
        for (std::size_t i = places.size() > places_max ? places.size() - places_max : 0; i < places.size(); ++i)
            ghost(places[i], style.theme->text);
        draw_label(
            list, style, ImGui::GetMousePos(), view.picture,
            places.size() <= 1 ? chosen.name : chosen.name + " × " + std::to_string(places.size()),
            places.empty() ? phrase("There is one here already: {}", chosen.name) : std::string(tr("Esc gives up")));
        return;
    }
    if (!view.link.hovered) return;
    ghost(snapped(view.world_of(ImGui::GetMousePos())), style.theme->quiet);
}

}  // namespace panels
