#include "editor/app/chrome/status_bar.hpp"

#include <algorithm>
#include <cmath>

#include "ecs/mirror/mirror.hpp"
#include "editor/base/language.hpp"
#include "panels/base/archetype_names.hpp"
#include "panels/base/general_keys.hpp"
#include "panels/base/main_area.hpp"
#include "panels/base/owner_clock.hpp"
#include "panels/watch/alerts_badge.hpp"
#include "panels/widgets/message_text.hpp"
#include "panels/widgets/strip_window.hpp"
#include "panels/widgets/widgets.hpp"

namespace editor {

namespace {

ImU32 budget_color(const panels::Theme& theme, double cost, double budget) {
    if (cost > budget) return theme.error;
    return cost > budget * 0.75 ? theme.warn : theme.quiet;
}

void draw_cost_tooltip(const panels::Style& style, const panels::Workbench& workbench) {
    const panels::Tooltip shown;
    if (!shown) return;
    panels::quiet_text(style, tr("What the visible panels cost a frame; click for more"));
    for (const auto& panel : workbench.panels()) {
        if (!workbench.visible(panel->id())) continue;
        const double cost = panel->mean_cost_us();
        panels::mono_text(style, panels::format_millis(cost / 1000),
                          budget_color(*style.theme, cost, workbench.costs().budget_us()));
        ImGui::SameLine();
        ImGui::TextUnformatted(panel->title());
    }
}

}  // namespace

void StatusBar::draw(const panels::Context& context, const panels::Area& area, const panels::Workbench& workbench,
                     const FrameCosts& costs, const Toasts& toasts, bool unsaved, const std::string& served_at) {
    const panels::Style& style = context.style;
    panels::begin_strip_window("##status", style, area,
                               {style.px(8), std::max((area.height() - ImGui::GetFontSize()) / 2, 0.0f)});
    const float right = draw_right(context, workbench, costs, unsaved);
    ImGui::SetCursorPosX(style.px(8));
    if (panels::alerts_badge(context)) ImGui::SameLine(0, style.px(16));
    if (!served_at.empty()) draw_served(context, served_at);
    if (context.mirror != nullptr) draw_attached(context);
    draw_world(context, right - style.px(16));
    draw_message(context, toasts, right);
    ImGui::End();
}

void StatusBar::draw_served(const panels::Context& context, const std::string& served_at) {
    panels::colored_text(context.style.theme->warn, phrase("served at {}", served_at));
    panels::tooltip(tr(
        "Other programs of this computer can ask this world and change it, in steps that undo takes back. Editors can "
        "attach to it and see each tick. File > Serve this world ends that"));
    ImGui::SameLine(0, context.style.px(16));
}

void StatusBar::draw_attached(const panels::Context& context) {
    const std::string& lost = context.mirror->lost();
    const panels::Theme& theme = *context.style.theme;
    if (lost.empty()) {
        panels::colored_text(theme.good, phrase("attached to {}", context.mirror->owner().name()));
        panels::tooltip(
            tr("This is a copy of the world of another program, kept equal to it. Edits are sent to it; File > Detach "
               "lets go of it"));
    } else {
        panels::colored_text(theme.warn, tr("not connected"));
        panels::tooltip(phrase("{}. What was seen last stays, and it is tried again", lost));
    }
    if (const ecs::OwnerWorlds* const worlds = context.mirror->owner().worlds()) draw_worlds(context, *worlds);
    ImGui::SameLine(0, context.style.px(16));
}

/// The world of the program that is shown; a click offers the others.
void StatusBar::draw_worlds(const panels::Context& context, const ecs::OwnerWorlds& worlds) {
    ImGui::SameLine(0, context.style.px(8));
    panels::colored_text(context.style.theme->text, panels::world_label(worlds.names[worlds.shown]));
    panels::underline_link(context.style, ImGui::IsItemHovered());
    if (ImGui::IsItemClicked()) ImGui::OpenPopup("worlds");
    panels::tooltip(tr("The world of the program that is shown; a click offers the others"));
    if (!ImGui::BeginPopup("worlds", ImGuiWindowFlags_NoSavedSettings)) return;
    for (std::size_t i = 0; i < worlds.names.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::MenuItem(panels::label_text(panels::world_label(worlds.names[i])).c_str(), nullptr,
                            i == worlds.shown))
            context.requests.push_back(panels::ShowWorldRequest{worlds.names[i]});
        ImGui::PopID();
    }
    ImGui::EndPopup();
}

