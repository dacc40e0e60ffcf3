#include "editor/app/chrome/drawn_from_window.hpp"

#include <vector>

#include "editor/base/language.hpp"
#include "panels/base/main_area.hpp"
#include "panels/widgets/widgets.hpp"

namespace editor {

namespace {

constexpr const char* nothing = tr_later("Nothing");

/// Returns whether the person chose another field.
bool choose_field(const panels::Context& context, DrawRole role, std::string& field) {
    const panels::Style& style = context.style;
    const DrawRoleText& text = text_of(role);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(tr(text.label).data());
    panels::tooltip(tr(text.description));
    ImGui::SameLine(style.px(72));
    const std::string id = "##" + std::string(text.key);
    ImGui::SetNextItemWidth(style.px(280));
    if (!ImGui::BeginCombo(id.c_str(), field.empty() ? nothing : field.c_str())) return false;
    bool changed = false;
    const auto offer = [&](const char* label, const std::string& value) {
        if (!panels::selectable(label, value == field) || value == field) return;
        field = value;
        changed = true;
    };
    offer(nothing, {});
    for (const std::string& each : fields_for(context.world, role)) offer(each.c_str(), each);
    ImGui::EndCombo();
    return changed;
}

}  // namespace

void draw_drawn_from(const panels::Context& context, const DrawnFromState& state, bool& open,
                     const std::function<void(std::optional<DrawRoles>)>& choose) {
    if (!open) return;
    const panels::Style& style = context.style;
    const panels::Area screen = panels::main_area();
    ImGui::SetNextWindowPos({screen.middle().x, screen.low.y + screen.height() / 4}, ImGuiCond_Appearing, {0.5f, 0});
    if (ImGui::Begin(
            "Drawn from###drawn from", &open,
            ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse)) {
        panels::quiet_text(style, state.reason);
        ImGui::Dummy({0, style.px(4)});
        DrawRoles roles = state.roles;
        bool changed = false;
        for (std::size_t i = 0; i < draw_role_count; ++i)
            changed |= choose_field(context, static_cast<DrawRole>(i), roles.fields[i]);
        ImGui::Dummy({0, style.px(4)});
        if (changed) choose(roles);
        if (panels::button(tr("Undo my choice"), state.chosen ? "" : tr("Nothing was chosen here"),
                           tr("Draws the scene from what the program says")))
            choose(std::nullopt);
        ImGui::SameLine();
        if (panels::button(tr("Close"))) open = false;
    }
    ImGui::End();
}

}  // namespace editor
