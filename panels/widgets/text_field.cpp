#include "panels/widgets/text_field.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <utility>

#include "panels/base/imgui_compat.hpp"
#include "panels/base/language.hpp"
#include "panels/base/script_layout.hpp"
#include "panels/base/text_units.hpp"
#include "panels/base/tooltip.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr unsigned int first_high = 0xd800, first_low = 0xdc00, end_of_halves = 0xe000;

/// The units of the present ImGui context, which keeps them until it ends.
TextUnits& units_of_context() {
    ImGuiContext& context = *ImGui::GetCurrentContext();
    const ImGuiID owner = ImHashStr("chunkscope text units");
    for (const ImGuiContextHook& hook : context.Hooks)
        if (hook.Owner == owner) return *static_cast<TextUnits*>(hook.UserData);
    ImGuiContextHook hook;
    hook.Type = ImGuiContextHookType_Shutdown;
    hook.Owner = owner;
    hook.UserData = new TextUnits;
    hook.Callback = [](ImGuiContext*, ImGuiContextHook* own) { delete static_cast<TextUnits*>(own->UserData); };
    ImGui::AddContextHook(&context, &hook);
    return *static_cast<TextUnits*>(hook.UserData);
}

// The place where Dear ImGui stores its clipboard functions.
#if IMGUI_VERSION_NUM >= 19110
using ClipboardHandle = ImGuiContext*;
ImGuiPlatformIO& clipboard_io() { return ImGui::GetPlatformIO(); }
auto& get_function() { return clipboard_io().Platform_GetClipboardTextFn; }
auto& set_function() { return clipboard_io().Platform_SetClipboardTextFn; }
void*& user_data() { return clipboard_io().Platform_ClipboardUserData; }
#else
using ClipboardHandle = void*;
auto& get_function() { return ImGui::GetIO().GetClipboardTextFn; }
auto& set_function() { return ImGui::GetIO().SetClipboardTextFn; }
void*& user_data() { return ImGui::GetIO().ClipboardUserData; }
#endif

/// Text copied out of a field, or pasted into it, passes through this.
class ClipboardScope {
public:
    explicit ClipboardScope(TextUnits& units)
        : units_(units), get_(get_function()), set_(set_function()), user_data_(user_data()) {
        take();
    }
    ~ClipboardScope() { give_back(); }
    ClipboardScope(const ClipboardScope&) = delete;
    ClipboardScope& operator=(const ClipboardScope&) = delete;

private:
    static ClipboardScope& present() { return *static_cast<ClipboardScope*>(user_data()); }
    static ClipboardHandle handle() {
#if IMGUI_VERSION_NUM >= 19110
        return ImGui::GetCurrentContext();
#else
        return user_data();
#endif
    }
    void take() {
        user_data() = this;
        get_function() = [](ClipboardHandle) { return present().read(); };
        set_function() = [](ClipboardHandle, const char* text) { present().write(text); };
    }
    void give_back() {
        get_function() = get_;
        set_function() = set_;
        user_data() = user_data_;
    }

    const char* read() {
        give_back();
        const char* text = get_ != nullptr ? get_(handle()) : nullptr;
        pasted_ = text != nullptr ? units_.lend_pasted(text) : std::string();
        take();
        return text != nullptr ? pasted_.c_str() : nullptr;
    }
    void write(const char* text) {
        give_back();
        if (set_ != nullptr) set_(handle(), units_.take_back(text).c_str());
        take();
    }

    TextUnits& units_;
    const char* (*get_)(ClipboardHandle);
    void (*set_)(ClipboardHandle, const char*);
    void* user_data_;
    std::string pasted_;
};

struct Edit {
    TextUnits& units;
    std::string& shown;
    TextCursor* cursor = nullptr;
    bool tabbed = false;
    int arrows = 0;
};

void follow_cursor(ImGuiInputTextCallbackData& data, TextCursor& cursor) {
    if (cursor.put) {
        data.DeleteChars(0, data.BufTextLen);
        data.InsertChars(0, cursor.put->text.c_str());
        data.CursorPos = data.SelectionStart = data.SelectionEnd = static_cast<int>(cursor.put->cursor);
        cursor.put.reset();
    }
    if (data.SelectionStart == data.SelectionEnd) cursor.at = static_cast<std::size_t>(data.CursorPos);
}

/// Typed characters beyond U+FFFF arrive in two halves; see type_character().
int filter_character(ImGuiInputTextCallbackData& data, TextUnits& units) {
    const auto character = static_cast<unsigned int>(data.EventChar);
    const unsigned int high = std::exchange(units.high_half, 0);
    if (character >= first_high && character < first_low) {
        units.high_half = character;
        return 1;
    }
    unsigned int whole = character;
    if (character >= first_low && character < end_of_halves) {
        if (high == 0) return 1;
        whole = 0x10000 + ((high - first_high) << 10) + (character - first_low);
    } else if (character <= 0xffff) {
        return 0;
    }
    data.EventChar = static_cast<ImWchar>(units.unit_for(whole));
    return data.EventChar == 0 ? 1 : 0;
}

