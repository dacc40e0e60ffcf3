#include "panels/chunks_panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "panels/export_menu.hpp"

namespace panels {

namespace {

ImVec2 size_of_number(const Style& style) {
    const compat::FontScope font(style.mono);
    return ImGui::CalcTextSize("0000");
}

std::string address_of(const ecs::Chunk& chunk) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%llx",
                  static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(&chunk)));
    return text;
}

std::string rows_of(const ecs::Chunk& chunk) {
    return format_count(chunk.rows) + " of " + format_count(chunk.capacity, "row");
}

std::string line_about(const ecs::Archetype& archetype, std::size_t position) {
    const ecs::Chunk& chunk = archetype.chunk(position);
    return "chunk " + format_count(position) + " of " + format_count(archetype.chunk_count()) + " · " + rows_of(chunk) +
           " · " + format_bytes(chunk.block_bytes) + " at " + address_of(chunk);
}

/// A button that shows whether what it leads to is what is shown now.
bool choice(const Style& style, const char* label, bool chosen, std::string_view why_not, std::string_view hint) {
    if (chosen) ImGui::PushStyleColor(ImGuiCol_Button, faded(style.theme->accent, 0.3f));
    const bool pressed = button(label, why_not, hint);
    if (chosen) ImGui::PopStyleColor();
    return pressed;
}

}  // namespace

ChunksPanel::ChunksPanel()
    : Panel("Chunks", Place::Bottom, "The blocks of memory that rows lie in, and what each byte of them is") {
    table_.set_sort(ArchetypeColumn::Name, false);
}

void ChunksPanel::draw(const Context& context) {
    tiles_drawn_ = rows_drawn_ = 0;
    if (context.world.archetype_count() == 0 || context.world.entity_count() == 0) {
        empty_state(context.style, "No chunks yet",
                    "Rows of entities lie in chunks of memory, shown here. Create an entity, or load a world");
        return;
    }
    if (const auto place = chunk_in_view(context)) return draw_chunk(context, *place);

    const auto archetype = archetype_in_view(context);
    draw_toolbar(context, archetype);
    if (archetype && !show_all_)
        draw_archetype(context, context.world.archetype(*archetype));
    else
        draw_all(context);
}

std::optional<ChunksPanel::ChunkPlace> ChunksPanel::chunk_in_view(const Context& context) {
    const Selection& selection = context.selection;
    const auto archetype = selection.archetype();
    if (archetype && selection.chunk()) {
        zoomed_ = *archetype < context.world.archetype_count() &&
                  *selection.chunk() < context.world.archetype(*archetype).chunk_count();
        if (zoomed_) return ChunkPlace{*archetype, *selection.chunk()};
        context.selection.select_archetype(std::nullopt);  // the chunk was freed
        return std::nullopt;
    }
    if (!zoomed_) return std::nullopt;
    const auto location = location_if_alive(context.world, selection.entity());
    zoomed_ = !archetype && location.has_value();
    if (!zoomed_) return std::nullopt;
    return ChunkPlace{location->archetype, location->chunk};
}

void ChunksPanel::draw_chunk(const Context& context, ChunkPlace place) {
    const Style& style = context.style;
    const ecs::Archetype& archetype = context.world.archetype(place.archetype);
    const bool escape = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) && !ImGui::IsAnyItemActive() &&
                        compat::key_pressed(compat::Key::Escape, false);
    if (button("Back to tiles", {}, "Esc") || escape) return leave_chunk(context, place.archetype);
    ImGui::SameLine();
    const auto step_to = [&](const char* id, ImGuiDir direction, bool possible, std::size_t chunk_to, const char* hint,
                             const char* why_not) {
        ImGui::BeginDisabled(!possible);
        if (ImGui::ArrowButton(id, direction)) context.selection.select_chunk(place.archetype, chunk_to);
        ImGui::EndDisabled();
        tooltip(possible ? hint : why_not);
        ImGui::SameLine(0, style.px(4));
    };
    step_to("previous", ImGuiDir_Left, place.chunk > 0, place.chunk - 1, "The chunk before", "This is the first chunk");
    step_to("next", ImGuiDir_Right, place.chunk + 1 < archetype.chunk_count(), place.chunk + 1, "The next chunk",
            "This is the last chunk");
    ImGui::SameLine();
    export_menu(context, std::array<figures::FigureRequest, 2>{{{figures::View::Chunk, place.archetype, place.chunk},
                                                                {figures::View::Table, place.archetype, place.chunk}}});
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    mono_text(style, line_about(archetype, place.chunk));
    explain(Term::Chunk);
    view_.show(context, archetype, place.chunk);
}

