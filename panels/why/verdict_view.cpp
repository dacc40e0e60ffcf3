#include "panels/why/verdict_view.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "ecs/diagnose/cost.hpp"
#include "panels/base/language.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/structural_cost.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

std::string words_for_edit(const ecs::World& world, const ecs::Edit& edit) {
    if (const auto* add = std::get_if<ecs::AddComponent>(&edit))
        return phrase("Add {}", std::string(short_name(add->value.type().name)));
    if (const auto* remove = std::get_if<ecs::RemoveComponent>(&edit))
        return phrase("Remove {}", std::string(short_name(world.types()[remove->component].name)));
    return ecs::describe_edit(world, edit);
}

/// Of each edit in a row; empty where one of them is no structural change.
std::vector<ecs::StructuralCost> costs_of_edits(const ecs::World& world, ecs::Entity entity,
                                                const std::vector<ecs::Edit>& edits) {
    std::vector<ecs::ComponentMove> moves;
    for (const ecs::Edit& edit : edits) {
        if (const auto* add = std::get_if<ecs::AddComponent>(&edit))
            moves.push_back({add->value.type().id, true});
        else if (const auto* remove = std::get_if<ecs::RemoveComponent>(&edit))
            moves.push_back({remove->component, false});
        else
            return {};
    }
    return ecs::costs_of_moving(world, entity, moves);
}

std::string why_no_fix(const Context& context, const std::vector<ecs::Edit>& edits) {
    for (const ecs::Edit& edit : edits)
        if (std::string why_not = ecs::why_not(context.world, context.schedule, edit); !why_not.empty()) return why_not;
    return {};
}

/// One condition: a tick or a cross, and behind what fails the reason.
void draw_term(const Context& context, const ecs::TermVerdict& term, bool first_failing) {
    const Style& style = context.style;
    const bool good = term.holds == term.wanted;
    const ImU32 color = first_failing ? style.theme->error : good ? style.theme->quiet : style.theme->text;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float side = std::floor(style.px(16)), line = ImGui::GetTextLineHeight();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_icon(list, good ? Icon::Check : Icon::Close, {at.x, std::round(at.y + (line - side) / 2)}, side,
              good ? style.theme->good : color);
    ImGui::Dummy({side, line});
    ImGui::SameLine(0, style.px(6));
    const std::string name =
        term.component != ecs::no_component ? std::string(short_name(term.text)) : one_line(term.text, 120);
    const std::string text = term.wanted ? name : phrase("not {}", name);
    if (good || term.why.empty()) return clipped_line(color, text);
    clipped_line(color, text + "  –  " + term.why);
}

}  // namespace

std::string label_of_fix(const ecs::World& world, const ecs::QueryVerdict& verdict) {
    std::string label;
    for (const ecs::Edit& edit : verdict.edits)
        label = label.empty() ? words_for_edit(world, edit) : phrase("{}, {}", label, words_for_edit(world, edit));
    return label;
}

void request_fix(const Context& context, ecs::Entity entity, const ecs::QueryVerdict& verdict) {
    if (verdict.edits.empty()) return;
    const std::string label = phrase("{}: {}", name_or_id(context.world, entity), label_of_fix(context.world, verdict));
    context.requests.push_back(EditRequest{.label = label, .edits = verdict.edits});
}

bool draw_verdict(const Context& context, ecs::Entity entity, const ecs::QueryVerdict& verdict) {
    const Style& style = context.style;
    for (std::size_t i = 0; i < verdict.terms.size(); ++i)
        draw_term(context, verdict.terms[i], verdict.first_failing == i);
    if (verdict.terms.empty()) quiet_text(style, tr("It asks for nothing, so it visits every entity"));
    if (verdict.matches) return false;
    if (verdict.edits.empty()) {
        wrapped_text(style.theme->quiet, tr("No edit of components makes it match"));
        return false;
    }
    const std::string label = label_of_fix(context.world, verdict);
    const std::string why_not = why_no_fix(context, verdict.edits);
    const bool pressed = button(
        label_text(shortened(label, ImGui::GetContentRegionAvail().x - button_padding() * 2)).append("###fix").c_str(),
        why_not);
    if (why_not.empty() && tooltip_due())
        cost_tooltip(context, label, costs_of_edits(context.world, entity, verdict.edits));
    if (pressed) request_fix(context, entity, verdict);
    return pressed;
}

}  // namespace panels
