#include "editor/app/chrome/attach_dialog.hpp"

#include <array>
#include <filesystem>
#include <utility>

#include "editor/base/language.hpp"
#include "editor/remote/session_server.hpp"
#include "panels/base/main_area.hpp"
#include "panels/widgets/widgets.hpp"

namespace editor {

namespace {

using AttachKey = panels::compat::Key;
using remote::ProgramKind;

constexpr std::array kinds{ProgramKind::Flecs, ProgramKind::Bevy, ProgramKind::Chunkscope};
constexpr std::array<const char*, 3> kind_labels{"Flecs", "Bevy", "Chunkscope"};

}  // namespace

void AttachDialog::open() {
    open_ = just_opened_ = true;
    problem_.clear();
    if (address_.empty()) address_ = remote::read_target(kind_, {})->address();
    look();
}

void AttachDialog::close() {
    open_ = false;
    stop_looking();
    ImGui::CloseCurrentPopup();
}

void AttachDialog::look() {
    if (looking_.running()) return;
    looked_ = false;
    found_.clear();
    stop_ = std::make_shared<std::atomic<bool>>(false);
    looking_.start([stop = stop_](ecs::Progress&) { return remote::find_programs(*stop); });
}

void AttachDialog::stop_looking() {
    if (stop_) *stop_ = true;
}

void AttachDialog::draw(const panels::Style& style) {
    if (looking_.running() && looking_.finished()) {
        found_ = looking_.take();
        looked_ = true;
    }
    if (!open_) return;
    const std::string id = std::string(tr("Attach to a program")) + "###attach";
    if (just_opened_) ImGui::OpenPopup(id.c_str());
    ImGui::SetNextWindowPos(panels::main_area().middle(), ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {style.px(16), style.px(16)});
    const bool shown = ImGui::BeginPopupModal(
        id.c_str(), nullptr,
        ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove);
    ImGui::PopStyleVar();
    if (!shown) {
        open_ = false;
        return;
    }
    draw_found(style);
    ImGui::Dummy({0, style.px(8)});
    bool attaches = draw_fields(style);
    ImGui::Dummy({0, style.px(8)});
    attaches |= ImGui::Button(tr("Attach"));
    ImGui::SameLine();
    if (ImGui::Button(tr("Look again"))) look();
    ImGui::SameLine();
    const bool cancelled = ImGui::Button(tr("Cancel")) || panels::compat::key_pressed(AttachKey::Escape, false);
    just_opened_ = false;
    if (cancelled) {
        close();
    } else if (attaches) {
        if (auto chosen = target()) {
            chosen_ = std::move(chosen);
            close();
        }
    }
    ImGui::EndPopup();
}

void AttachDialog::draw_found(const panels::Style& style) {
    panels::quiet_text(style, tr("Programs of this computer"));
    if (!looked_) {
        panels::colored_text(style.theme->text, tr("Looking…"));
    } else if (found_.empty()) {
        ImGui::PushTextWrapPos(style.px(400));
        panels::colored_text(style.theme->text,
                             tr("None was found at the usual places: Flecs needs its REST addon, Bevy the "
                                "RemotePlugin. Another address can be given below."));
        ImGui::PopTextWrapPos();
    }
    for (const remote::FoundProgram& each : found_) {
        const std::string label = each.what + "   " + each.target.address();
        const bool is = each.target.kind == kind_ && each.target.address() == address_;
        if (ImGui::Selectable(label.c_str(), is, ImGuiSelectableFlags_DontClosePopups, {style.px(400), 0})) {
            kind_ = each.target.kind;
            address_ = each.target.address();
            problem_.clear();
        }
    }
}

/// Whether Enter was pressed in one of them.
bool AttachDialog::draw_fields(const panels::Style& style) {
    bool confirmed = false;
    const auto of_kind = static_cast<std::size_t>(kind_);
    panels::quiet_text(style, tr("Kind"));
    ImGui::SetNextItemWidth(style.px(400));
    if (ImGui::BeginCombo("##kind", kind_labels[of_kind])) {
        for (std::size_t i = 0; i < kinds.size(); ++i)
            if (ImGui::Selectable(kind_labels[i], i == of_kind)) {
                kind_ = kinds[i];
                address_ = remote::read_target(kind_, {})->address();
            }
        ImGui::EndCombo();
    }
    panels::quiet_text(style, tr("Address"));
    if (just_opened_) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(style.px(400));
    confirmed |= panels::input_text("##address", address_, "HOST:PORT", ImGuiInputTextFlags_EnterReturnsTrue);
    if (kind_ == ProgramKind::Chunkscope) {
        panels::quiet_text(style, tr("File with the token, if it wants one"));
        ImGui::SetNextItemWidth(style.px(400));
        confirmed |= panels::input_text("##token", token_file_, "", ImGuiInputTextFlags_EnterReturnsTrue);
    }
    ImGui::PushTextWrapPos(style.px(400));
    if (const auto read = remote::read_target(kind_, address_))
        if (const std::string warning = remote::warning_of(*read); !warning.empty())
            panels::colored_text(style.theme->warn, warning);
    if (!problem_.empty()) panels::colored_text(style.theme->warn, problem_);
    ImGui::PopTextWrapPos();
    return confirmed;
}

std::optional<remote::AttachTarget> AttachDialog::target() {
    auto read = remote::read_target(kind_, address_);
    if (!read) {
        problem_ = read.error();
        return std::nullopt;
    }
    if (kind_ != ProgramKind::Chunkscope || token_file_.empty()) return *read;
    std::error_code error;
    if (!std::filesystem::exists(token_file_, error)) {
        problem_ = phrase("There is no file {}", token_file_);
        return std::nullopt;
    }
    const auto token = read_token(token_file_);
    if (!token) {
        problem_ = token.error();
        return std::nullopt;
    }
    read->token = *token;
    return *read;
}

}  // namespace editor
