#include "panels/inspector/number_box.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "panels/base/keys_used.hpp"
#include "panels/base/language.hpp"
#include "panels/widgets/text_field.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

/// Small text must be readable until it goes.
float opacity_of_delta(float strength) { return 0.5f + strength / 2; }

}  // namespace

bool NumberBox::draw() {
    const ImGuiID box = ImGui::GetID(id);
    if (editor.typing == box) {
        if (write != nullptr) return draw_typing();
        editor.typing = 0;
    }
    if (write != nullptr && (editor.type_next || editor.tab_back_to == box)) {
        editor.type_next = false;
        editor.tab_back_to = 0;
        start_typing(box);
        return draw_typing();
    }

    invisible_button(id, {std::max(width, 1.0f), ImGui::GetFrameHeight()}, compat::button_reached_by_keys);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const bool hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
    bool changed = false;
    if (write != nullptr) {
        const ImGuiIO& io = ImGui::GetIO();
        if (hovered || held) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        const bool by_key = ImGui::IsItemActivated() && !io.MouseDown[ImGuiMouseButton_Left];
        const bool by_mouse = hovered && (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) ||
                                          (io.KeyCtrl && ImGui::IsMouseClicked(ImGuiMouseButton_Left)));
        if (by_key || by_mouse)
            start_typing(box);
        else
            changed = drag();
        editor.last_number = box;
    }
    draw_box(low, high, hovered, held);
    return changed;
}

void NumberBox::start_typing(ImGuiID box) {
    editor.typing = box;
    editor.dragging = 0;
    editor.text = kind.exact(read);
    editor.problem.clear();
    editor.focus = true;
}

bool NumberBox::draw_typing() {
    const Style& style = context.style;
    ImGui::PushID(id);
    ImGui::SetNextItemWidth(width);
    if (editor.focus) ImGui::SetKeyboardFocusHere();
    const bool wrong = !editor.problem.empty();
    ImGui::PushStyleColor(ImGuiCol_Text, wrong ? style.theme->error : style.theme->text);
    bool tabbed = false;  // Tab goes to the next number here
    constexpr ImGuiInputTextFlags flags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll;
    const bool entered = text_field({.id = "##typed", .text = editor.text, .flags = flags, .tabbed = &tabbed});
    ImGui::PopStyleColor();
    const Area field_area{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    const bool left = ImGui::IsItemDeactivated(), escaped = compat::key_pressed(compat::Key::Escape, false);
    // Right after Enter the field does not have the keyboard back yet, but Esc still belongs to it.
    if (escaped && context.keys != nullptr) context.keys->add(compat::Key::Escape);
    // Shift+Tab reaches the callback only in old releases of ImGui.
    compat::keep_tab_for_item();
    tabbed = tabbed || (ImGui::IsItemActive() && compat::key_pressed(compat::Key::Tab, false));
    if (ImGui::IsItemActive()) editor.focus = false;
    ImGui::PopID();

    std::array<std::byte, 8> scratch{};
    editor.problem = kind.parse(field, editor.text, scratch.data());
    if (!editor.problem.empty())
        if (const Tooltip shown(field_area, Tooltip::When::Now); shown)
            colored_text(style.theme->error, editor.problem);
    if (editor.focus && !left) return false;
    if (escaped || (left && !entered && !tabbed && !editor.problem.empty())) {
        editor.typing = 0;
        return false;
    }
    if (!entered && !tabbed && !left) return false;
    if (!editor.problem.empty()) {
        editor.focus = entered;  // invalid text stays, to be corrected
        return false;
    }
    const ImGuiID box = editor.typing;
    editor.typing = 0;
    if (tabbed) {
        const bool back = ImGui::GetIO().KeyShift && editor.last_number != 0;
        editor.type_next = !back;
        if (back) editor.tab_back_to = editor.last_number;
    }
    editor.last_number = box;
    return commit();
}

bool NumberBox::commit() {
    std::array<std::byte, 8> value{};
    if (!kind.parse(field, editor.text, value.data()).empty()) return false;
    if (std::memcmp(value.data(), write, kind.size) == 0) return false;
    std::memcpy(write, value.data(), kind.size);
    return true;
}

bool NumberBox::drag() {
    const ImGuiID box = ImGui::GetID(id);
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemActivated()) {
        editor.dragging = box;
        std::memcpy(editor.drag_start.data(), read, kind.size);
        editor.dragged_px = 0;
        editor.drag_moved = false;
    }
    if (editor.dragging != box) return false;
    if (!ImGui::IsItemActive()) {
        editor.dragging = 0;
        return false;
    }
    std::array<std::byte, 8> value{};
    if (take_key(context, compat::Key::Escape, false)) {
        editor.dragging = 0;
        std::memcpy(value.data(), editor.drag_start.data(), kind.size);
    } else {
        if (!editor.drag_moved && !ImGui::IsMouseDragging(ImGuiMouseButton_Left)) return false;
        if (editor.drag_moved && io.MouseDelta.x == 0) return false;
        editor.drag_moved = true;
        const double speed = io.KeyShift ? 10 : io.KeyAlt ? 0.1 : 1;
        editor.dragged_px += static_cast<double>(io.MouseDelta.x) * speed / static_cast<double>(context.style.scale);
        kind.drag(field, editor.drag_start.data(), editor.dragged_px, value.data());
    }
    if (std::memcmp(value.data(), read, kind.size) == 0) return false;
    std::memcpy(write, value.data(), kind.size);
    return true;
}

