// The list of the Compare panel, a row for each difference.
#include <algorithm>
#include <cmath>
#include <utility>

#include "figures/drawing/value_text.hpp"
#include "panels/base/language.hpp"
#include "panels/compare/compare_panel.hpp"
#include "panels/widgets/list_cells.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/number_kinds.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr const char* arrow_between = " → ";

/// Their names; no entity needs to have one.
std::string types_made_while_playing(const Context& context) {
    std::string names;
    const ecs::TypeRegistry& types = context.world.types();
    if (context.play == nullptr) return names;
    for (std::size_t id = context.play->type_count(); id < types.size(); ++id)
        if (const ecs::ComponentType& type = types[static_cast<ecs::ComponentId>(id)]; !type.retired)
            names += (names.empty() ? "" : ", ") + type.name;
    return names;
}

}  // namespace

void ComparePanel::draw_rows(const Context& context) {
    const Style& style = context.style;
    const float below = foot_height();
    const std::string types = with_play() ? types_made_while_playing(context) : std::string();
    if (!types.empty()) wrapped_text(style.theme->warn, phrase("Stop takes these new components away: {}", types));
    if (row_count() == 0) {
        quiet_text(style, !types.empty()                   ? tr("Nothing else differs")
                          : with_play() && only_by_person_ ? tr("You changed nothing that is different now")
                                                           : tr("Nothing differs"));
        ImGui::Dummy({1, std::max(ImGui::GetContentRegionAvail().y - below, 1.0f)});
        return;
    }
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {std::floor(style.px(4)), 0});
    const ImVec2 size{0, std::max(ImGui::GetContentRegionAvail().y - below, row_height(style) * 2)};
    // Both values share a column where there is little room.
    const float room = ImGui::GetContentRegionAvail().x;
    narrow_ = room < style.px(440);
    share_columns(context, room);
    const std::string id = "differences" + std::to_string(columns_.layout);
    const bool begun =
        ImGui::BeginTable(id.c_str(), narrow_ ? 3 : 4, list_table_flags | ImGuiTableFlags_NoSavedSettings, size);
    ImGui::PopStyleVar();
    if (!begun) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(tr("Entity"), ImGuiTableColumnFlags_WidthFixed, columns_.entity);
    ImGui::TableSetupColumn(tr("What"), ImGuiTableColumnFlags_WidthFixed, columns_.what);
    for (const char* const title : value_titles()) ImGui::TableSetupColumn(title, ImGuiTableColumnFlags_WidthStretch);
    const char* const hint =
        with_play() ? tr("Choose it to keep the difference") : tr("Choose it to take over what stands there");
    const char* hints[] = {hint, nullptr, nullptr, nullptr};
    header_row(style, hints, 0b1100);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(row_count()), row_height(style));
    while (clipper.Step())
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row)
            draw_row(context, entry_of_row(static_cast<std::size_t>(row)));
    ImGui::EndTable();
}

std::vector<const char*> ComparePanel::value_titles() const {
    if (narrow_) return {with_play() ? tr("Before and now") : tr("Here and there")};
    if (with_play()) return {tr("Before Play"), tr("Now")};
    return {tr("Here"), tr("There")};
}