void ChunksPanel::leave_chunk(const Context& context, ecs::ArchetypeId archetype) {
    zoomed_ = false;
    context.selection.select_archetype(std::nullopt);
    if (!show_all_) context.selection.select_archetype(archetype);
}

void ChunksPanel::draw_toolbar(const Context& context, std::optional<ecs::ArchetypeId> archetype) {
    const Style& style = context.style;
    const bool all = show_all_ || !archetype;
    if (choice(style, "One archetype", !all,
               archetype ? "" : "Select an entity or an archetype first: its chunks are shown then",
               "The chunks of the selected archetype, or of that of the selected entity"))
        show_all_ = false;
    ImGui::SameLine(0, style.px(4));
    if (choice(style, "All", all, {}, "The chunks of all archetypes")) show_all_ = true;
    ImGui::SameLine(0, style.px(16));
    const ecs::ArchetypeId one = all ? ecs::no_archetype : *archetype;
    export_menu(context,
                std::array<figures::FigureRequest, 3>{
                    {{figures::View::Map, one}, {figures::View::Histogram, one}, {figures::View::Chunk, one}}});
    ImGui::SameLine(0, style.px(16));
    ImGui::AlignTextToFramePadding();
    if (all) {
        quiet_text(style, format_count(context.world.entity_count(), "row") + " in " +
                              format_count(table_.totals().chunks, "chunk") + " of " +
                              format_count(groups_.size(), "archetype"));
        explain(Term::Chunk);
        if (groups_without_chunks_ > 0) {
            ImGui::SameLine();
            quiet_text(style, "· " + format_count(groups_without_chunks_) + " without chunks not shown");
        }
        return;
    }
    const ecs::Archetype& shown = context.world.archetype(*archetype);
    const ArchetypeFacts facts = facts_of(shown);
    quiet_text(style, format_count(facts.entities) + " of " + format_count(facts.room, "row") + " in " +
                          format_count(facts.chunks, "chunk") + " · " + format_bytes(facts.bytes));
    explain(Term::Chunk);
    ImGui::SameLine(0, style.px(16));
    archetype_label(context, shown, ImGui::GetContentRegionAvail().x);
}

void ChunksPanel::draw_archetype(const Context& context, const ecs::Archetype& archetype) {
    const Style& style = context.style;
    if (archetype.chunk_count() == 0) {
        empty_state(style, "This archetype has no chunks",
                    "No entity has exactly these components now, and its memory was given back");
        return;
    }
    // Few tiles leave room to show at once what lies in the chunk of the selected entity.
    const auto location = location_if_alive(context.world, context.selection.entity());
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float strip = std::floor(std::clamp(room.x * 0.2f, style.px(104), style.px(240)));
    const bool few =
        TileGrid::fit(archetype.chunk_count(), {strip, room.y}, size_of_number(style), style.scale).numbered;
    const bool look_inside =
        location && location->archetype == archetype.id() && few && room.x >= style.px(640) && room.y >= style.px(120);
    if (compat::begin_child("tiles", {look_inside ? strip : 0, 0})) {
        tiles_ =
            TileGrid::fit(archetype.chunk_count(), ImGui::GetContentRegionAvail(), size_of_number(style), style.scale);
        tiles_origin_ = ImGui::GetCursorScreenPos();
        const float width = static_cast<float>(tiles_.per_line) * (tiles_.tile_width + tiles_.gap);
        ImGui::InvisibleButton("tiles", {width, std::max(tiles_.height(), 1.0f)});
        const bool hovered = ImGui::IsItemHovered();
        draw_tiles(context, archetype, tiles_, tiles_origin_);
        if (hovered)
            if (const auto tile = tiles_.tile_at(ImGui::GetMousePos(), tiles_origin_))
                point_at_tile(context, archetype, *tile);
    }
    ImGui::EndChild();
    if (!look_inside) return;
    ImGui::SameLine();
    if (compat::begin_child("inside", {0, 0})) {
        mono_text(style, line_about(archetype, location->chunk), style.theme->quiet_text);
        explain(Term::Chunk);
        view_.show(context, archetype, location->chunk);
    }
    ImGui::EndChild();
}