void NumberBox::draw_box(ImVec2 low, ImVec2 high, bool hovered, bool held) const {
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (write != nullptr) {
        draw_frame(list, low, high, hovered, held);
        if (field.min && field.max) {
            const float rail = style.px(2), inset = style.px(3);
            const float end = low.x + inset + (high.x - low.x - inset * 2) * kind.share(field, read);
            list.AddRectFilled({low.x + inset, high.y - rail}, {end, high.y}, style.theme->bar);
        }
    }
    const float y = std::floor((low.y + high.y - ImGui::GetFontSize()) / 2);
    const float right = high.x - style.px(4);
    float left = low.x + style.px(6);
    if (this->changed()) draw_changed_tint(style, list, {low, high}, strength);
    if (axis != nullptr) {
        list.AddText({left, y}, style.theme->quiet, axis);
        left += ImGui::CalcTextSize("w").x + style.px(3);  // the widest letter, so that x to w have the same room
    }
    std::string number;
    {
        const compat::FontScope font(style.mono);
        // Fewer decimals are better than a cut number.
        float number_width = 0;
        for (int decimals = decimals_shown(kind, read); decimals >= 0; --decimals) {
            number = with_minus(kind.shown(read, decimals));
            number_width = ImGui::CalcTextSize(number.c_str()).x;
            if (number_width <= right - left) break;
        }
        const float start = std::max(left, std::floor(right - number_width));
        const float number_y = std::floor((low.y + high.y - ImGui::GetFontSize()) / 2);
        draw_text_until(list, {start, number_y}, right, style.theme->text, number);
        if (editor.deltas && this->changed()) {
            const compat::FontScope small(style.mono_small);
            const std::string delta = kind.moved(former, read);
            const float delta_left = std::floor(start - style.px(6) - ImGui::CalcTextSize(delta.c_str()).x);
            if (!delta.empty() && delta_left >= left)
                list.AddText(
                    {delta_left, number_y + lower_by(style)},
                    style.reduce_motion ? style.theme->warn : faded(style.theme->warn, opacity_of_delta(strength)),
                    delta.c_str());
        }
    }
    if (hovered && !held && tooltip_due()) tooltip(hover_text(number));
}

bool NumberBox::changed() const { return former != nullptr && std::memcmp(former, read, kind.size) != 0; }

/// All digits, the unit that has no room elsewhere, and the value before.
std::string NumberBox::hover_text(const std::string& shown) const {
    const std::string all = with_minus(kind.exact(read));
    const bool unit = !editor.units && !field.unit.empty();
    std::string text;
    if (all != shown || unit || this->changed()) text = all;
    if (unit) text += (field.unit == "°" ? "" : " ") + field.unit;
    if (this->changed() && editor.deltas) text += phrase(", before {}", with_minus(kind.exact(former)));
    if (write == nullptr && !why_read_only.empty()) text += (text.empty() ? "" : "\n") + std::string(why_read_only);
    return text;
}

void draw_changed_bar(const Style& style, ImDrawList& list, const Area& area, float strength) {
    const float left = std::floor(area.low.x), wide = std::max(1.0f, std::floor(style.px(2)));
    // A dot comes and goes with less of a flicker than a bar.
    if (style.reduce_motion)
        return list.AddCircleFilled({left + wide, std::floor((area.low.y + area.high.y) / 2)}, wide, style.theme->warn);
    list.AddRectFilled({left, area.low.y}, {left + wide, area.high.y}, faded(style.theme->warn, strength));
}

void draw_changed_tint(const Style& style, ImDrawList& list, const Area& area, float strength) {
    constexpr float tint = 0.1f;  // text on it stays as readable as beside it
    if (!style.reduce_motion)
        list.AddRectFilled(area.low, area.high, faded(style.theme->warn, tint * strength),
                           ImGui::GetStyle().FrameRounding);
    draw_changed_bar(style, list, area, strength);
}

}  // namespace panels
