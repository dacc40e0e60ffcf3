#include "editor/app/chrome/attach_dialog.hpp"

#include <algorithm>
#include <utility>

#include "editor/base/language.hpp"
#include "panels/base/main_area.hpp"
#include "panels/widgets/widgets.hpp"

namespace editor {

namespace {

constexpr float dialog_width = 440;

}  // namespace

std::string_view AttachDialog::shown() { return tr("Attach to a running program"); }

void AttachDialog::open(std::vector<std::string> own_addresses, const AttachTarget& last, Chosen chosen) {
    own_addresses_ = std::move(own_addresses);
    chosen_ = std::move(chosen);
    open_ = just_opened_ = true;
    problem_.clear();
    token_.clear();
    choose_kind(last.kind != nullptr ? *last.kind : *kind_);
    if (last.kind != nullptr) address_ = last.address();
    finder_.start(usual_doors(), own_addresses_);
}

void AttachDialog::choose_kind(const remote::OwnerKind& kind) {
    kind_ = &kind;
    address_ = kind.port == 0 ? std::string() : AttachTarget{.kind = kind_, .port = kind.port}.address();
    problem_.clear();
}

void AttachDialog::close() {
    open_ = false;
    finder_.stop();
    ImGui::CloseCurrentPopup();
}

void AttachDialog::attach(const AttachTarget& target) {
    close();
    chosen_(target);
}

void AttachDialog::draw(const panels::Style& style) {
    if (!open_) return;
    const std::string id = std::string(shown()) + "###attach";
    if (just_opened_) ImGui::OpenPopup(id.c_str());
    ImGui::SetNextWindowPos(panels::main_area().middle(), ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({style.px(dialog_width), 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {style.px(16), style.px(16)});
    const bool drawn = ImGui::BeginPopupModal(id.c_str(), nullptr,
                                              ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                                                  ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize);
    ImGui::PopStyleVar();
    if (!drawn) {
        open_ = false;
        finder_.stop();
        return;
    }
    confirmed_ = false;
    draw_found(style);
    if (open_) draw_address(style);
    if (open_) draw_buttons(style);
    just_opened_ = false;
    ImGui::EndPopup();
}

void AttachDialog::draw_found(const panels::Style& style) {
    panels::quiet_text(style, tr("On this computer"));
    const std::vector<FoundProgram> found = finder_.found();
    for (const FoundProgram& each : found) {
        const std::string address = each.target.address();
        const float left = ImGui::GetCursorPosX(), y = ImGui::GetCursorPosY();
        const bool chosen = panels::selectable(("##" + address).c_str(), false, ImGuiSelectableFlags_DontClosePopups,
                                               {0, panels::row_height(style)});
        panels::tooltip(each.why_not.empty() ? phrase("Attaches to {} at {}", each.what, address) : each.why_not);
        const float middle = y + (panels::row_height(style) - ImGui::GetFontSize()) / 2;
        ImGui::SetCursorPos({left + style.px(8), middle});
        ImGui::PushClipRect(
            ImGui::GetCursorScreenPos(),
            {ImGui::GetCursorScreenPos().x + style.px(204), ImGui::GetCursorScreenPos().y + style.px(40)}, true);
        panels::colored_text(each.why_not.empty() ? style.theme->text : style.theme->quiet, each.what);
        ImGui::PopClipRect();
        ImGui::SetCursorPos({left + style.px(220), middle});
        panels::mono_text(style, address, style.theme->quiet);
        ImGui::SetCursorPos({left, y + panels::row_height(style)});
        ImGui::Dummy({0, 0});
        if (chosen && each.why_not.empty()) return attach(each.target);
        if (chosen) problem_ = each.why_not;
    }
    if (finder_.searching())
        panels::quiet_text(style, tr("Looking…"));
    else if (found.empty())
        panels::wrapped_text(style.theme->quiet, tr("No program that can be attached to answers at its usual port"));
    if (!finder_.searching()) {
        if (panels::button(tr("Look again"))) finder_.start(usual_doors(), own_addresses_);
    }
    ImGui::Dummy({0, style.px(8)});
}

void AttachDialog::draw_address(const panels::Style& style) {
    panels::quiet_text(style, tr("At an address"));
    for (const remote::OwnerKind& kind : remote::owner_kinds()) {
        if (&kind != &remote::owner_kinds().front()) ImGui::SameLine();
        if (panels::choice(style, std::string(kind.title).c_str(), &kind == kind_)) choose_kind(kind);
    }
    if (just_opened_ || std::exchange(to_address_, false)) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    confirmed_ = panels::input_text("##address", address_, tr("HOST:PORT"),
                                    ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    if (kind_->takes_token) {
        ImGui::SetNextItemWidth(-1);
        confirmed_ |= panels::input_text("##token", token_, tr("Token, if it asks for one"),
                                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_Password);
    }
    panels::wrapped_text(style.theme->quiet, tr(kind_->how_to_answer));
    const ecs::Result<AttachTarget> target = attach_target(*kind_, address_);
    if (target && !target->is_here())
        panels::wrapped_text(style.theme->warn,
                             tr("This is another computer: what is sent and shown is not encrypted, and whoever is on "
                                "the way can read and change it"));
    if (!problem_.empty()) panels::wrapped_text(style.theme->error, problem_);
    ImGui::Dummy({0, style.px(8)});
}

void AttachDialog::draw_buttons(const panels::Style& style) {
    const bool wanted = panels::primary_button(style, tr("Attach")) || confirmed_;
    ImGui::SameLine();
    if (ImGui::Button(tr("Cancel")) || panels::compat::key_pressed(panels::compat::Key::Escape, false)) return close();
    if (!wanted) return;
    ecs::Result<AttachTarget> target = attach_target(*kind_, address_);
    if (!target) {
        problem_ = target.error();
        to_address_ = true;  // to mend it
        return;
    }
    target->token = token_;
    attach(*target);
}

}  // namespace editor