/// The values of the first rows get the room that they need, up to half of it, and the names the rest. Then small
/// changes of the list leave the columns as they are.
void ComparePanel::share_columns(const Context& context, float room) {
    constexpr std::size_t rows_measured = 100;
    const Style& style = context.style;
    room -= ImGui::GetStyle().ScrollbarSize;
    const bool as_wide = std::abs(room - columns_.room) < style.px(16) && columns_.font == ImGui::GetFontSize();
    const float drawn = std::exchange(widest_value_, 0.0f);
    if (as_wide && columns_.rows == row_count() && drawn <= columns_.value) return;
    columns_.rows = row_count();
    const float padding = std::floor(style.px(4)) * 2, box = ImGui::GetFrameHeight() + style.px(4);
    float entity = 0, what = 0, value = std::max(style.px(60), drawn);
    if (!narrow_)
        for (const char* const title : value_titles()) value = std::max(value, text_width(title));
    for (std::size_t row = 0; row < std::min(row_count(), rows_measured); ++row) {
        const ecs::DiffEntry& entry = worlds_.found().entries[entry_of_row(row)];
        entity = std::max(entity, text_width(figures::name_or_id(world_that_names(context, entry), entry.entity)));
        what = std::max(what, text_width(words_for_what(context, entry)));
        const auto [before, after] = value_texts(context, entry);
        value = std::max(value, width_of_values(before, after));
    }
    entity += box + 1;
    what += 1;
    // Widths of columns are those of what is in them, without the padding.
    const auto values = static_cast<float>(value_titles().size());
    const float for_all = room - (padding + 1) * (2 + values);
    const float for_names = std::max(for_all - (value + 1) * values, for_all / 2);
    if (entity + what > for_names) {
        entity = std::max(std::min(entity, for_names * 0.45f), for_names - what);
        what = for_names - entity;
    }
    if (as_wide && entity <= columns_.entity && what <= columns_.what && value <= columns_.value) return;
    columns_ = {room, entity, what, value, ImGui::GetFontSize(), row_count(), columns_.layout + 1};
}

/// Of what a cell shows at least: in little room the second one alone.
float ComparePanel::width_of_values(const std::string& from, const std::string& to) const {
    return narrow_ ? text_width("→ " + to) : std::max(text_width(from), text_width(to));
}

const ecs::World& ComparePanel::world_that_names(const Context& context, const ecs::DiffEntry& entry) const {
    using ecs::DiffKind;
    const bool is_of_other = entry.kind == (with_play() ? DiffKind::EntityRemoved : DiffKind::EntityAdded);
    return context.world.alive(entry.entity) && !is_of_other ? context.world : worlds_.other();
}

std::string ComparePanel::words_for_what(const Context& context, const ecs::DiffEntry& entry) const {
    using ecs::DiffKind;
    if (entry.kind == DiffKind::EntityAdded) return with_play() ? tr("new entity") : tr("only there");
    if (entry.kind == DiffKind::EntityRemoved) return with_play() ? tr("destroyed") : tr("only here");
    return path_of(worlds_.found(), with_play() ? worlds_.other() : context.world, entry);
}

std::pair<std::string, std::string> ComparePanel::value_texts(const Context& context,
                                                              const ecs::DiffEntry& entry) const {
    const ecs::WorldDiff& found = worlds_.found();
    const ecs::World& before = with_play() ? worlds_.other() : context.world;
    const ecs::World& after = with_play() ? context.world : worlds_.other();
    std::string to = text_of_difference(found, entry, after, true);
    if (with_play()) {
        const WentAlong* const along = find_went_along(along_, found, entry);
        if (const auto kept = along == nullptr ? std::nullopt : value_kept(*along, before, after))
            to = with_minus(figures::field_text(before, kept->type().fields[along->field], kept->data()));
    }
    return {text_of_difference(found, entry, before, false), std::move(to)};
}

void ComparePanel::draw_row(const Context& context, std::uint32_t entry_number) {
    const Style& style = context.style;
    const ecs::DiffEntry& entry = worlds_.found().entries[entry_number];
    begin_row(style);
    ImGui::PushID(static_cast<int>(entry_number));
    bool chosen = worlds_.chosen(entry_number);
    if (checkbox(style, "##choose", chosen)) worlds_.choose(entry_number, chosen);
    ImGui::SameLine(0, style.px(4));
    entity_cell(context, entry.entity, world_that_names(context, entry));
    text_cell(style, style.theme->text, words_for_what(context, entry), false);
    const auto [from, to] = value_texts(context, entry);
    widest_value_ = std::max(widest_value_, width_of_values(from, to));
    if (narrow_) {
        // What it is now says more than what it was.
        text_cell(style, style.theme->text, from + arrow_between + to, true, "→ " + to);
    } else {
        text_cell(style, with_play() ? style.theme->quiet : style.theme->text, from, true);
        text_cell(style, with_play() ? style.theme->text : style.theme->quiet, to, true);
    }
    ImGui::PopID();
}

}  // namespace panels
