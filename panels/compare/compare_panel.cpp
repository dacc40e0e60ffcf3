#include "panels/compare/compare_panel.hpp"

#include <algorithm>
#include <cmath>

#include "panels/base/general_keys.hpp"
#include "panels/base/language.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

void ComparePanel::draw(const Context& context) {
    if (context.play == nullptr)
        return empty_without_program(context, tr("No world to compare with"),
                                     tr("A program that keeps the world before Play has it compared here"));
    using Kind = TransportRequest::Kind;
    if (!context.play->begun()) {
        differences_.forget();
        if (empty_state(context.style, tr("The world was not played yet"),
                        tr("Once it was, what differs from the world before is listed here. Stop puts that world "
                           "back, with what you keep"),
                        tr("Play")))
            context.requests.push_back(TransportRequest{.kind = Kind::Play});
        return;
    }
    if (context.transport.playing) {
        if (empty_state(context.style, tr("The world is running"),
                        tr("While it is paused, it is compared with the world before Play"), tr("Pause")))
            context.requests.push_back(TransportRequest{.kind = Kind::Pause});
        return;
    }
    differences_.update(context.world, *context.play, context.history.all.first(context.history.steps));
    draw_head(context);
    if (differences_.state() != PlayedDifferences::State::Done) return;
    draw_rows(context);
    draw_foot(context);
}

void ComparePanel::draw_head(const Context& context) {
    const Style& style = context.style;
    if (differences_.state() != PlayedDifferences::State::Done) {
        quiet_text(style, phrase("Comparing with tick {}: {}", format_count(context.play->tick()),
                                 format_percent(differences_.progress())));
        if (context.stay_awake != nullptr) *context.stay_awake = true;
        return;
    }
    const ecs::WorldDiff& found = differences_.found();
    clipped_line(style.theme->text,
                 phrase("Since tick {}: {} changed, {} new, {} gone", format_count(context.play->tick()),
                        format_count(found.changed), format_count(found.added), format_count(found.removed)));
    tooltip(tr("Entities that differ from the world as it was before Play"));
    const std::string yours = phrase("By you {}", format_count(differences_.by_person().size()));
    if (choice(style, yours.c_str(), only_by_person_, {}, tr("What your own changes made different")))
        only_by_person_ = true;
    const std::string all = phrase("All {}", format_count(found.entries.size()));
    next_button(all.c_str());
    if (choice(style, all.c_str(), !only_by_person_, {}, tr("What the systems made different, too")))
        only_by_person_ = false;
}

std::size_t ComparePanel::row_count() const {
    return only_by_person_ ? differences_.by_person().size() : differences_.found().entries.size();
}

std::uint32_t ComparePanel::entry_of_row(std::size_t row) const {
    return only_by_person_ ? differences_.by_person()[row] : static_cast<std::uint32_t>(row);
}

void ComparePanel::draw_rows(const Context& context) {
    const Style& style = context.style;
    const float below = foot_height();
    if (row_count() == 0) {
        quiet_text(style, only_by_person_ ? tr("You changed nothing that is different now") : tr("Nothing differs"));
        ImGui::Dummy({1, std::max(ImGui::GetContentRegionAvail().y - below, 1.0f)});
        return;
    }
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {std::floor(style.px(4)), 0});
    const ImVec2 size{0, std::max(ImGui::GetContentRegionAvail().y - below, row_height(style) * 2)};
    // Both values share a column where there is little room.
    narrow_ = ImGui::GetContentRegionAvail().x < style.px(440);
    const bool begun = ImGui::BeginTable("differences", narrow_ ? 3 : 4, list_table_flags, size);
    ImGui::PopStyleVar();
    if (!begun) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(tr("Entity"), ImGuiTableColumnFlags_WidthStretch, 0.97f);
    ImGui::TableSetupColumn(tr("What"), ImGuiTableColumnFlags_WidthStretch, 1.3f);
    if (narrow_) {
        ImGui::TableSetupColumn(tr("Before and now"), ImGuiTableColumnFlags_WidthStretch, 1.15f);
    } else {
        ImGui::TableSetupColumn(tr("Before Play"), ImGuiTableColumnFlags_WidthStretch, 0.9f);
        ImGui::TableSetupColumn(tr("Now"), ImGuiTableColumnFlags_WidthStretch, 0.9f);
    }
    const char* hints[] = {tr("Tick it to keep the difference"), nullptr, nullptr, nullptr};
    header_row(style, hints, 0b1100);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(row_count()), row_height(style));
    while (clipper.Step())
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row)
            draw_row(context, entry_of_row(static_cast<std::size_t>(row)));
    ImGui::EndTable();
}

