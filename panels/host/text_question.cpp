#include "panels/host/host_parts.hpp"

#include <algorithm>
#include <utility>

#include "panels/widgets/widgets.hpp"

namespace panels {

void TextQuestion::ask(TextAsked question) {
    asked_ = std::move(question);
    problem_.clear();
    opens_ = to_field_ = true;
}

bool TextQuestion::draw(const Style& style, const std::string& window) {
    if (!asked_) return false;
    const std::string name = label_text(asked_->title) + "###" + window;
    if (std::exchange(opens_, false)) ImGui::OpenPopup(name.c_str());
    const ImVec2 size = ImGui::GetMainViewport()->WorkSize;
    ImGui::SetNextWindowPos(ImGui::GetMainViewport()->GetCenter(), ImGuiCond_Appearing, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(style.px(420), size.x), 0});
    bool stays = true;
    if (!ImGui::BeginPopupModal(name.c_str(), &stays, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings)) {
        close();
        return false;
    }
    TextAsked& asked = *asked_;
    if (!asked.about.empty()) wrapped_text(style.theme->quiet, asked.about);
    if (std::exchange(to_field_, false)) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    const bool entered = input_text("##text", asked.text, asked.hint.c_str(), ImGuiInputTextFlags_EnterReturnsTrue);
    if (!problem_.empty()) wrapped_text(style.theme->error, problem_);
    const bool pressed = button(asked.button.c_str(), asked.text.empty() ? asked.why_not_empty : std::string());
    ImGui::SameLine();
    bool done = button(tr("Cancel")) || compat::key_pressed(compat::Key::Escape, false);
    if (!done && (!asked.text.empty() || asked.why_not_empty.empty()) && (entered || pressed)) {
        problem_ = asked.act(asked.text);
        done = problem_.empty();
        to_field_ = !done;  // Enter again, or another name
    }
    if (done) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    if (done || !stays) close();
    return true;
}

}  // namespace panels
