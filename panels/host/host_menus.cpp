// The menus of a Host, its keys, and what its popups ask for.
#include <algorithm>
#include <utility>

#include "panels/base/keys_used.hpp"
#include "panels/base/language.hpp"
#include "panels/host/host.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

void Host::draw_menus(const Context&) {
    std::function<void()> chosen;  // run after the menus were drawn, because it may change what they are about
    for (const CommandMenu* const menu : menus_now()) {
        if (!ImGui::BeginMenu(std::string(tr(menu->label)).c_str())) continue;
        for (const Command& each : menu->commands)
            if (offers(each)) draw_commands({&each, 1}, desk_, chosen);
        ImGui::EndMenu();
    }
    if (menus) menus();
    if (chosen) chosen();
}

void Host::do_what_keys_say(const Context& context) {
    // Esc closes a popup before this frame.
    const bool popup =
        std::exchange(popup_open_, ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
    if (!focused_ || question_ || desk_.keys_window.is_open() || desk_.palette.is_open() ||
        desk_.context_menu.is_open() || ((popup || popup_open_) && !ImGui::GetIO().KeyCtrl))
        return;
    const auto pressed = [&](const KeyMap::Entry& each) {
        return each.place.empty() && command_pressed(context, each.command, true);
    };
    // Most frames end here, without the tables.
    const std::vector<KeyMap::Entry>& entries = desk_.key_map.entries();
    if (std::none_of(entries.begin(), entries.end(), pressed)) return;
    const bool typing = ImGui::GetIO().WantTextInput || ImGui::IsAnyItemActive();
    for (const CommandMenu* const menu : menus_now())
        for (const Command& each : menu->commands) {
            if (each.act == nullptr || (typing && !each.while_typing) || !offers(each)) continue;
            if (!take_command(context, key_command_of(each), each.repeats)) continue;
            if (const std::string reason = why_not(each, desk_); !reason.empty()) return tell(reason);
            return each.act(desk_);
        }
}

void Host::draw_question(const Context&) {
    if (!question_) return;
    Question& question = *question_;
    const std::string name = question.title + "###chunkscope/" + windows_of_ + "/question";
    if (std::exchange(question.opens, false)) ImGui::OpenPopup(name.c_str());
    const ImVec2 size = ImGui::GetMainViewport()->WorkSize;
    ImGui::SetNextWindowPos(ImGui::GetMainViewport()->GetCenter(), ImGuiCond_Appearing, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(style_.px(420), size.x), 0});
    bool stays = true;
    if (!ImGui::BeginPopupModal(name.c_str(), &stays, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings)) {
        question_.reset();
        return;
    }
    focused_ = true;
    if (!question.about.empty()) wrapped_text(style_.theme->quiet, question.about);
    if (std::exchange(question.to_field, false)) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    const bool entered =
        input_text("##text", question.text, question.hint.c_str(), ImGuiInputTextFlags_EnterReturnsTrue);
    if (!question.problem.empty()) wrapped_text(style_.theme->error, question.problem);
    const bool pressed =
        button(question.button.c_str(), question.text.empty() ? question.why_not_empty : std::string());
    ImGui::SameLine();
    bool done = button(tr("Cancel")) || compat::key_pressed(compat::Key::Escape, false);
    if (!done && (!question.text.empty() || question.why_not_empty.empty()) && (entered || pressed)) {
        question.problem = question.act(question.text);
        done = question.problem.empty();
        question.to_field = !done;  // Enter again, or another name
    }
    if (done) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    if (done || !stays) question_.reset();
}

}  // namespace panels
