#include "editor/app/chrome/dialogs.hpp"

#include <algorithm>
#include <cfloat>
#include <utility>

#include "editor/base/language.hpp"
#include "panels/base/main_area.hpp"
#include "panels/widgets/widgets.hpp"

namespace editor {

using ImguiKey = panels::compat::Key;

void Dialogs::open(Kind kind, std::string title) {
    kind_ = kind;
    title_ = std::move(title);
    just_opened_ = true;
    ++opened_;
}

Reply<std::string> Dialogs::ask(std::string title, std::string text, std::vector<Answer> answers) {
    return Reply<std::string>([=, this](auto answered) {
        open(Kind::Question, title);
        text_ = text;
        answers_ = answers;
        answered_ = std::move(answered);
    });
}

Reply<std::string> Dialogs::ask_text(std::string title, std::string label, std::string text) {
    return Reply<std::string>([=, this](auto answered) {
        open(Kind::Text, title);
        label_ = label;
        text_ = text;
        answered_ = std::move(answered);
    });
}

void Dialogs::show_about() { open(Kind::About, tr("About Chunkscope")); }

void Dialogs::close() {
    kind_ = Kind::None;
    ImGui::CloseCurrentPopup();
}

void Dialogs::draw(const panels::Style& style) {
    if (kind_ == Kind::None) return;
    const std::string id = title_ + "###dialog";
    if (just_opened_) ImGui::OpenPopup(id.c_str());
    ImGui::SetNextWindowPos(panels::main_area().middle(), ImGuiCond_Always, {0.5f, 0.5f});
    // What it says may be shorter than its title, which may hold the name of a file.
    const float title = std::min(ImGui::CalcTextSize(title_.c_str()).x, style.px(600)) + style.px(48);
    ImGui::SetNextWindowSizeConstraints({title, 0}, {FLT_MAX, FLT_MAX});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {style.px(16), style.px(16)});
    const bool shown = ImGui::BeginPopupModal(
        id.c_str(), nullptr,
        ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove);
    ImGui::PopStyleVar();
    if (!shown) {
        kind_ = Kind::None;
        return;
    }
    const std::uint64_t opened = opened_;
    switch (kind_) {
        case Kind::Question:
            draw_question(style);
            break;
        case Kind::Text:
            draw_text(style);
            break;
        case Kind::About:
            draw_about(style);
            break;
        case Kind::None:
            break;
    }
    if (opened_ == opened) just_opened_ = false;
    ImGui::EndPopup();
}

void Dialogs::draw_question(const panels::Style& style) {
    ImGui::PushTextWrapPos(style.px(480));
    panels::colored_text(style.theme->text, text_);
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0, style.px(8)});
    std::size_t chosen = answers_.size();
    const auto of_enter = static_cast<std::size_t>(
        std::find_if(answers_.begin(), answers_.end(), [](const Answer& each) { return !each.loses_values; }) -
        answers_.begin());
    for (std::size_t i = 0; i < answers_.size(); ++i) {
        if (i > 0) ImGui::SameLine();
        if (i == of_enter) {
            ImGui::PushStyleColor(ImGuiCol_Button, style.theme->text);
            ImGui::PushStyleColor(ImGuiCol_ButtonHovered, panels::mixed(style.theme->text, style.theme->inv, 0.12f));
            ImGui::PushStyleColor(ImGuiCol_ButtonActive, panels::mixed(style.theme->text, style.theme->inv, 0.25f));
            ImGui::PushStyleColor(ImGuiCol_Text, style.theme->inv);
        }
        if (ImGui::Button(answers_[i].label.c_str())) chosen = i;
        if (i == of_enter) ImGui::PopStyleColor(4);
    }
    // Enter takes the button that the keyboard is at; before it went to one, the one in colour.
    const bool at_none = !ImGui::GetIO().NavVisible && chosen == answers_.size();
    if (!just_opened_ && at_none && panels::compat::key_pressed(ImguiKey::Enter, false)) chosen = of_enter;
    if (panels::compat::key_pressed(ImguiKey::Escape, false)) chosen = answers_.size() - 1;
    if (chosen == answers_.size()) return;
    close();
    // The answer may ask the next question.
    std::exchange(answered_, {})(answers_[chosen].label);
}

void Dialogs::draw_text(const panels::Style& style) {
    panels::quiet_text(style, label_);
    if (just_opened_) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(style.px(320));
    const bool confirmed = panels::input_text("##text", text_, "",
                                              ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    ImGui::Dummy({0, style.px(8)});
    const bool ok = ImGui::Button(tr("OK"));
    ImGui::SameLine();
    const bool cancelled = ImGui::Button(tr("Cancel")) || panels::compat::key_pressed(ImguiKey::Escape, false);
    if (!confirmed && !ok && !cancelled) return;
    close();
    const Reply<std::string>::Answered done = std::exchange(answered_, {});
    if (!cancelled) done(text_);
}

void Dialogs::draw_about(const panels::Style& style) {
    {
        const panels::compat::FontScope bold(style.words_bold);
        ImGui::TextUnformatted("Chunkscope " CHUNKSCOPE_VERSION);
    }
    ImGui::PushTextWrapPos(style.px(440));
    ImGui::TextUnformatted(tr(
        "Debugger, editor and microscope for worlds made of entities and components. The panels show the storage as it "
        "is: archetypes, chunks, columns and rows."));
    ImGui::Dummy({0, style.px(4)});
    const std::string versions = phrase("Dear ImGui {} · OpenGL 3.3 · MIT licence", ImGui::GetVersion());
    panels::quiet_text(style, versions);
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0, style.px(8)});
    if (ImGui::Button(tr("Close")) || panels::compat::key_pressed(ImguiKey::Escape, false)) close();
}

}  // namespace editor
