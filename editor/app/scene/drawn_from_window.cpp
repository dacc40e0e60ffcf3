#include "editor/app/scene/drawn_from_window.hpp"

#include <array>
#include <vector>

#include "editor/base/language.hpp"
#include "panels/base/main_area.hpp"
#include "panels/widgets/widgets.hpp"

namespace editor {

namespace {

constexpr const char* nothing = tr_later("Nothing");

/// What stands before a choice, which comes next.
void label_choice(const panels::Style& style, std::string_view label, std::string_view description) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(tr(label).data());
    panels::tooltip(tr(description));
    ImGui::SameLine(style.px(72));
    ImGui::SetNextItemWidth(style.px(280));
}

/// Returns whether the person chose another field.
bool choose_field(const panels::Context& context, DrawRole role, bool y_up, std::string& field) {
    const DrawRoleText& text = text_of(role);
    label_choice(context.style, role == DrawRole::Y && y_up ? tr_later("Up") : text.label, text.description);
    const std::string id = "##" + std::string(text.key);
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

/// Returns whether the person chose the other direction.
bool choose_y_up(const panels::Context& context, bool& up) {
    label_choice(context.style, tr_later("y grows"), tr_later("Where larger values of y are drawn. Angles follow"));
    constexpr std::array<const char*, 2> names{tr_later("Down, as on the screen"), tr_later("Up, as in mathematics")};
    if (!ImGui::BeginCombo("##y_up", tr(names[up ? 1 : 0]))) return false;
    bool changed = false;
    for (const bool each : {false, true}) {
        if (!panels::selectable(tr(names[each ? 1 : 0]), each == up) || each == up) continue;
        up = each;
        changed = true;
    }
    ImGui::EndCombo();
    return changed;
}

/// Who says so, as a sentence.
std::string reason_of(const SceneViewer& scene) {
    switch (scene.drawn_from().source()) {
        case DrawnFrom::Source::Person:
            return tr("You chose these fields");
        case DrawnFrom::Source::Game:
            return phrase("These are the fields of {}", scene.game().title_or_name());
        case DrawnFrom::Source::Guess:
            return tr("Found by their names; choose others if they are wrong");
        case DrawnFrom::Source::Nothing:
            break;
    }
    return tr("No field looks like a place: choose one for Across and one for Down");
}

}  // namespace

void draw_drawn_from(const panels::Context& context, SceneViewer& scene, bool& open) {
    if (!open) return;
    const panels::Style& style = context.style;
    const panels::Area screen = panels::main_area();
    ImGui::SetNextWindowPos({screen.middle().x, screen.low.y + screen.height() / 4}, ImGuiCond_Appearing, {0.5f, 0});
    if (ImGui::Begin(
            "Drawn from###drawn from", &open,
            ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse)) {
        panels::quiet_text(style, reason_of(scene));
        ImGui::Dummy({0, style.px(4)});
        const DrawnFrom& drawn = scene.drawn_from();
        DrawRoles roles = drawn.roles();
        // What the person began to choose stays in sight before it gives a place.
        if (drawn.choice()) roles.fields = drawn.choice()->fields;
        bool changed = false;
        for (std::size_t i = 0; i < draw_role_count; ++i)
            changed |= choose_field(context, static_cast<DrawRole>(i), roles.y_up, roles.fields[i]);
        if (choose_y_up(context, roles.y_up)) scene.choose_y_up(roles.y_up);
        ImGui::Dummy({0, style.px(4)});
        const bool undone = panels::button(tr("Undo my choice"), scene.chosen() ? "" : tr("Nothing was chosen here"),
                                           tr("Draws the scene from what the program says"));
        if (undone) scene.forget_choices();
        if (changed) scene.choose_drawn_from(roles);
        if (changed || undone) scene.frame_all(style);
        ImGui::SameLine();
        if (panels::button(tr("Close"))) open = false;
    }
    ImGui::End();
}

}  // namespace editor