void ComparePanel::draw_row(const Context& context, std::uint32_t entry_number) {
    const Style& style = context.style;
    const ecs::WorldDiff& found = differences_.found();
    const ecs::DiffEntry& entry = found.entries[entry_number];
    const bool lives = context.world.alive(entry.entity);
    const ecs::World& named = lives ? context.world : differences_.authored();
    begin_row(style);
    ImGui::PushID(static_cast<int>(entry_number));
    bool kept = differences_.kept(entry_number);
    if (checkbox(style, "##keep", kept)) differences_.keep(entry_number, kept);
    ImGui::SameLine(0, style.px(4));
    const float room = ImGui::GetContentRegionAvail().x;
    const bool selected = lives && context.selection.has(entry.entity);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool clicked = selectable("##entity", selected, ImGuiSelectableFlags_None, {room, row_height(style)});
    draw_text_until(*ImGui::GetWindowDrawList(),
                    {at.x, std::floor(at.y + (row_height(style) - ImGui::GetFontSize()) / 2)}, at.x + room,
                    lives ? style.theme->text : style.theme->quiet, figures::name_or_id(named, entry.entity));
    if (ImGui::IsItemHovered() && lives) context.selection.hovered = entry.entity;
    if (clicked && lives) context.selection.select(entry.entity);
    const auto text_cell = [&](ImU32 color, const std::string& text, bool right) {
        ImGui::TableNextColumn();
        const float wide = ImGui::GetContentRegionAvail().x;
        const ImVec2 low = ImGui::GetCursorScreenPos();
        const float text_wide = std::min(ImGui::CalcTextSize(text.c_str()).x, wide);
        const float y = std::floor(low.y + (row_height(style) - ImGui::GetFontSize()) / 2);
        draw_text_until(*ImGui::GetWindowDrawList(), {right ? low.x + wide - text_wide : low.x, y}, low.x + wide, color,
                        text);
        ImGui::Dummy({std::max(wide, 1.0f), row_height(style)});
        if (tooltip_due()) tooltip(text);
    };
    using ecs::DiffKind;
    const std::string what = entry.kind == DiffKind::EntityAdded     ? std::string(tr("new entity"))
                             : entry.kind == DiffKind::EntityRemoved ? std::string(tr("destroyed"))
                                                                     : path_of(found, differences_.authored(), entry);
    text_cell(style.theme->text, what, false);
    const std::string before = text_of_difference(found, entry, differences_.authored(), false);
    const std::string now = text_of_difference(found, entry, context.world, true);
    if (narrow_) {
        text_cell(style.theme->text, before + " → " + now, true);
    } else {
        text_cell(style.theme->quiet, before, true);
        text_cell(style.theme->text, now, true);
    }
    ImGui::PopID();
}

std::string ComparePanel::words_for_stop() const {
    const std::size_t kept = differences_.kept_count();
    return kept == 0 ? std::string(tr("Stop, keep nothing")) : phrase("Stop, keep {}", format_count(kept));
}

/// The buttons take a second line where they are wider than the panel.
float ComparePanel::foot_height() const {
    const float gap = ImGui::GetStyle().ItemSpacing.x, room = ImGui::GetContentRegionAvail().x;
    float wide = 0;
    int lines = 1;
    const auto place = [&](std::string_view label) {
        const float next = (wide == 0 ? 0 : wide + gap) + button_width(label);
        lines += wide > 0 && next > room ? 1 : 0;
        wide = next > room ? button_width(label) : next;
    };
    place(words_for_stop());
    if (differences_.kept_count() > 0) place(tr("Keep nothing"));
    place(tr("Keep the world"));
    return static_cast<float>(lines) * ImGui::GetFrameHeightWithSpacing();
}

void ComparePanel::draw_foot(const Context& context) {
    const Style& style = context.style;
    using Kind = TransportRequest::Kind;
    const std::size_t kept = differences_.kept_count();
    if (primary_button(style, words_for_stop().c_str(), {},
                       tr("Puts the world back as it was before Play, with the differences that are ticked")))
        context.requests.push_back(TransportRequest{.kind = Kind::Stop, .kept = differences_.all_kept()});
    if (kept > 0) {
        next_button(tr("Keep nothing"));
        if (button(tr("Keep nothing"), {}, tr("Puts the world back exactly as it was before Play")))
            context.requests.push_back(TransportRequest{.kind = Kind::Stop});
    }
    next_button(tr("Keep the world"));
    if (button(tr("Keep the world"), {}, tr("Goes on with the world as it is now: there is nothing to go back to")))
        context.requests.push_back(TransportRequest{.kind = Kind::GoOn});
}

}  // namespace panels
