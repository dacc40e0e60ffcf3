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

using Real = long double;

/// How fast a drag moves a number, by the keys that are held.
struct Rung {
    bool shift, alt;
    double times;
    const char* keys;
    const char* text;
};
constexpr Rung ladder[] = {{true, false, 10, "Shift", "×10"},
                           {false, false, 1, "", "×1"},
                           {false, true, 0.1, "Alt", "×0.1"},
                           {true, true, 0.01, "Shift+Alt", "×0.01"}};

const Rung& present_rung(const ImGuiIO& io) {
    return *std::find_if(std::begin(ladder), std::end(ladder),
                         [&](const Rung& each) { return each.shift == io.KeyShift && each.alt == io.KeyAlt; });
}

/// What a person may not expect of the number; empty for all usual ones.
std::string what_is_odd(double number) {
    if (std::isnan(number)) return tr("Not a number: it equals nothing, not even itself");
    if (std::isinf(number)) return tr("Infinite");
    return number == 0 && std::signbit(number) ? std::string(tr("Zero with a minus sign")) : std::string();
}

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
        editor.sweep.visit(context, {low, high}, kind, field, write);
    }
    draw_box(low, high, hovered, held);
    return changed;
}

void NumberBox::start_typing(ImGuiID box) {
    editor.typing = box;
    editor.dragging = 0;
    editor.text = mixed ? std::string() : kind.exact(read);
    editor.problem.clear();
    editor.refused.clear();
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
    const std::string typed_before = editor.refused.empty() ? std::string() : editor.text;
    const bool entered = text_field(
        {.id = "##typed", .text = editor.text, .hint = mixed ? mixed_text : "", .flags = flags, .tabbed = &tabbed});
    if (editor.text != typed_before) editor.refused.clear();
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
    editor.problem = editor.refused.empty() ? read_typed(scratch.data()) : editor.refused;
    if (!editor.problem.empty() && !(mixed && editor.text.empty()))
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

std::string NumberBox::read_typed(void* value) {
    Expression expression = Expression::of_present(with_hyphens(editor.text));
    if (!expression.problem().empty()) return expression.problem();
    if (!expression.relative()) {
        note_change({});
        return kind.parse(field, editor.text, value);
    }
    note_change({.how = FieldChange::How::Compute, .number = &kind, .expression = std::move(expression)});
    return changed_number(editor.change, read, value);
}

bool NumberBox::commit() {
    std::array<std::byte, 8> value{};
    if (!read_typed(value.data()).empty()) return false;
    const bool for_others = editor.many && (mixed || editor.change.how == FieldChange::How::Compute);
    if (!for_others && std::memcmp(value.data(), write, kind.size) == 0) return false;
    std::memcpy(write, value.data(), kind.size);
    return true;
}

void NumberBox::note_change(FieldChange change) {
    change.at = write;
    change.size = kind.size;
    change.field = &field;
    editor.change = std::move(change);
}

bool NumberBox::drag() {
    const ImGuiID box = ImGui::GetID(id);
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemActivated()) {
        editor.dragging = box;
        ++editor.drags;
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
    Real by = 0;
    if (take_key(context, compat::Key::Escape, false)) {
        editor.dragging = 0;
        if (!editor.drag_moved) return false;
        std::memcpy(value.data(), editor.drag_start.data(), kind.size);
    } else {
        if (!editor.drag_moved && editor.sweep.allowed && !mixed) {
            const FieldSweep::Way way = FieldSweep::way_of_drag();
            if (way == FieldSweep::Way::Undecided) return false;
            if (way == FieldSweep::Way::Across) {
                editor.dragging = 0;
                editor.sweep.begin_at({ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}, kind.exact(read));
                return false;
            }
        }
        if (!editor.drag_moved && !ImGui::IsMouseDragging(ImGuiMouseButton_Left)) return false;
        if (editor.drag_moved && io.MouseDelta.x == 0) return false;
        editor.drag_moved = true;
        editor.dragged_px +=
            static_cast<double>(io.MouseDelta.x) * present_rung(io).times / static_cast<double>(context.style.scale);
        by = static_cast<Real>(editor.dragged_px) * static_cast<Real>(kind.step(field, editor.drag_start.data()));
        kind.move(field, editor.drag_start.data(), by, value.data());
    }
    note_change({.how = FieldChange::How::Move, .number = &kind, .by = by, .drag = editor.drags});
    if (!editor.many && std::memcmp(value.data(), read, kind.size) == 0) return false;
    std::memcpy(write, value.data(), kind.size);
    return true;
}

void NumberBox::draw_box(ImVec2 low, ImVec2 high, bool hovered, bool held) const {
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (write != nullptr) {
        draw_frame(list, low, high, hovered, held);
        if (field.min && field.max && !mixed) {
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
    if (mixed) {
        const compat::FontScope font(style.mono);
        number = mixed_text;
        list.AddText({std::max(left, std::floor(right - ImGui::CalcTextSize(mixed_text).x)), y}, style.theme->quiet,
                     mixed_text);
    } else {
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
        const bool odd = !what_is_odd(kind.real(read)).empty();
        draw_text_until(list, {start, number_y}, right, odd ? style.theme->error : style.theme->text, number);
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
    if (held && editor.dragging != 0 && editor.drag_moved) show_ladder();
    if (hovered && !held && tooltip_due()) tooltip(hover_text(number));
}

/// What the drag did so far, and the keys that make it faster or finer.
void NumberBox::show_ladder() const {
    const Tooltip tip({ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}, Tooltip::When::Now);
    if (!tip) return;
    const Style& style = context.style;
    const std::string moved = kind.moved(editor.drag_start.data(), read);
    colored_text(style.theme->text, moved.empty() ? "+0" : moved);
    const Rung& present = present_rung(ImGui::GetIO());
    for (const Rung& rung : ladder) {
        const std::string text = std::string(rung.text) + (*rung.keys == 0 ? "" : " ") + rung.keys;
        colored_text(&rung == &present ? style.theme->text : style.theme->quiet, text);
        if (&rung != &ladder[std::size(ladder) - 1]) ImGui::SameLine(0, style.px(10));
    }
}

bool NumberBox::changed() const { return former != nullptr && std::memcmp(former, read, kind.size) != 0; }

/// All digits, the unit that has no room elsewhere, and the value before.
std::string NumberBox::hover_text(const std::string& shown) const {
    if (mixed) return mixed_hint(write != nullptr);
    const std::string all = with_minus(kind.exact(read));
    const bool unit = !editor.units && !field.unit.empty();
    std::string text;
    if (all != shown || unit || this->changed()) text = all;
    if (unit) text += (field.unit == "°" ? "" : " ") + field.unit;
    if (this->changed() && editor.deltas) text += phrase(", before {}", with_minus(kind.exact(former)));
    if (const std::string odd = what_is_odd(kind.real(read)); !odd.empty()) text += (text.empty() ? "" : "\n") + odd;
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
