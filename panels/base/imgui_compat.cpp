#include "panels/base/imgui_compat.hpp"

#include <imgui_internal.h>

namespace panels::compat {

void navigate_by_keyboard(bool on) {
    ImGuiIO& io = ImGui::GetIO();
    io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
    // The program handles Alt: toggle_menu_bar(). Toggling twice would have no effect.
    ImGui::GetCurrentContext()->NavWindowingToggleLayer = false;
    if (!on) return;
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
#if IMGUI_VERSION_NUM < 18700
    // In this release Enter only activates text and number inputs.
    const int enter = io.KeyMap[ImGuiKey_Enter];
    if (enter >= 0 && io.KeysDown[enter] && !io.WantTextInput) io.NavInputs[ImGuiNavInput_Activate] = 1;
#endif
}

bool in_menu_bar() {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    return context.NavWindow != nullptr && context.NavLayer == ImGuiNavLayer_Menu &&
           context.NavWindow == ImGui::FindWindowByName("##MainMenuBar");
}

void toggle_menu_bar() {
    ImGuiContext& context = *ImGui::GetCurrentContext();
    ImGuiWindow* bar = ImGui::FindWindowByName("##MainMenuBar");
    if (bar == nullptr) return;
    if (in_menu_bar()) {
        context.NavLayer = ImGuiNavLayer_Main;  // the bar then returns the keyboard itself
        return;
    }
    ImGui::ClearActiveID();
    ImGui::FocusWindow(bar);
    context.NavLayer = ImGuiNavLayer_Menu;
    ImGui::NavInitWindow(bar, true);
#if IMGUI_VERSION_NUM >= 19140
    ImGui::SetNavCursorVisible(true);
#else
    context.NavDisableHighlight = false;
    context.NavDisableMouseHover = true;
#endif
}

bool item_with_keyboard(ImVec2& low, ImVec2& high) {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    ImGuiWindow* window = context.CurrentWindow;
    if (context.NavId == 0 || window == nullptr || context.NavWindow != window) return false;
    const ImRect place = ImGui::WindowRectRelToAbs(window, window->NavRectRel[context.NavLayer]);
    low = place.Min;
    high = place.Max;
    return true;
}

std::string_view name_of(Key key) {
    constexpr std::string_view names[key_count] = {
        "Left",  "Right", "Up", "Down", "PageUp", "PageDown", "Home", "End", "Delete", "Backspace", "Tab", "Space",
        "Enter", "Esc",   "Y",  "Z",    "O",      "S",        "[",    "]",   "F2",     "F10",       "F11", "Menu"};
    return names[static_cast<int>(key)];
}

void draw_navigation_frame([[maybe_unused]] ImU32 color) {
#if IMGUI_VERSION_NUM < 19110
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    ImGuiWindow* window = context.NavWindow;
    if (!context.IO.NavVisible || context.NavId == 0 || window == nullptr) return;
    ImRect frame = window->NavRectRel[context.NavLayer];
    frame.Translate(window->Pos);
    frame.Expand(2);
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const ImRect& seen = window->OuterRectClipped;
    list.PushClipRect(seen.Min, seen.Max);
    list.AddRect(frame.Min, frame.Max, color, 0, ImDrawFlags_None, 2);
    list.PopClipRect();
#endif
}

std::vector<AtlasGlyph> atlas_glyphs() {
    std::vector<AtlasGlyph> all;
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
#if IMGUI_VERSION_NUM >= 19200
    auto& drawn = atlas.Builder->BakedPool;
    for (int i = 0; i < drawn.Size; ++i) {
        ImFontBaked& baked = drawn[i];
        if (baked.WantDestroy) continue;
        const float space = baked.GetCharAdvance(' ');  // may create the glyph, which moves the others
        for (const ImFontGlyph& glyph : baked.Glyphs) all.push_back({&glyph, baked.Size, space});
    }
#else
    for (ImFont* font : atlas.Fonts)
        for (const ImFontGlyph& glyph : font->Glyphs)
            all.push_back({&glyph, font->FontSize, font->GetCharAdvance(' ')});
#endif
    return all;
}

namespace {

enum class Sampler { Nearest, Linear };

/// Draws the rest of the list with this sampler, where the back end can change it.
void switch_sampler([[maybe_unused]] ImDrawList& list, [[maybe_unused]] Sampler sampler) {
#if IMGUI_VERSION_NUM >= 19280
    const ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
    const ImDrawCallback change =
        sampler == Sampler::Nearest ? platform.DrawCallback_SetSamplerNearest : platform.DrawCallback_SetSamplerLinear;
    if (change != nullptr) list.AddCallback(change, nullptr);
#endif
}

}  // namespace

void end_menus_of_bar() { ImGui::GetCurrentWindow()->DC.CurrLineTextBaseOffset = 0; }

HardEdges::HardEdges(ImDrawList& list) : list_(list) { switch_sampler(list_, Sampler::Nearest); }
HardEdges::~HardEdges() { switch_sampler(list_, Sampler::Linear); }

}  // namespace panels::compat
