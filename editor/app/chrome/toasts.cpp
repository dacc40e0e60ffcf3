#include "editor/app/chrome/toasts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "editor/base/language.hpp"
#include "panels/base/main_area.hpp"
#include "panels/widgets/widgets.hpp"

namespace editor {

namespace {

constexpr const char* copy_path = tr_later("Copy path");

constexpr std::size_t max_up = 4, max_logged = 1000;
constexpr ImGuiWindowFlags toast_window = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                          ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                          ImGuiWindowFlags_NoNav;
constexpr double note_secs = 4, error_secs = 10, toast_fade_secs = 0.2;

ImU32 color_of(MessageKind kind, const panels::Theme& theme) {
    switch (kind) {
        case MessageKind::Good:
            return theme.good;
        case MessageKind::Warning:
            return theme.warn;
        case MessageKind::Error:
            return theme.error;
        case MessageKind::Note:
            break;
    }
    return theme.bar;
}

}  // namespace

void Toasts::add(MessageKind kind, std::string text, std::string button, std::function<void()> on_button,
                 std::function<bool()> still_true) {
    // The same thing said twice in a row is one toast that stays longer.
    if (!up_.empty() && up_.back().message.text == text) up_.pop_back();
    note(kind, std::move(text), std::move(still_true));
    up_.push_back({log_.back(), std::move(button), std::move(on_button), next_number_++, 0});
    if (up_.size() > max_up) up_.pop_front();
}

void Toasts::add_about(MessageKind kind, std::string text, const std::string& file) {
    add(kind, std::move(text), tr(copy_path), [file] { ImGui::SetClipboardText(file.c_str()); });
    log_.back().file = file;
}

void Toasts::note(MessageKind kind, std::string text, std::function<bool()> still_true) {
    log_.push_back({.kind = kind, .text = std::move(text), .still_true = std::move(still_true)});
    if (log_.size() > max_logged) log_.pop_front();
}

void Toasts::holds_while(std::function<bool()> still_true) {
    if (log_.empty() || up_.empty()) return;
    log_.back().still_true = still_true;
    up_.back().message.still_true = std::move(still_true);
}

void Toasts::world_goes() {
    if (!log_.empty()) log_.back().still_true = [] { return false; };
}

const Message* Toasts::last() const {
    if (log_.empty()) return nullptr;
    const Message& last = log_.back();
    return last.still_true && !last.still_true() ? nullptr : &last;
}

std::vector<std::string> Toasts::texts_up() const {
    std::vector<std::string> texts;
    for (const Toast& toast : up_) texts.push_back(toast.message.text);
    return texts;
}

void Toasts::draw(const panels::Style& style, double now_secs, ImVec2 lower_right, bool question) {
    const double passed_secs = now_secs - std::exchange(drawn_secs_, now_secs);
    for (Toast& toast : up_)
        if (question && toast.until_secs > 0) toast.until_secs += passed_secs;
    if (question) return;
    for (Message& message : log_)
        if (message.time_secs == 0) message.time_secs = now_secs;
    const auto no_longer = [](const Toast& toast) { return toast.message.still_true && !toast.message.still_true(); };
    up_.erase(std::remove_if(up_.begin(), up_.end(), no_longer), up_.end());
    for (auto toast = up_.rbegin(); toast != up_.rend(); ++toast) {
        if (toast->until_secs == 0) {
            const bool long_one =
                toast->message.kind == MessageKind::Error || toast->message.kind == MessageKind::Warning;
            toast->message.time_secs = now_secs;
            toast->until_secs = now_secs + (long_one ? error_secs : note_secs);
        }
        if (draw_toast(*toast, style, now_secs, lower_right)) toast->until_secs = now_secs;
    }
    const auto over = [&](const Toast& toast) { return now_secs >= toast.until_secs; };
    up_.erase(std::remove_if(up_.begin(), up_.end(), over), up_.end());
}

void Toasts::draw_log(const panels::Style& style, double now_secs, bool& open) const {
    if (!open) return;
    const panels::Area whole = panels::main_area();
    const ImVec2 screen{whole.width(), whole.height()};
    ImGui::SetNextWindowPos(whole.middle(), ImGuiCond_Appearing, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(style.px(640), screen.x), std::min(style.px(320), screen.y)},
                             ImGuiCond_Appearing);
    ImGui::SetNextWindowSizeConstraints({0, 0}, screen);
    if (ImGui::Begin("Messages", &open, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
        if (log_.empty())
            panels::empty_state(style, tr("No messages yet"), tr("Files that were saved, and what went wrong"));
        // Newest first. Lines wrap, so that the whole of a long error can be read.
        for (auto message = log_.rbegin(); message != log_.rend(); ++message) {
            const double age = message->time_secs == 0 ? 0 : now_secs - message->time_secs;
            const std::string ago = age < 60 ? phrase("{} s ago", std::to_string(static_cast<int>(age)))
                                             : phrase("{} min ago", std::to_string(static_cast<int>(age / 60)));
            panels::mono_text(style, ago);
            ImGui::SameLine(style.px(96));
            ImGui::PushTextWrapPos(0);
            panels::colored_text(
                message->kind == MessageKind::Note ? style.theme->text : color_of(message->kind, *style.theme),
                message->text);
            ImGui::PopTextWrapPos();
            if (message->file.empty()) continue;
            ImGui::PushID(&*message);
            ImGui::SetCursorPosX(style.px(96));
            if (panels::button(tr(copy_path), {}, message->file)) ImGui::SetClipboardText(message->file.c_str());
            ImGui::PopID();
        }
    }
    ImGui::End();
}

bool Toasts::draw_toast(Toast& toast, const panels::Style& style, double now_secs, ImVec2& lower_right) {
    const panels::Theme& theme = *style.theme;
    const double age = now_secs - toast.message.time_secs, left = toast.until_secs - now_secs;
    const double shown = style.reduce_motion ? 1 : std::clamp(std::min(age, left) / toast_fade_secs, 0.05, 1.0);

    const std::string id = "##toast" + std::to_string(toast.number);
    const float card_width = std::min(style.px(width), ImGui::GetIO().DisplaySize.x - style.px(24));
    const float mark = style.px(4);
    ImGui::SetNextWindowPos(lower_right, ImGuiCond_Always, {1, 1});
    ImGui::SetNextWindowSize({card_width, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, static_cast<float>(shown));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {style.px(16), style.px(8)});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme.raised);
    // Beside its buttons, a click goes to what the message covers.
    ImGui::Begin(id.c_str(), nullptr, toast_window | ImGuiWindowFlags_NoMouseInputs);
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    // In its first frame its height is not known: it is not drawn then, and is not where it will be.
    const bool placed = std::abs(low.x + size.x - lower_right.x) < 2 && std::abs(low.y + size.y - lower_right.y) < 2;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(low, {low.x + size.x, low.y + size.y});
    list.AddRectFilled(low, {low.x + mark, low.y + size.y},
                       panels::faded(color_of(toast.message.kind, theme), static_cast<float>(shown)));
    list.PopClipRect();

