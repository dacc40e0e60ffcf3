#include "panels/base/imgui_compat.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <utility>

namespace panels::compat {

namespace {

float& text_scale() {
#if IMGUI_VERSION_NUM >= 19200
    return ImGui::GetStyle().FontScaleMain;
#else
    return ImGui::GetIO().FontGlobalScale;
#endif
}

}  // namespace

TextScale::TextScale(float factor) : before_(text_scale()) {
    text_scale() *= factor;
#if IMGUI_VERSION_NUM >= 19200
    ImGui::PushFont(nullptr, 0);
#else
    ImGui::PushFont(ImGui::GetFont());
#endif
}

TextScale::~TextScale() {
    text_scale() = before_;
    ImGui::PopFont();
}

#if IMGUI_VERSION_NUM >= 19000
CellPadding::CellPadding(float y) {
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ImGui::GetStyle().CellPadding.x, y});
}
CellPadding::~CellPadding() { ImGui::PopStyleVar(); }
#else
CellPadding::CellPadding(float y) : before_(std::exchange(ImGui::GetCurrentTable()->CellPaddingY, y)) {}
CellPadding::~CellPadding() { ImGui::GetCurrentTable()->CellPaddingY = before_; }
#endif

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

namespace {

constexpr int run_of(Key key, Key first) { return static_cast<int>(key) - static_cast<int>(first); }

/// Keys that stand in no run of neighbours.
struct LoneKey {
    Key key;
#if IMGUI_VERSION_NUM >= 18700
    ImGuiKey code;
#else
    int code;  // of GLFW
#endif
};
#if IMGUI_VERSION_NUM >= 18700
constexpr LoneKey lone_keys[] = {{Key::Space, ImGuiKey_Space},
                                 {Key::Escape, ImGuiKey_Escape},
                                 {Key::Enter, ImGuiKey_Enter},
                                 {Key::Tab, ImGuiKey_Tab},
                                 {Key::Backspace, ImGuiKey_Backspace},
                                 {Key::Insert, ImGuiKey_Insert},
                                 {Key::Delete, ImGuiKey_Delete},
                                 {Key::Home, ImGuiKey_Home},
                                 {Key::End, ImGuiKey_End},
                                 {Key::PageUp, ImGuiKey_PageUp},
                                 {Key::PageDown, ImGuiKey_PageDown},
                                 {Key::Left, ImGuiKey_LeftArrow},
                                 {Key::Right, ImGuiKey_RightArrow},
                                 {Key::Up, ImGuiKey_UpArrow},
                                 {Key::Down, ImGuiKey_DownArrow},
                                 {Key::Equal, ImGuiKey_Equal},
                                 {Key::Minus, ImGuiKey_Minus},
                                 {Key::LeftBracket, ImGuiKey_LeftBracket},
                                 {Key::RightBracket, ImGuiKey_RightBracket},
                                 {Key::Comma, ImGuiKey_Comma},
                                 {Key::Period, ImGuiKey_Period},
                                 {Key::Slash, ImGuiKey_Slash},
                                 {Key::Semicolon, ImGuiKey_Semicolon},
                                 {Key::Apostrophe, ImGuiKey_Apostrophe},
                                 {Key::Backslash, ImGuiKey_Backslash},
                                 {Key::Grave, ImGuiKey_GraveAccent},
                                 {Key::Menu, ImGuiKey_Menu}};
#else
constexpr LoneKey lone_keys[] = {
    {Key::Space, 32},       {Key::Escape, 256}, {Key::Enter, 257},       {Key::Tab, 258},   {Key::Backspace, 259},
    {Key::Insert, 260},     {Key::Delete, 261}, {Key::Right, 262},       {Key::Left, 263},  {Key::Down, 264},
    {Key::Up, 265},         {Key::PageUp, 266}, {Key::PageDown, 267},    {Key::Home, 268},  {Key::End, 269},
    {Key::Equal, '='},      {Key::Minus, '-'},  {Key::LeftBracket, '['}, {Key::Comma, ','}, {Key::RightBracket, ']'},
    {Key::Period, '.'},     {Key::Slash, '/'},  {Key::Semicolon, ';'},   {Key::Grave, '`'}, {Key::Apostrophe, '\''},
    {Key::Backslash, '\\'}, {Key::Menu, 348}};
#endif

}  // namespace