void StatusBar::draw_world(const panels::Context& context, float right) {
    const ecs::World& world = context.world;
    std::size_t chunks = 0;
    std::size_t empty = 0;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        chunks += world.archetype(id).chunk_count();
        empty += world.archetype(id).entity_count() == 0 ? 1 : 0;
    }
    const std::size_t bytes = world.blocks().bytes_in_use();
    const panels::Style& style = context.style;
    // In a narrow window the last ones give way.
    const auto fact = [&](const std::string& text, const std::string& hint) {
        if (ImGui::GetCursorPosX() + ImGui::CalcTextSize(text.c_str()).x > right) return;
        panels::quiet_text(style, text);
        panels::tooltip(hint);
        ImGui::SameLine(0, style.px(16));
    };
    const std::size_t to_come = context.mirror != nullptr ? context.mirror->still_to_come() : 0;
    if (to_come > 0)
        fact(phrase("{} of {} have come", panels::format_count(world.entity_count()),
                    panels::format_count(world.entity_count() + to_come, "entity", "entities")),
             tr("The program sends a large world in parts, so that it is not held up"));
    else
        fact(panels::format_count(world.entity_count(), "entity", "entities"),
             panels::explanation(panels::Term::Entity));
    // Of a mirrored world, the empty ones are not the program's.
    const bool mirrored = context.mirror != nullptr;
    fact(panels::archetypes_text(world.archetype_count() - (mirrored ? empty : 0), mirrored ? 0 : empty),
         panels::explanation(panels::Term::Archetype));
    fact(panels::format_count(chunks, "chunk"), panels::explanation(panels::Term::Chunk));
    fact(panels::format_bytes(bytes), phrase("Memory of all chunks: {}", panels::format_bytes_exact(bytes)));
}

float StatusBar::draw_right(const panels::Context& context, const panels::Workbench& workbench, const FrameCosts& costs,
                            bool unsaved) {
    const panels::Style& style = context.style;
    const panels::Theme& theme = *style.theme;
    const float gap = style.px(16);
    float right = ImGui::GetWindowContentRegionMax().x;
    const char* const mark = tr("unsaved changes");
    // What is unsaved is said in any window; where it is narrow, the costs give way.
    const float least = style.px(8) + (unsaved ? gap + ImGui::CalcTextSize(mark).x : 0);
    // Right-aligned in room for `widest`, so that nothing moves when the number changes.
    const auto number = [&](const std::string& text, const char* widest, ImU32 color) {
        const panels::compat::FontScope mono(style.mono);
        const float width = ImGui::CalcTextSize(text.c_str()).x;
        const float room = std::max(ImGui::CalcTextSize(widest).x, width);
        if (right - room < least) return false;
        ImGui::SetCursorPosX(right - width);
        panels::colored_text(color, text);
        ImGui::SameLine();
        right -= room + gap;
        return true;
    };

    const double panels_us = workbench.cost_us();
    const ImU32 cost_color = budget_color(theme, panels_us, all_panels_budget_us);
    if (number(phrase("panels {}", panels::format_millis(panels_us / 1000)), tr("panels 00.00 ms"), cost_color)) {
        if (ImGui::IsItemClicked()) context.requests.push_back(panels::ShowPanelRequest{"cost"});
        draw_cost_tooltip(style, workbench);
    }
    if (number(phrase("frame {}", panels::format_millis(costs.frame_secs * 1000)), tr("frame 00.00 ms"), theme.quiet))
        panels::tooltip(tr("CPU time of a frame: ticks, scene, panels and their drawing"));

    const bool behind = context.transport.behind_secs > 0;
    const auto ticks_a_second = static_cast<std::uint64_t>(costs.ticks_per_sec + 0.5);
    const std::string ticks = context.transport.playing ? panels::format_count(ticks_a_second, "tick/s", "ticks/s")
                                                        : std::string(tr("paused"));
    if (context.mirror == nullptr && number(ticks, tr("000 ticks/s"), behind ? theme.warn : theme.quiet))
        panels::tooltip(behind ? tr("The simulation lags: its ticks take longer than the time they stand for")
                               : tr("Ticks that ran in a second"));
    if (!unsaved) return right + gap;
    right -= ImGui::CalcTextSize(mark).x;
    ImGui::SetCursorPosX(right);
    panels::colored_text(theme.warn, mark);
    panels::tooltip(panels::with_keys(context, tr("Save writes the world to its file"), panels::keys::save));
    ImGui::SameLine();
    return right;
}

void StatusBar::draw_message(const panels::Context& context, const Toasts& toasts, float right) {
    const Message* const message = toasts.last();
    if (message == nullptr) return;
    const Message& last = *message;
    const panels::Theme& theme = *context.style.theme;
    const float room = right - context.style.px(24) - ImGui::GetCursorPosX();
    if (room < context.style.px(48)) return;
    const bool bad = last.kind == MessageKind::Error || last.kind == MessageKind::Warning;
    ImGui::PushStyleColor(ImGuiCol_Text, last.kind == MessageKind::Error ? theme.error
                                         : bad                           ? theme.warn
                                                                         : theme.quiet);
    panels::clipped_message(last.text, room);
    ImGui::PopStyleColor();
}

void draw_lost_banner(const panels::Style& style, const panels::Area& area, bool seen, const std::string& why) {
    panels::begin_strip_window("##lost", style, area, {style.px(12), style.px(5)});
    panels::colored_text(style.theme->warn, seen ? phrase("{}. What was seen last stays, and it is tried again", why)
                                                 : phrase("Connecting: {}", why));
    ImGui::End();
}

}  // namespace editor
