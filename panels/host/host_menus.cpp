// The menus of a Host, its keys, and what its popups ask for.
#include <algorithm>
#include <array>
#include <utility>

#include "panels/base/keys_used.hpp"
#include "panels/base/language.hpp"
#include "panels/host/host.hpp"
#include "panels/host/host_action.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr std::array<std::string_view, 8> host_menus{tr_later("File"),      tr_later("Edit"),   tr_later("Run"),
                                                     tr_later("Workspace"), tr_later("Panels"), tr_later("View"),
                                                     tr_later("Help"),      tr_later("World")};

}  // namespace

void Host::draw_menus(const Context& context) {
    std::function<void()> chosen;  // run after the menus were drawn, because it may change what they are about
    for (const std::string_view menu : host_menus) {
        const bool there = menu == "File"        ? file_menu
                           : menu == "Workspace" ? one_window()
                           : menu == "Panels"    ? !one_window()
                           : menu == "World"     ? chooser_ != nullptr
                                                 : true;
        if (!there || !ImGui::BeginMenu(std::string(tr(menu)).c_str())) continue;
        for (HostAction& each : actions(context)) {
            if (each.menu != menu) continue;
            if (each.begins_group) ImGui::Separator();
            const std::string label = label_text(each.label) + "##" + each.id;
            if (ImGui::MenuItem(label.c_str(), each.keys.c_str(), each.checked, each.why_not.empty()))
                chosen = each.run;
            tooltip(each.why_not.empty() ? each.hint : each.why_not);
        }
        ImGui::EndMenu();
    }
    if (menus) menus();
    if (chosen) chosen();
}

void Host::do_what_keys_say(const Context& context) {
    if (!focused_ || question_ || desk_.keys_window.is_open() || desk_.palette.is_open() ||
        desk_.context_menu.is_open())
        return;
    const auto pressed = [&](const KeyMap::Entry& each) {
        return each.place.empty() && command_pressed(context, each.command, true);
    };
    // Most frames end here, without the list.
    if (std::none_of(desk_.key_map.entries().begin(), desk_.key_map.entries().end(), pressed)) return;
    const bool typing = ImGui::GetIO().WantTextInput || ImGui::IsAnyItemActive();
    for (const HostAction& each : actions(context)) {
        if (each.command == nullptr || (typing && !each.command->while_typing)) continue;
        if (!take_command(context, *each.command, each.repeats)) continue;
        if (each.why_not.empty())
            each.run();
        else
            tell(each.why_not);
        return;
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
    if (!done && !question.text.empty() && (entered || pressed)) {
        question.problem = question.act(question.text);
        done = question.problem.empty();
        question.to_field = !done;  // Enter again, or another name
    }
    if (done) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    if (done || !stays) question_.reset();
}

}  // namespace panels