#if IMGUI_VERSION_NUM >= 18700
ImGuiKey imgui_key(Key key) {
    const auto in_run = [key](Key first, ImGuiKey code) { return static_cast<ImGuiKey>(code + run_of(key, first)); };
    if (key >= Key::A && key <= Key::Z) return in_run(Key::A, ImGuiKey_A);
    if (key >= Key::Digit0 && key <= Key::Digit9) return in_run(Key::Digit0, ImGuiKey_0);
    if (key >= Key::F1 && key <= Key::F12) return in_run(Key::F1, ImGuiKey_F1);
    for (const LoneKey& each : lone_keys)
        if (each.key == key) return each.code;
    return ImGuiKey_None;
}
#else
int imgui_key(Key key) {
    // A back end may have other positions for the keys that Dear ImGui has names for.
    constexpr std::pair<Key, ImGuiKey> named[] = {{Key::Tab, ImGuiKey_Tab},
                                                  {Key::Left, ImGuiKey_LeftArrow},
                                                  {Key::Right, ImGuiKey_RightArrow},
                                                  {Key::Up, ImGuiKey_UpArrow},
                                                  {Key::Down, ImGuiKey_DownArrow},
                                                  {Key::PageUp, ImGuiKey_PageUp},
                                                  {Key::Home, ImGuiKey_Home},
                                                  {Key::PageDown, ImGuiKey_PageDown},
                                                  {Key::End, ImGuiKey_End},
                                                  {Key::Insert, ImGuiKey_Insert},
                                                  {Key::Delete, ImGuiKey_Delete},
                                                  {Key::Backspace, ImGuiKey_Backspace},
                                                  {Key::Space, ImGuiKey_Space},
                                                  {Key::Enter, ImGuiKey_Enter},
                                                  {Key::Escape, ImGuiKey_Escape},
                                                  {Key::A, ImGuiKey_A},
                                                  {Key::C, ImGuiKey_C},
                                                  {Key::V, ImGuiKey_V},
                                                  {Key::X, ImGuiKey_X},
                                                  {Key::Y, ImGuiKey_Y},
                                                  {Key::Z, ImGuiKey_Z}};
    for (const auto& [each, name] : named)
        if (each == key && ImGui::GetKeyIndex(name) >= 0) return ImGui::GetKeyIndex(name);
    constexpr int first_function_key = 290;
    if (key >= Key::A && key <= Key::Z) return 'A' + run_of(key, Key::A);
    if (key >= Key::Digit0 && key <= Key::Digit9) return '0' + run_of(key, Key::Digit0);
    if (key >= Key::F1 && key <= Key::F12) return first_function_key + run_of(key, Key::F1);
    for (const LoneKey& each : lone_keys)
        if (each.key == key) return each.code;
    return -1;
}
#endif

bool key_pressed(Key key, bool repeat) {
    if (key == Key::Question) {
        const auto& typed = ImGui::GetIO().InputQueueCharacters;
        return std::find(typed.begin(), typed.end(), static_cast<ImWchar>('?')) != typed.end();
    }
    const auto code = imgui_key(key);
    return static_cast<int>(code) > 0 && ImGui::IsKeyPressed(code, repeat);
}

void keep_ctrl_tab_from_imgui() {
#if IMGUI_VERSION_NUM >= 18900
    ImGuiContext& context = *ImGui::GetCurrentContext();
    context.ConfigNavWindowingKeyNext = context.ConfigNavWindowingKeyPrev = 0;
#else
    // This release asks for the key that the back end has for Tab, whatever is held with it.
    constexpr int hidden = -1;
    ImGuiIO& io = ImGui::GetIO();
    if (io.KeyCtrl)
        io.KeyMap[ImGuiKey_Tab] = hidden;
    else if (io.KeyMap[ImGuiKey_Tab] == hidden)
        io.KeyMap[ImGuiKey_Tab] = imgui_key(Key::Tab);
#endif
}

bool in_menu_bar() {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    return context.NavWindow != nullptr && context.NavLayer == ImGuiNavLayer_Menu &&
           context.NavWindow == ImGui::FindWindowByName("##MainMenuBar");
}

namespace {

void show_navigation(ImGuiContext& context) {
#if IMGUI_VERSION_NUM >= 19140
    (void)context;
    ImGui::SetNavCursorVisible(true);
#else
    context.NavDisableHighlight = false;
    context.NavDisableMouseHover = true;
#endif
}

}  // namespace

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
    show_navigation(context);
}

void TabOrder::pressed([[maybe_unused]] bool backwards) {
#if IMGUI_VERSION_NUM < 18900
    // In this release Tab only finds text and number inputs.
    ImGuiContext& context = *ImGui::GetCurrentContext();
    ImGuiWindow* const window = context.NavWindow;
    if (window == nullptr || context.IO.WantTextInput || (window->Flags & ImGuiWindowFlags_NoNavInputs) != 0) return;
    if (context.NavId == 0) {
        ImGui::NavInitWindow(window, true);
        return show_navigation(context);
    }
    if (context.NavDisableHighlight) return show_navigation(context);
    backwards_ = backwards;
    phase_ = Phase::Beside;
    move(backwards ? ImGuiDir_Left : ImGuiDir_Right);
#endif
}

