#include "panels/base/tooltip.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <imgui_internal.h>

namespace panels {

namespace {

/// The thing under the mouse, as long as the mouse stays on it.
struct Subject {
    ImGuiID id = 0;
    Area area;
    double since_secs = 0;
    int since_frame = 0, seen_frame = 0, shown_frame = -1;
};

/// The state for one ImGui context, which owns it.
struct Tooltips {
    std::vector<Subject> subjects;  // of this frame and the one before
    int input_frame = -1;           // last frame with a press or a key
    int wheel_frame = -1;
    ImGuiWindow* window = nullptr;  // window of the last tooltip
    ShownTooltip shown;
    int shown_frame = -1;
    bool hidden = false;  // ImGui measures the tooltip first
    // The look of windows when the frame began. What a tooltip is about may stand in one without padding.
    ImVec2 padding, least_size;
    ImVec4 text;  // an item may have words of another colour, for a ground of another colour
    float rounding = 0, border = 0;
    bool look_known = false;
};

bool any_key_struck(const ImGuiContext& imgui) {
#if IMGUI_VERSION_NUM >= 18700
    for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_NamedKey_END; ++key)
        if (ImGui::GetKeyData(static_cast<ImGuiKey>(key))->DownDuration == 0.0f) return true;
#else
    for (const float down_secs : imgui.IO.KeysDownDuration)
        if (down_secs == 0.0f) return true;
#endif
    return imgui.IO.InputQueueCharacters.Size > 0;
}

void on_new_frame(ImGuiContext* imgui, ImGuiContextHook* hook) {
    auto& tooltips = *static_cast<Tooltips*>(hook->UserData);
    const ImGuiIO& io = imgui->IO;
    const ImGuiStyle& look = imgui->Style;
    tooltips.padding = look.WindowPadding;
    tooltips.least_size = look.WindowMinSize;
    tooltips.text = look.Colors[ImGuiCol_Text];
    tooltips.rounding = look.WindowRounding;
    tooltips.border = look.PopupBorderSize;
    tooltips.look_known = true;
    const bool pressed = std::any_of(std::begin(io.MouseDown), std::end(io.MouseDown), [](bool down) { return down; });
    if (pressed || any_key_struck(*imgui)) tooltips.input_frame = imgui->FrameCount;
    if (io.MouseWheel != 0 || io.MouseWheelH != 0) tooltips.wheel_frame = imgui->FrameCount;
    const int before = imgui->FrameCount - 1;
    const auto left = [before](const Subject& subject) { return subject.seen_frame < before; };
    tooltips.subjects.erase(std::remove_if(tooltips.subjects.begin(), tooltips.subjects.end(), left),
                            tooltips.subjects.end());
}

void on_shutdown(ImGuiContext*, ImGuiContextHook* hook) { IM_DELETE(static_cast<Tooltips*>(hook->UserData)); }

Tooltips& tooltips() {
    ImGuiContext& imgui = *ImGui::GetCurrentContext();
    for (const ImGuiContextHook& hook : imgui.Hooks)
        if (hook.Callback == on_new_frame) return *static_cast<Tooltips*>(hook.UserData);
    ImGuiContextHook hook;
    hook.UserData = IM_NEW(Tooltips);
    hook.Type = ImGuiContextHookType_NewFramePost;
    hook.Callback = on_new_frame;
    ImGui::AddContextHook(&imgui, &hook);
    hook.Type = ImGuiContextHookType_Shutdown;
    hook.Callback = on_shutdown;
    ImGui::AddContextHook(&imgui, &hook);
    return *static_cast<Tooltips*>(hook.UserData);
}

/// Things without an id count as the same until the mouse leaves their place.
Subject& look_at(Tooltips& all, ImGuiID id, bool has_own_id, bool follows, const Area& area) {
    const int frame = ImGui::GetFrameCount();
    auto found =
        std::find_if(all.subjects.begin(), all.subjects.end(), [id](const Subject& each) { return each.id == id; });
    const bool is_new = found == all.subjects.end();
    if (is_new) {
        all.subjects.emplace_back().id = id;
        found = all.subjects.end() - 1;
    }
    const bool stays = !is_new && (has_own_id || found->area.contains(ImGui::GetMousePos()) ||
                                   (follows && found->shown_frame >= frame - 1));
    // The wheel zooms pictures: another thing is now under the mouse.
    const bool zoomed = follows && all.wheel_frame >= found->since_frame;
    if (!stays || zoomed) {
        found->since_secs = ImGui::GetTime();
        found->since_frame = zoomed ? std::max(frame, all.wheel_frame + 1) : frame;
    }
    found->area = area;
    found->seen_frame = frame;
    return *found;
}

bool due(const Tooltips& all, const Subject& subject) {
    if (std::max(all.input_frame, all.wheel_frame) >= subject.since_frame) return false;
    if (ImGui::GetTime() - subject.since_secs < tooltip_delay_secs) return false;
    const auto size = [](const Subject& each) { return each.area.width() * each.area.height(); };
    return std::none_of(all.subjects.begin(), all.subjects.end(),
                        [&](const Subject& other) { return size(other) < size(subject); });
}

Area last_item() { return {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}; }

Subject* look_at_last_item(Tooltips& all) {
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return nullptr;
    const ImGuiID own = ImGui::GetItemID();
    return &look_at(all, own != 0 ? own : ImGui::GetID("##without an id"), own != 0, false, last_item());
}

}  // namespace

