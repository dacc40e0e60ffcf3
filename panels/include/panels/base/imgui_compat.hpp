// The differences between Dear ImGui 1.86 and the newest docking release, one function for each. Panels and the
// editor never check a version themselves.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "panels/base/chord.hpp"

namespace panels::compat {

/// An OpenGL texture name in the type of ImGui::Image and ImDrawList::AddImage.
inline ImTextureID texture_id(std::uintptr_t name) {
#if IMGUI_VERSION_NUM >= 19140
    return static_cast<ImTextureID>(name);
#else
    return reinterpret_cast<ImTextureID>(name);
#endif
}

/// Uses a font at its own size until the end of the scope; null keeps the current font.
class FontScope {
public:
    explicit FontScope(ImFont* font) : pushed_(font != nullptr) {
        if (!pushed_) return;
#if IMGUI_VERSION_NUM >= 19200
        ImGui::PushFont(font, font->LegacySize);
#else
        ImGui::PushFont(font);
#endif
    }
    ~FontScope() {
        if (pushed_) ImGui::PopFont();
    }
    FontScope(const FontScope&) = delete;
    FontScope& operator=(const FontScope&) = delete;

private:
    bool pushed_;
};

/// The text size of a font that the program loaded; null: the current font.
inline float size_of(const ImFont* font) {
    if (font == nullptr) return ImGui::GetFontSize();
#if IMGUI_VERSION_NUM >= 19200
    return font->LegacySize;
#else
    return font->FontSize;
#endif
}

/// Larger or smaller text until the end of the scope, which begins outside of windows.
class TextScale {
public:
    explicit TextScale(float factor);
    ~TextScale();
    TextScale(const TextScale&) = delete;
    TextScale& operator=(const TextScale&) = delete;

private:
    float before_;
};

/// Whether glyphs are made when they are first drawn. Before 1.92 only the glyphs requested for the atlas exist.
#if IMGUI_VERSION_NUM >= 19200
inline constexpr bool fonts_load_on_demand = true;
#else
inline constexpr bool fonts_load_on_demand = false;
#endif

/// Sets the default text size; before 1.92 this is the size of the first font.
inline void set_font_size([[maybe_unused]] ImGuiStyle& style, [[maybe_unused]] float size) {
#if IMGUI_VERSION_NUM >= 19200
    style.FontSizeBase = size;
#endif
}

/// By how many pixels the text field that has the keyboard is scrolled; 0 when none has.
float scroll_of_active_text_field();

/// Whether the font has a glyph for a character.
inline bool has_glyph(ImFont& font, unsigned int codepoint) {
#if IMGUI_VERSION_NUM >= 19200
    return font.IsGlyphInFont(static_cast<ImWchar>(codepoint));
#else
    return font.FindGlyphNoFallback(static_cast<ImWchar>(codepoint)) != nullptr;
#endif
}
/// The same of the present font.
inline bool has_glyph(unsigned int codepoint) { return has_glyph(*ImGui::GetFont(), codepoint); }

/// A glyph in the atlas, with the size of its font and the width of a space in it.
struct AtlasGlyph {
    const ImFontGlyph* glyph;
    float font_size, space;
};
/// All glyphs, in every drawn size. Valid until the next frame begins.
std::vector<AtlasGlyph> atlas_glyphs();
/// Another number when the atlas has other glyphs, or has them in other places.
std::size_t atlas_stamp();

inline bool begin_child(const char* id, ImVec2 size = {0, 0}, bool borders = false, ImGuiWindowFlags flags = 0) {
    return ImGui::BeginChild(id, size, borders, flags);  // `true` is ImGuiChildFlags_Borders in newer releases
}

/// A child without a border, with the padding of windows or without any.
enum class ChildFrame { None, Padded };
inline bool begin_child(const char* id, ImVec2 size, ChildFrame frame, ImGuiWindowFlags flags) {
    const bool padded = frame == ChildFrame::Padded;
#if IMGUI_VERSION_NUM >= 19000
    return ImGui::BeginChild(id, size, padded ? ImGuiChildFlags_AlwaysUseWindowPadding : ImGuiChildFlags_None, flags);
#else
    return ImGui::BeginChild(id, size, false, padded ? flags | ImGuiWindowFlags_AlwaysUseWindowPadding : flags);
#endif
}

/// Later items may cover the next item; they then get the mouse. Call this before the item, and end_overlapped_item()
/// right after it.
inline void begin_overlapped_item() {
#if IMGUI_VERSION_NUM >= 18970
    ImGui::SetNextItemAllowOverlap();
#endif
}
inline void end_overlapped_item() {
#if IMGUI_VERSION_NUM < 18970
    ImGui::SetItemAllowOverlap();
#endif
}

#if IMGUI_VERSION_NUM >= 18970
inline constexpr ImGuiSelectableFlags selectable_allow_overlap = ImGuiSelectableFlags_AllowOverlap;
inline constexpr ImGuiTreeNodeFlags tree_node_allow_overlap = ImGuiTreeNodeFlags_AllowOverlap;
#else
inline constexpr ImGuiSelectableFlags selectable_allow_overlap = ImGuiSelectableFlags_AllowItemOverlap;
inline constexpr ImGuiTreeNodeFlags tree_node_allow_overlap = ImGuiTreeNodeFlags_AllowItemOverlap;
#endif

/// For InvisibleButton: lets it take the keyboard focus, as other buttons do.
#if IMGUI_VERSION_NUM >= 19110
inline constexpr ImGuiButtonFlags button_reached_by_keys = ImGuiButtonFlags_EnableNav;
#else
inline constexpr ImGuiButtonFlags button_reached_by_keys = ImGuiButtonFlags_None;
#endif

/// Makes the clipper hand out rows [first, last) even out of view. Call it before the first Step().
inline void include_rows(ImGuiListClipper& clipper, int first, int last) {
#if IMGUI_VERSION_NUM >= 18990
    clipper.IncludeItemsByIndex(first, last);
#else
    clipper.ForceDisplayRangeByIndices(first, last);
#endif
}

inline void add_rect(ImDrawList& list, ImVec2 low, ImVec2 high, ImU32 color, float rounding = 0, float thickness = 1) {
#if IMGUI_VERSION_NUM >= 19290
    list.AddRect(low, high, color, rounding, thickness);
#else
    list.AddRect(low, high, color, rounding, ImDrawFlags_None, thickness);
#endif
}

inline void add_polyline(ImDrawList& list, const ImVec2* points, int count, ImU32 color, bool closed, float thickness) {
    const ImDrawFlags flags = closed ? ImDrawFlags_Closed : ImDrawFlags_None;
#if IMGUI_VERSION_NUM >= 19290
    list.AddPolyline(points, count, color, thickness, flags);
#else
    list.AddPolyline(points, count, color, flags, thickness);
#endif
}

/// Rows of the present table that begin in this scope have so much room above and below their cells. Before 1.90 a
/// table only looks at the style when it begins.
class CellPadding {
public:
    explicit CellPadding(float y);
    ~CellPadding();
    CellPadding(const CellPadding&) = delete;
    CellPadding& operator=(const CellPadding&) = delete;

#if IMGUI_VERSION_NUM < 19000
private:
    float before_;
#endif
};

/// Images drawn in this scope have hard edges between texels at any scale. Since 1.92.8 a back end binds its own
/// sampler, which smooths whatever the texture asks for.
class HardEdges {
public:
    explicit HardEdges(ImDrawList& list);
    ~HardEdges();
    HardEdges(const HardEdges&) = delete;
    HardEdges& operator=(const HardEdges&) = delete;

private:
    ImDrawList& list_;
};

#if IMGUI_VERSION_NUM >= 19090
inline constexpr ImGuiCol color_tab_selected = ImGuiCol_TabSelected;
inline constexpr ImGuiCol color_tab_dimmed = ImGuiCol_TabDimmed;
inline constexpr ImGuiCol color_tab_dimmed_selected = ImGuiCol_TabDimmedSelected;
#else
inline constexpr ImGuiCol color_tab_selected = ImGuiCol_TabActive;
inline constexpr ImGuiCol color_tab_dimmed = ImGuiCol_TabUnfocused;
inline constexpr ImGuiCol color_tab_dimmed_selected = ImGuiCol_TabUnfocusedActive;
#endif
#if IMGUI_VERSION_NUM >= 19140
inline constexpr ImGuiCol color_nav_cursor = ImGuiCol_NavCursor;
#else
inline constexpr ImGuiCol color_nav_cursor = ImGuiCol_NavHighlight;
#endif
/// The accent of the theme, for what has no Style at hand. Dear ImGui has it for a list of windows that we do not show.
inline constexpr ImGuiCol color_accent = ImGuiCol_NavWindowingHighlight;

using panels::Key;

/// What ImGui::IsKeyPressed calls the key; below 1 when this release has no name or position for it.
#if IMGUI_VERSION_NUM >= 18700
ImGuiKey imgui_key(Key key);
#else
/// A position in ImGuiIO::KeysDown: for keys without a name the code that GLFW and most windowing libraries use.
int imgui_key(Key key);
#endif

/// Question is pressed when the character was typed.
bool key_pressed(Key key, bool repeat = true);

/// Ctrl+Tab is the program's: Dear ImGui would show a list of windows. Call it before NewFrame().
void keep_ctrl_tab_from_imgui();

/// While the last item is active, Tab and Shift+Tab stay with it. Call it in every frame. Before 1.91 a text field
/// that asks for CallbackCompletion gets them anyway.
inline void keep_tab_for_item() {
#if IMGUI_VERSION_NUM >= 19110
    ImGui::SetItemKeyOwner(ImGuiKey_Tab);
#endif
}

/// In a menu bar: what follows in the line is as high as its own padding says, not as high as the menus' text.
void end_menus_of_bar();

/// The next frame's ImGuiIO::WantCaptureKeyboard is true.
inline void want_keyboard() {
#if IMGUI_VERSION_NUM >= 18900
    ImGui::SetNextFrameWantCaptureKeyboard(true);
#else
    ImGui::CaptureKeyboardFromApp(true);
#endif
}

// Keyboard navigation

/// Enables keyboard navigation for the frame that begins, or disables it. Enter presses the focused item, as Space
/// does.
void navigate_by_keyboard(bool on);
/// Gives the main menu bar the keyboard, or takes it away if the bar has it. Call it right after NewFrame().
void toggle_menu_bar();
/// Whether the main menu bar has the keyboard.
bool in_menu_bar();
/// The item of the present window that has the keyboard; false when none has.
bool item_with_keyboard(ImVec2& low, ImVec2& high);
/// Tab leads to the next control of the window, whatever kind it is: to the right, then to the line below. Newer
/// releases have that themselves. Call pressed() for each Tab, and go_on() in every frame, right after NewFrame().
class TabOrder {
public:
    void go_on();
    void pressed(bool backwards);

private:
#if IMGUI_VERSION_NUM < 18900
    enum class Phase { None, Beside, NextLine, ToItsStart };  // a move of Dear ImGui takes a frame
    void move(int direction);

    Phase phase_ = Phase::None;
    unsigned int from_ = 0;  // the item that the last move left
    bool backwards_ = false;
#endif
};
/// If the keyboard has come to a list or a table as a whole, it goes on to its rows. Call it right after NewFrame().
void enter_list_at_focus();
/// Whether the keyboard cursor is at an item that was drawn in this frame; an item that went no longer takes Enter.
bool keyboard_at_item();
/// Draws the frame around the item that the keyboard is at: one look for all, also for those that we draw ourselves.
/// Call it before Render(), outside of windows.
void draw_navigation_frame(ImU32 color);

}  // namespace panels::compat