void TabOrder::go_on() {
#if IMGUI_VERSION_NUM < 18900
    if (phase_ == Phase::None) return;
    ImGuiContext& context = *ImGui::GetCurrentContext();
    if (context.NavWindow == nullptr || context.IO.WantTextInput) {
        phase_ = Phase::None;
        return;
    }
    const bool moved = context.NavId != from_;
    switch (std::exchange(phase_, Phase::None)) {
        case Phase::Beside: {
            if (moved) return;
            // Nothing beside it. In the next line, whatever is nearest; from there to where the line begins.
            const ImRect line = context.NavWindow->InnerRect;
            context.NavScoringRect.Min.x = line.Min.x;
            context.NavScoringRect.Max.x = line.Max.x;
            phase_ = Phase::NextLine;
            return move(backwards_ ? ImGuiDir_Up : ImGuiDir_Down);
        }
        case Phase::NextLine:
        case Phase::ToItsStart:
            if (!moved) return;
            phase_ = Phase::ToItsStart;
            return move(backwards_ ? ImGuiDir_Right : ImGuiDir_Left);
        case Phase::None:
            return;
    }
#endif
}

#if IMGUI_VERSION_NUM < 18900
void TabOrder::move(int direction) {
    from_ = ImGui::GetCurrentContext()->NavId;
    ImGui::NavMoveRequestCancel();
    ImGui::NavMoveRequestSubmit(direction, direction, ImGuiNavMoveFlags_None, ImGuiScrollFlags_KeepVisibleEdgeY);
}
#endif

void enter_list_at_focus() {
    ImGuiContext& context = *ImGui::GetCurrentContext();
    if (context.NavWindow == nullptr || context.NavId == 0 || !context.IO.NavVisible) return;
    for (const ImGuiWindow* window : context.Windows)
        if (window->ChildId == context.NavId && window->WasActive &&
            (window->Flags & (ImGuiWindowFlags_NoNavInputs | ImGuiWindowFlags_ChildMenu)) == 0)
            context.NavActivateId = context.NavId;  // as Enter would
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

bool keyboard_at_item() {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    return context.IO.NavVisible && context.NavId != 0 && context.NavIdIsAlive;
}

void draw_navigation_frame(ImU32 color) {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    ImGuiWindow* window = context.NavWindow;
    if (!keyboard_at_item() || window == nullptr) return;  // an item that went has no frame
    // A menu marks its items itself, a text field that is edited, too.
    if ((window->Flags & ImGuiWindowFlags_ChildMenu) != 0 || context.IO.WantTextInput) return;
    const ImRect frame = ImGui::WindowRectRelToAbs(window, window->NavRectRel[context.NavLayer]);
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const ImRect& seen = window->OuterRectClipped;
    list.PushClipRect(seen.Min, seen.Max);
    add_rect(list, frame.Min, frame.Max, color, ImGui::GetStyle().FrameRounding);
    list.PopClipRect();
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

std::size_t atlas_stamp() {
    const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    std::size_t stamp = 0;
    const auto add = [&](std::size_t part) { stamp = (stamp ^ part) * 0x9e3779b97f4a7c15u; };
    add(reinterpret_cast<std::size_t>(&atlas));
#if IMGUI_VERSION_NUM >= 19200
    if (atlas.TexData != nullptr) add(static_cast<std::size_t>(atlas.TexData->UniqueID));
    for (int i = 0; i < atlas.Builder->BakedPool.Size; ++i) {
        const ImFontBaked& baked = atlas.Builder->BakedPool[i];
        add(static_cast<std::size_t>(baked.Glyphs.Size) * 2 + (baked.WantDestroy ? 1 : 0));
        add(reinterpret_cast<std::size_t>(baked.Glyphs.Data));
    }
#else
    add(static_cast<std::size_t>(atlas.TexHeight));
    for (const ImFont* font : atlas.Fonts) {
        add(static_cast<std::size_t>(font->Glyphs.Size));
        add(reinterpret_cast<std::size_t>(font->Glyphs.Data));
    }
#endif
    return stamp;
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

float scroll_of_active_text_field() {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    if (context.ActiveId == 0 || context.InputTextState.ID != context.ActiveId) return 0;
#if IMGUI_VERSION_NUM >= 19150
    return context.InputTextState.Scroll.x;
#else
    return context.InputTextState.ScrollX;
#endif
}

}  // namespace panels::compat
