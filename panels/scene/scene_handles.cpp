#include "panels/scene/scene_handles.hpp"

#include <algorithm>
#include <cmath>

#include "panels/base/imgui_compat.hpp"

namespace panels {

namespace {

// Sizes at scale 1. Arms begin beside the middle, so that a click there reaches the shape.
constexpr float arm_from_px = 8, arm_px = 88, arrow_px = 12, ring_px = 44, turn_ring_px = 64;
constexpr float square_at_px = 18, square_px = 16, knob_px = 10;
constexpr float reach_px = 10;  // of the mouse around a line: targets are 20 px

bool on_arm(float along, float across, float reach, float scale) {
    return along >= arm_from_px * scale && along <= (arm_px + arrow_px) * scale && std::abs(across) <= reach;
}

}  // namespace

SceneHandle handle_at(SceneTool tool, const Style& style, ImVec2 pivot, ImVec2 place) {
    const float x = place.x - pivot.x, y = place.y - pivot.y, reach = style.px(reach_px);
    const float from_middle = std::hypot(x, y);
    if (tool == SceneTool::Move) {
        const float low = style.px(square_at_px), high = style.px(square_at_px + square_px), more = style.px(2);
        if (x >= low - more && x <= high + more && y >= low - more && y <= high + more) return SceneHandle::Both;
        if (on_arm(x, y, reach, style.scale)) return SceneHandle::X;
        if (on_arm(y, x, reach, style.scale)) return SceneHandle::Y;
        if (std::abs(from_middle - style.px(ring_px)) <= reach / 2) return SceneHandle::Ring;
    }
    if (tool == SceneTool::Rotate && std::abs(from_middle - style.px(turn_ring_px)) <= reach) return SceneHandle::Ring;
    if (tool == SceneTool::Scale) {
        const bool right = on_arm(x, y, reach, style.scale), down = on_arm(y, x, reach, style.scale);
        if (right || down) return SceneHandle::Scale;
    }
    return SceneHandle::None;
}

void draw_handles(SceneTool tool, const Style& style, ImDrawList& list, ImVec2 pivot, SceneHandle lit) {
    if (tool == SceneTool::Select || tool == SceneTool::Paint) return;
    const ImVec2 at{std::floor(pivot.x) + 0.5f, std::floor(pivot.y) + 0.5f};
    const ImU32 text = style.theme->text, shadow = faded(style.theme->scene, 0.7f);
    const float thick = style.px(2), arm = style.px(arm_px), from = style.px(arm_from_px), arrow = style.px(arrow_px);
    const auto strength = [&](SceneHandle handle, float usual) { return faded(text, lit == handle ? 1.0f : usual); };
    const auto line = [&](ImVec2 a, ImVec2 b, ImU32 color) {
        list.AddLine(a, b, shadow, thick + style.px(2));
        list.AddLine(a, b, color, thick);
    };
    const auto letter = [&](ImVec2 place, const char* of) {
        const compat::FontScope font(style.mono_bold);
        list.AddText({std::floor(place.x), std::floor(place.y)}, text, of);
    };
    const auto ring = [&](float radius, float usual) {
        const ImU32 color = strength(SceneHandle::Ring, usual);
        const float wide = lit == SceneHandle::Ring ? thick * 1.5f : thick;
        list.AddCircle(at, radius, shadow, 64, wide + style.px(2));
        list.AddCircle(at, radius, color, 64, wide);
    };
    if (tool == SceneTool::Move) {
        ring(style.px(ring_px), 0.35f);
        const ImU32 across = strength(SceneHandle::X, 1), down = strength(SceneHandle::Y, 0.6f);
        line({at.x + from, at.y}, {at.x + arm, at.y}, across);
        list.AddTriangleFilled({at.x + arm + arrow, at.y}, {at.x + arm, at.y - arrow / 2},
                               {at.x + arm, at.y + arrow / 2}, across);
        line({at.x, at.y + from}, {at.x, at.y + arm}, down);
        list.AddTriangleFilled({at.x, at.y + arm + arrow}, {at.x + arrow / 2, at.y + arm},
                               {at.x - arrow / 2, at.y + arm}, down);
        letter({at.x + arm + arrow + style.px(4), at.y - ImGui::GetFontSize() / 2}, "x");
        letter({at.x - style.px(4), at.y + arm + arrow + style.px(2)}, "y");
        const ImVec2 low{at.x + style.px(square_at_px), at.y + style.px(square_at_px)};
        const ImVec2 high{low.x + style.px(square_px), low.y + style.px(square_px)};
        list.AddRectFilled(low, high, faded(text, lit == SceneHandle::Both ? 0.45f : 0.15f));
        compat::add_rect(list, low, high, strength(SceneHandle::Both, 0.6f), 0, style.px(1));
    } else if (tool == SceneTool::Rotate) {
        ring(style.px(turn_ring_px), 0.7f);
    } else {
        const ImU32 color = strength(SceneHandle::Scale, 0.8f);
        const float half = style.px(knob_px) / 2;
        line({at.x + from, at.y}, {at.x + arm, at.y}, color);
        line({at.x, at.y + from}, {at.x, at.y + arm}, color);
        for (const ImVec2 end : {ImVec2{at.x + arm + half, at.y}, ImVec2{at.x, at.y + arm + half}})
            list.AddRectFilled({end.x - half, end.y - half}, {end.x + half, end.y + half}, color);
    }
    list.AddCircleFilled(at, style.px(3), shadow);
    list.AddCircleFilled(at, style.px(2), text);
}

}  // namespace panels