    const float buttons_width =
        style.px(28) + (toast.button.empty() ? 0 : ImGui::CalcTextSize(toast.button.c_str()).x + style.px(24));
    const ImVec2 start = ImGui::GetCursorPos();
    const float text_width = card_width - start.x * 2 - buttons_width;
    ImGui::SetCursorPosY(start.y + style.px(4));
    ImGui::PushTextWrapPos(start.x + text_width);
    panels::colored_text(style.theme->text, toast.message.text);
    ImGui::PopTextWrapPos();
    ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), start.y + style.px(24)));
    ImGui::Dummy({0, 0});
    // Who reads it has the time to.
    if (ImGui::IsMouseHoveringRect(low, {low.x + size.x, low.y + size.y}, false))
        toast.until_secs = std::max(toast.until_secs, now_secs + 1);
    lower_right.y -= ImGui::GetWindowHeight() + style.px(8);
    ImGui::End();
    const bool done = placed && draw_buttons(toast, style,
                                             {{low.x + start.x + text_width + style.px(4), low.y + start.y},
                                              {low.x + size.x - start.x, low.y + start.y + style.px(24)}});
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
    return done;
}

bool Toasts::draw_buttons(Toast& toast, const panels::Style& style, const panels::Area& area) {
    const std::string id = "##buttons of toast" + std::to_string(toast.number);
    ImGui::SetNextWindowPos(area.low);
    ImGui::SetNextWindowSize({area.width(), area.height()});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::Begin(id.c_str(), nullptr, toast_window | ImGuiWindowFlags_NoBackground);
    bool done = false;
    if (!toast.button.empty()) {
        if (ImGui::Button(toast.button.c_str())) {
            toast.on_button();
            done = true;
        }
        ImGui::SameLine();
    }
    ImGui::SetCursorPosX(area.width() - style.px(24));
    if (panels::sign_button("##close", style, panels::Sign::Cross, tr("Close"))) done = true;
    ImGui::End();
    ImGui::PopStyleVar(2);
    return done;
}

}  // namespace editor
