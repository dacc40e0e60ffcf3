#include "panels/running/system_note_popup.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>

#include "panels/base/language.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

std::string plain_number(double number) {
    char text[400];  // the longest double has 309 digits before the point
    const auto end = std::to_chars(text, text + sizeof text, number, std::chars_format::fixed).ptr;
    return {text, end};
}

/// Empty is none. Nothing: it is no budget.
std::optional<double> read_budget_us(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    double unit = 1;
    for (const auto& [name, factor] : {std::pair{"µs", 1.0}, {"us", 1.0}, {"ms", 1e3}, {"s", 1e6}})
        if (text.ends_with(name)) {
            text.remove_suffix(std::string_view(name).size());
            unit = factor;
            break;
        }
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    if (text.empty()) return unit == 1 ? std::optional(0.0) : std::nullopt;
    double number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = result.ec == std::errc() && result.ptr == text.data() + text.size();
    if (!whole || !std::isfinite(number) || number < 0) return std::nullopt;
    return number * unit;
}

std::vector<std::string> groups_in(const ecs::Schedule& schedule) {
    std::vector<std::string> groups;
    for (const ecs::System* system : schedule.systems()) {
        const std::string& group = system->description.group;
        if (!group.empty() && std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
    }
    return groups;
}

}  // namespace

std::string format_budget(double budget_us) {
    return budget_us >= 1000 ? plain_number(budget_us / 1000) + " ms" : plain_number(budget_us) + " µs";
}

void SystemNotePopup::open_for(const ecs::System& system) {
    about_ = About::System;
    of_ = system.description.name;
    group_ = system.description.group;
    budget_ = system.description.budget_us > 0 ? format_budget(system.description.budget_us) : std::string();
    opens_ = true;
}

void SystemNotePopup::open_for_group(std::string group) {
    about_ = About::Group;
    of_ = group_ = std::move(group);
    opens_ = true;
}

void SystemNotePopup::open_for_ticks(const ecs::Schedule& schedule) {
    about_ = About::Ticks;
    of_.clear();
    budget_ = schedule.budget_us > 0 ? format_budget(schedule.budget_us) : std::string();
    opens_ = true;
}

void SystemNotePopup::draw(const Context& context) {
    const Style& style = context.style;
    const bool opens = std::exchange(opens_, false);
    if (opens) ImGui::OpenPopup("note");
    if (!ImGui::BeginPopup("note")) return;
    quiet_text(style, about_ == About::System  ? phrase("System {}", of_)
                      : about_ == About::Group ? phrase("Group {}", of_)
                                               : std::string(tr("All systems of a tick")));
    const float width = std::floor(style.px(220));
    // What a filled field is about must stand beside it, as its hint is gone.
    const float labels = ImGui::GetStyle().WindowPadding.x + style.px(8) +
                         std::max({ImGui::CalcTextSize(tr("Group")).x, ImGui::CalcTextSize(tr("Name")).x,
                                   ImGui::CalcTextSize(tr("Budget")).x});
    const auto label = [&](const char* text) {
        ImGui::AlignTextToFramePadding();
        quiet_text(style, text);
        ImGui::SameLine(std::floor(labels));
    };
    bool entered = false;
    if (about_ != About::Ticks) {
        label(about_ == About::Group ? tr("Name") : tr("Group"));
        if (opens || (to_field_ && about_ == About::Group)) ImGui::SetKeyboardFocusHere();
        ImGui::SetNextItemWidth(width);
        entered |= input_text("##group", group_, about_ == About::Group ? "" : tr("none"),
                              ImGuiInputTextFlags_EnterReturnsTrue);
        tooltip(
            tr("Systems with the same group stand together where they follow each other, fold, and are switched "
               "together"));
        if (about_ == About::System)
            for (const std::string& each : groups_in(context.schedule)) {
                if (each == group_) continue;
                if (ImGui::GetItemRectMax().x + style.px(40) < ImGui::GetWindowPos().x + width) ImGui::SameLine();
                if (button(each.c_str())) group_ = each;
            }
    }
    if (about_ != About::Group) {
        label(tr("Budget"));
        if ((opens && about_ == About::Ticks) || to_field_) ImGui::SetKeyboardFocusHere();
        ImGui::SetNextItemWidth(width);
        entered |= input_text("##budget", budget_, tr("none"), ImGuiInputTextFlags_EnterReturnsTrue);
        tooltip(tr("How long it may take, like 250 µs or 16 ms. What takes longer is marked and counted"));
    }
    const std::string why_not = about_ == About::Group && group_.empty() ? tr("A group needs a name")
                                : about_ != About::Group && !read_budget_us(budget_)
                                    ? tr("A budget is a time like 250 µs or 16 ms")
                                    : "";
    to_field_ = entered && !why_not.empty();  // to mend it
    const bool chosen = primary_button(style, tr("Set"), why_not) || (entered && why_not.empty());
    ImGui::SameLine();
    if (button(tr("Cancel"))) ImGui::CloseCurrentPopup();
    if (chosen) {
        request(context);
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

void SystemNotePopup::request(const Context& context) const {
    EditRequest edits{.label = about_ == About::System  ? phrase("Note something about system {}", of_)
                               : about_ == About::Group ? phrase("Rename group {}", of_)
                                                        : std::string(tr("Set the budget of ticks")),
                      .edits = {},
                      .ends_gesture = true};
    const double budget_us = read_budget_us(budget_).value_or(0);
    for (const ecs::System* system : context.schedule.systems()) {
        const ecs::SystemDescription& its = system->description;
        if (about_ == About::System && its.name == of_ && (its.group != group_ || its.budget_us != budget_us))
            edits.edits.emplace_back(ecs::NoteSystem{of_, group_, budget_us});
        if (about_ == About::Group && its.group == of_ && group_ != of_)
            edits.edits.emplace_back(ecs::NoteSystem{its.name, group_, its.budget_us});
    }
    if (about_ == About::Ticks && budget_us != context.schedule.budget_us)
        edits.edits.emplace_back(ecs::NoteSystem{{}, {}, budget_us});
    if (!edits.edits.empty()) context.requests.emplace_back(std::move(edits));
}

}  // namespace panels