bool tooltip_due() {
    Tooltips& all = tooltips();
    const Subject* subject = look_at_last_item(all);
    return subject != nullptr && due(all, *subject);
}

Tooltip::Tooltip() {
    Tooltips& all = tooltips();
    Subject* subject = look_at_last_item(all);
    if (subject == nullptr || !due(all, *subject)) return;
    subject->shown_frame = ImGui::GetFrameCount();
    begin(subject->area);
}

Tooltip::Tooltip(const Area& part, When when) {
    if (when == When::Now) {
        begin(part);
        return;
    }
    Tooltips& all = tooltips();
    Subject& subject = look_at(all, ImGui::GetID("##part of a picture"), false, true, part);
    if (!due(all, subject)) return;
    subject.shown_frame = ImGui::GetFrameCount();
    begin(part);
}

void Tooltip::begin(const Area& about) {
    Tooltips& all = tooltips();
    const int frame = ImGui::GetFrameCount();
    if (all.shown_frame == frame) return;
    const ImGuiViewport& screen = *ImGui::GetMainViewport();
    const ImVec2 size =
        all.window != nullptr && all.window->WasActive ? ImGui::CalcWindowNextAutoFitSize(all.window) : ImVec2{};
    ImGui::SetNextWindowPos(place_tooltip(about, ImGui::GetMousePos(), size,
                                          {screen.Pos, {screen.Pos.x + screen.Size.x, screen.Pos.y + screen.Size.y}}));
    pushed_ = all.look_known ? 5 : 1;
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0f);  // about a grey control it is read, too
    if (all.look_known) {
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, all.padding);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, all.least_size);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, all.rounding);
        ImGui::PushStyleVar(ImGuiStyleVar_PopupBorderSize, all.border);
        ImGui::PushStyleColor(ImGuiCol_Text, all.text);
    }
    ImGui::BeginTooltip();
    all.window = ImGui::GetCurrentWindow();
    all.hidden = all.window->Hidden || all.window->HiddenFramesCannotSkipItems > 0;
    all.shown = {{all.window->Pos, {all.window->Pos.x + all.window->Size.x, all.window->Pos.y + all.window->Size.y}},
                 about};
    all.shown_frame = frame;
    shown_ = true;
}

Tooltip::~Tooltip() {
    if (!shown_) return;
    ImGui::EndTooltip();
    if (pushed_ > 1) ImGui::PopStyleColor();
    ImGui::PopStyleVar(pushed_);
}

ImVec2 place_tooltip(const Area& about, ImVec2 mouse, ImVec2 size, const Area& screen) {
    const float gap = ImGui::GetStyle().ItemSpacing.y, cursor = std::ceil(ImGui::GetFontSize() * 1.2f);
    // Along the edge that it touches, the tooltip stays near the mouse and on the screen.
    const auto along = [](float wanted, float length, float low, float high) {
        return std::max(low, std::min(wanted, high - length));
    };
    const ImVec2 near{std::clamp(mouse.x, about.low.x, std::max(about.low.x, about.high.x)),
                      std::clamp(mouse.y, about.low.y, std::max(about.low.y, about.high.y))};
    const float x = along(near.x, size.x, screen.low.x, screen.high.x);
    const float y = along(near.y, size.y, screen.low.y, screen.high.y);
    const bool mouse_on_it = about.contains(mouse);
    const float below = mouse_on_it ? std::max(about.high.y + gap, mouse.y + cursor) : about.high.y + gap;
    const float above = about.low.y - gap - size.y;
    const float right = about.high.x + gap + (mouse_on_it ? cursor / 2 : 0), left = about.low.x - gap - size.x;
    if (below + size.y <= screen.high.y) return {x, below};
    if (above >= screen.low.y) return {x, above};
    if (right + size.x <= screen.high.x) return {right, y};
    if (left >= screen.low.x) return {left, y};
    if (about.height() > screen.height() / 4) {
        const Area spot{{mouse.x - cursor / 2, mouse.y - cursor / 2}, {mouse.x + cursor, mouse.y + cursor}};
        if (spot.height() < about.height()) return place_tooltip(spot, mouse, size, screen);
    }
    return screen.high.y - below >= about.low.y - screen.low.y ? ImVec2{x, below} : ImVec2{x, above};
}

std::optional<ShownTooltip> shown_tooltip() {
    const Tooltips& all = tooltips();
    if (all.shown_frame != ImGui::GetFrameCount() || all.hidden) return std::nullopt;
    return all.shown;
}

}  // namespace panels