void ChunksPanel::draw_all(const Context& context) {
    const Style& style = context.style;
    table_.update(context.world, context.time_secs);
    if (compat::begin_child("all", {0, 0})) {
        const ImVec2 room = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorScreenPos();
        const float name_width = std::floor(std::clamp(room.x * 0.3f, style.px(100), style.px(300)));
        const TileGrid grid =
            TileGrid::numbered_lines(1, room.x - name_width - style.px(8), size_of_number(style), style.scale);
        update_groups(grid.per_line);
        const float line_height = grid.line_height();
        ImGui::InvisibleButton(
            "groups", {std::max(room.x, 1.0f), std::max(static_cast<float>(group_lines_) * line_height, 1.0f)});
        const bool hovered = ImGui::IsItemHovered();

        const Area visible = visible_area(*ImGui::GetWindowDrawList());
        const float first_visible = std::max(0.0f, std::floor((visible.low.y - origin.y) / line_height));
        const auto first_line = static_cast<std::size_t>(first_visible);
        auto group = std::upper_bound(groups_.begin(), groups_.end(), first_line,
                                      [](std::size_t line, const Group& other) { return line < other.first_line; });
        if (group != groups_.begin()) --group;
        for (; group != groups_.end(); ++group) {
            const ImVec2 at{origin.x, origin.y + static_cast<float>(group->first_line) * line_height};
            if (at.y > visible.high.y) break;
            TileGrid own = grid;
            own.count = std::min(group->chunks, context.world.archetype(group->archetype).chunk_count());
            draw_group(context, *group, own, at, name_width, hovered);
            const ImVec2 tiles{at.x + name_width + style.px(8), at.y};
            if (!hovered) continue;
            if (const auto tile = own.tile_at(ImGui::GetMousePos(), tiles))
                point_at_tile(context, context.world.archetype(group->archetype), *tile);
        }
    }
    ImGui::EndChild();
}

void ChunksPanel::update_groups(std::size_t per_line) {
    if (groups_revision_ == table_.revision() && groups_per_line_ == per_line) return;
    groups_revision_ = table_.revision();
    groups_per_line_ = per_line;
    groups_.clear();
    group_lines_ = groups_without_chunks_ = 0;
    for (ecs::ArchetypeId id = 0; id < table_.known(); ++id) {
        const std::size_t chunks = table_.facts(id).chunks;
        if (chunks == 0) {
            ++groups_without_chunks_;
            continue;
        }
        groups_.push_back({id, group_lines_, chunks});
        group_lines_ += (chunks + per_line - 1) / per_line;
    }
}