int on_event(ImGuiInputTextCallbackData* data) {
    auto& edit = *static_cast<Edit*>(data->UserData);
    switch (data->EventFlag) {
        case ImGuiInputTextFlags_CallbackResize:
            edit.shown.resize(static_cast<std::size_t>(data->BufTextLen));
            data->Buf = edit.shown.data();
            return 0;
        case ImGuiInputTextFlags_CallbackCharFilter:
            return filter_character(*data, edit.units);
        case ImGuiInputTextFlags_CallbackCompletion:
            edit.tabbed = true;
            return 0;
        case ImGuiInputTextFlags_CallbackHistory:
            edit.arrows += data->EventKey == ImGuiKey_DownArrow ? 1 : -1;
            return 0;
        case ImGuiInputTextFlags_CallbackAlways:
            follow_cursor(*data, *edit.cursor);
            return 0;
        default:
            return 0;
    }
}

/// A field that has the keyboard takes Tab, or leaves it to navigation. Dear ImGui 1.86 asks only once, when the field
/// gets the keyboard.
void hold_tab([[maybe_unused]] bool hold) {
#if IMGUI_VERSION_NUM < 18700
    ImU64& held = ImGui::GetCurrentContext()->ActiveIdUsingKeyInputMask;
    const ImU64 tab = ImU64{1} << ImGuiKey_Tab;
    held = hold ? held | tab : held & ~tab;
#endif
}

}  // namespace

/// What fits into the field that was drawn last, in place of all of its text.
static void draw_beginning(const std::string& text) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    constexpr std::size_t most_bytes = 2048;
    const ImVec4 inside{low.x, low.y, high.x, high.y};
    ImGui::GetWindowDrawList()->AddText(
        ImGui::GetFont(), ImGui::GetFontSize(), {low.x + style.FramePadding.x, low.y + style.FramePadding.y},
        ImGui::GetColorU32(ImGuiCol_Text), text.data(), text.data() + std::min(text.size(), most_bytes), 0, &inside);
}

bool text_field(const TextField& field) {
    TextUnits& units = units_of_context();
    // Dear ImGui draws all of a text, also what a clip hides: of a megabyte that takes 30 ms a frame. So while nobody
    // writes in the field, it draws none of a long one.
    constexpr std::size_t long_bytes = 16384;
    const bool only_beginning = field.text.size() > long_bytes && ImGui::GetActiveID() != ImGui::GetID(field.id);
    if (ImGui::GetActiveID() == 0) units.tidy();
    ImGuiInputTextFlags flags =
        field.flags | ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_CallbackCharFilter;
    if (field.tabbed != nullptr) flags |= ImGuiInputTextFlags_CallbackCompletion;
    if (field.arrows != nullptr) flags |= ImGuiInputTextFlags_CallbackHistory;

    // Most texts are edited in place.
    const bool plain = TextUnits::plain(field.text);
    std::string lent;
    if (!plain) {
        std::optional<std::string> shown = units.lend(field.text);
        if (!shown) flags |= ImGuiInputTextFlags_ReadOnly;  // nothing is lost, but the text can't be edited
        lent = shown ? std::move(*shown) : units.lend_pasted(field.text);
    }
    std::string& shown = plain ? field.text : lent;
    const std::string before = plain ? std::string() : lent;
    Edit edit{units, shown, field.cursor};
    if (field.cursor != nullptr) field.cursor->at.reset();
    if (field.cursor != nullptr && plain) flags |= ImGuiInputTextFlags_CallbackAlways;
    bool result = false;
    {
        const ClipboardScope clipboard(units);
        if (only_beginning) ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32_BLACK_TRANS);
        result =
            ImGui::InputTextWithHint(field.id, field.hint, shown.data(), shown.capacity() + 1, flags, on_event, &edit);
        if (only_beginning) ImGui::PopStyleColor();
    }
    if (only_beginning) draw_beginning(shown);
    if (field.cursor != nullptr && ImGui::IsItemActive()) hold_tab(field.tabbed != nullptr);
    if (ImGui::IsItemActive())  // which field has the keyboard
        compat::add_rect(*ImGui::GetWindowDrawList(), ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                         ImGui::GetColorU32(compat::color_accent), ImGui::GetStyle().FrameRounding);
    if (!only_beginning && needs_layout(field.text))
        tooltip(phrase("{}\nWhile you edit, letters stand unjoined and from left to right.", laid_out(field.text)));
    if (field.tabbed != nullptr) *field.tabbed |= edit.tabbed;
    if (field.arrows != nullptr) *field.arrows += edit.arrows;
    if (plain) {
        if (!TextUnits::plain(shown)) field.text = units.take_back(shown);
    } else if (shown != before && (flags & ImGuiInputTextFlags_ReadOnly) == 0) {
        field.text = units.take_back(shown);
    }
    return result;
}

void type_character(unsigned int character) {
    ImGuiIO& io = ImGui::GetIO();
    if (sizeof(ImWchar) > 2 || character <= 0xffff) return io.AddInputCharacter(character);
    if (character > 0x10ffff) return;
    io.AddInputCharacter(first_high + ((character - 0x10000) >> 10));
    io.AddInputCharacter(first_low + ((character - 0x10000) & 0x3ff));
}

}  // namespace panels