void ChunksPanel::draw_group(const Context& context, const Group& group, TileGrid grid, ImVec2 origin, float name_width,
                             bool hovered) {
    const Style& style = context.style;
    const ecs::Archetype& archetype = context.world.archetype(group.archetype);
    const Area name{origin, {origin.x + name_width, origin.y + grid.tile_height}};
    if (hovered && name.contains(ImGui::GetMousePos())) {
        ImGui::GetWindowDrawList()->AddRectFilled(name.low, name.high, style.theme->raised);
        ImGui::BeginTooltip();
        archetype_tooltip(context, archetype);
        ImGui::EndTooltip();
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
            context.selection.select_archetype(group.archetype);
            show_all_ = false;
        }
    }
    const float top = std::floor((grid.tile_height - ImGui::GetTextLineHeight()) / 2);
    draw_archetype_label(context, archetype, {origin.x, origin.y + top}, name_width);
    draw_tiles(context, archetype, grid, {origin.x + name_width + style.px(8), origin.y});
}

void ChunksPanel::draw_tiles(const Context& context, const ecs::Archetype& archetype, const TileGrid& grid,
                             ImVec2 origin) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Area visible = visible_area(list);
    const TileGrid::Range range = grid.tiles_between(visible.low.y, visible.high.y, origin);
    AreaBatch batch;
    for (std::size_t tile = range.first; tile < range.end; ++tile) {
        const ecs::Chunk& chunk = archetype.chunk(tile);
        const Area area = grid.area_of(tile, origin);
        const float share = static_cast<float>(chunk.rows) / static_cast<float>(std::max(chunk.capacity, 1u));
        // Nothing but an empty chunk looks empty, nothing but a full one full.
        float filled = std::round(area.height() * share);
        if (chunk.rows > 0) filled = std::max(filled, 1.0f);
        if (!chunk.full()) filled = std::min(filled, area.height() - 1);
        batch.add(area, theme.raised);
        batch.add({{area.low.x, area.high.y - filled}, area.high}, faded(theme.accent, 0.5f));
        ++tiles_drawn_;
        rows_drawn_ += chunk.rows;
    }
    batch.draw(list);
    if (grid.numbered) {
        const compat::FontScope font(style.mono);
        for (std::size_t tile = range.first; tile < range.end; ++tile) {
            const std::string number = std::to_string(archetype.chunk(tile).rows);
            const Area area = grid.area_of(tile, origin);
            const ImVec2 size = ImGui::CalcTextSize(number.c_str()), middle = area.middle();
            list.AddText({std::floor(middle.x - size.x / 2), std::floor(middle.y - size.y / 2)}, theme.text,
                         number.c_str());
        }
    }
    const auto mark_chunk_of = [&](ecs::Entity entity, ImU32 color, float thickness) {
        const auto location = location_if_alive(context.world, entity);
        if (!location || location->archetype != archetype.id()) return;
        if (location->chunk >= range.first && location->chunk < range.end)
            outline(list, grid.area_of(location->chunk, origin), color, thickness);
    };
    mark_chunk_of(context.selection.hovered, theme.text, style.px(1));
    mark_chunk_of(context.selection.entity(), theme.accent, style.px(2));
}

void ChunksPanel::point_at_tile(const Context& context, const ecs::Archetype& archetype, std::size_t chunk_position) {
    const Style& style = context.style;
    const ecs::Chunk& chunk = archetype.chunk(chunk_position);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        context.selection.select_chunk(archetype.id(), chunk_position);
        zoomed_ = true;
    }
    ImGui::BeginTooltip();
    const std::string title = "Chunk " + format_count(chunk_position) + " of " + format_count(archetype.chunk_count());
    ImGui::TextUnformatted(title.c_str());
    const double share = static_cast<double>(chunk.rows) / static_cast<double>(std::max(chunk.capacity, 1u));
    quiet_text(style, rows_of(chunk) + " in use, " + format_percent(share) + " full");
    quiet_text(style, format_bytes(chunk.block_bytes) + " at " + address_of(chunk) + ", made in tick " +
                          format_count(chunk.made_at_tick));
    const auto location = location_if_alive(context.world, context.selection.entity());
    if (location && location->archetype == archetype.id() && location->chunk == chunk_position)
        colored_text(style.theme->accent, "The selected entity is in row " + format_count(location->row));
    quiet_text(style, "Click to look inside");
    ImGui::EndTooltip();
}

}  // namespace panels
