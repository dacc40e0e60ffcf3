#include "panels/chunks/chunks_panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "panels/base/format.hpp"
#include "panels/base/keys_used.hpp"
#include "panels/base/language.hpp"
#include "panels/pools/as_if.hpp"
#include "panels/widgets/export_menu.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

std::string line_about(const ecs::Archetype& archetype, std::size_t position) {
    const ecs::Chunk& chunk = archetype.chunk(position);
    return phrase("chunk {} ({}) · {} · {} at {}", format_count(position),
                  format_count(archetype.chunk_count(), "chunk"), rows_text(chunk), format_bytes(chunk.block_bytes),
                  format_address(&chunk));
}

// With more cells than this, the map needs more width beside the bytes of one chunk.
constexpr std::size_t few_chunks = 24;

}  // namespace

std::span<const FixedKeys> ChunksPanel::fixed_keys() const {
    static constexpr FixedKeys all[] = {{{Key::Escape}, tr_later("Go from a chunk back to the map")}};
    return all;
}

ChunksPanel::ChunksPanel()
    : Panel("chunks", tr_later("Chunks"), DockPlace::Bottom,
            tr_later("The blocks of memory that hold rows, and the role of each byte")) {}

std::string ChunksPanel::save_settings() const {
    std::string line;
    const auto add = [&line](const std::string& word) { line.append(line.empty() ? "" : " ").append(word); };
    if (show_all_) add("all");
    if (show_timeline_) add("timeline");
    if (show_histogram_) add("histogram");
    if (!show_pools_) add("as_archetypes");
    if (const std::string view = view_.save_settings(); !view.empty()) add(view);
    return line;
}

void ChunksPanel::load_settings(std::string_view line) {
    view_.load_settings(line);
    line = line.substr(0, line.find(ChunkView::system_key));  // a system may have any name
    const auto has = [line](std::string_view word) { return line.find(word) != std::string_view::npos; };
    show_all_ = has("all");
    show_timeline_ = has("timeline");
    show_histogram_ = has("histogram");
    show_pools_ = !has("as_archetypes");
}

void ChunksPanel::show_part(std::string_view part) {
    constexpr std::string_view key = "pool=";
    if (!part.starts_with(key)) return;
    show_pools_ = true;
    pools_.open_pool(part.substr(key.size()));
}

bool ChunksPanel::draw_owner_memory(const Context& context) {
    if (context.mirror == nullptr) return false;
    const Style& style = context.style;
    PoolMemory& memory = pool_memory_of(context, own_pool_memory_);
    if (show_pools_)
        memory.update(context.mirror, context.time_secs);
    else
        memory.update_once(context.mirror, context.time_secs);
    if (on_its_way_line(context, memory)) return true;
    if (!memory.known()) {
        as_if_line(context);
        return false;
    }
    const char* const pools = title_of(*memory.kind());
    if (choice(style, pools, show_pools_, {}, phrase("What {} really has in memory", context.mirror->owner().name())))
        show_pools_ = true;
    const char* const copy = copy_title_of(*memory.kind());
    next_button(copy, style.px(4));
    if (choice(style, copy, !show_pools_, {},
               tr("The copy that this program keeps, in archetypes and chunks: what such a storage would make of it")))
        show_pools_ = false;
    if (!show_pools_) {
        as_if_line(context);
        return false;
    }
    if (!pools_.block().is_open()) pools_.show_tools(context, memory);
    pools_.show(context, memory);
    return true;
}

Area ChunksPanel::tile_area(std::size_t chunk) const {
    const auto& groups = map_.map().groups();
    return groups.empty() ? Area{} : map_.area_of({groups.front().archetype, chunk});
}

void ChunksPanel::draw(const Context& context) {
    if (draw_owner_memory(context)) return;
    if (context.world.archetype_count() == 0 || context.world.entity_count() == 0) {
        empty_without_entities(context, tr("No chunks yet"),
                               tr("The rows of entities lie in chunks of memory, which are shown here byte by byte"));
        return;
    }
    // The journal drops changes, so the timeline also reads it while a chunk is open.
    if (context.journal != nullptr) timeline_.update(*context.journal, context.world);
    if (const auto place = chunk_in_view(context)) return draw_chunk(context, *place);

    std::optional<ecs::ArchetypeId> archetype = archetype_in_view(context);
    draw_toolbar(context, archetype);
    if (show_all_) archetype.reset();

    const Style& style = context.style;
    const ImVec2 room = ImGui::GetContentRegionAvail(), gap = ImGui::GetStyle().ItemSpacing;
    const float strip_px = ChunkTimeline::height(style);
    timeline_fits_ = room.y >= strip_px + style.px(72);
    histogram_fits_ = room.x >= style.px(480);
    const bool strip = show_timeline_ && context.journal != nullptr && timeline_fits_;
    const float side_px = std::floor(std::clamp(room.x * 0.32f, style.px(240), style.px(420)));
    const bool side = show_histogram_ && histogram_fits_;
    const float map_high = strip ? room.y - strip_px - gap.y : room.y;
    draw_map(context, archetype, {side ? room.x - side_px - gap.x : room.x, map_high});
    if (side) {
        ImGui::SameLine();
        draw_histogram(context, {side_px, map_high});
    }
    pointed_tick_.reset();
    if (strip) pointed_tick_ = timeline_.show(context, {room.x, strip_px});
}

std::optional<ChunkCell> ChunksPanel::chunk_in_view(const Context& context) {
    const Selection& selection = context.selection;
    const auto archetype = selection.archetype();
    if (archetype && selection.chunk()) {
        zoomed_ = *archetype < context.world.archetype_count() &&
                  *selection.chunk() < context.world.archetype(*archetype).chunk_count();
        if (zoomed_) return ChunkCell{*archetype, *selection.chunk()};
        context.selection.select_archetype(std::nullopt);  // the chunk was freed
        return std::nullopt;
    }
    if (!zoomed_) return std::nullopt;
    const auto location = location_if_alive(context.world, selection.entity());
    zoomed_ = !archetype && location.has_value();
    if (!zoomed_) return std::nullopt;
    return ChunkCell{location->archetype, location->chunk};
}

void ChunksPanel::draw_chunk(const Context& context, ChunkCell place) {
    const Style& style = context.style;
    const ecs::Archetype& archetype = context.world.archetype(place.archetype);
    const bool escape = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) && !ImGui::IsAnyItemActive() &&
                        take_key(context, compat::Key::Escape, false);
    if (button(tr("Back to the map"), {}, name_of(Key::Escape)) || escape) return leave_chunk(context, place.archetype);
    ImGui::SameLine();
    const auto step_to = [&](const char* id, ImGuiDir direction, bool possible, std::size_t chunk_to, const char* hint,
                             const char* why_not) {
        ImGui::BeginDisabled(!possible);
        if (ImGui::ArrowButton(id, direction)) context.selection.select_chunk(place.archetype, chunk_to);
        ImGui::EndDisabled();
        tooltip(possible ? hint : why_not);
        ImGui::SameLine(0, style.px(4));
    };
    step_to("previous", ImGuiDir_Left, place.chunk > 0, place.chunk - 1, tr("The chunk before"),
            tr("This is the first chunk"));
    step_to("next", ImGuiDir_Right, place.chunk + 1 < archetype.chunk_count(), place.chunk + 1, tr("The next chunk"),
            tr("This is the last chunk"));
    next_button(export_label());
    export_menu(context,
                std::array<figures::FigureRequest, 2>{{{figures::FigureKind::Chunk, place.archetype, place.chunk},
                                                       {figures::FigureKind::Table, place.archetype, place.chunk}}});
    {
        const compat::FontScope font(style.mono);
        next_text(style.theme->text, line_about(archetype, place.chunk));
    }
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
    if (choice(style, tr("One archetype"), !all,
               archetype ? "" : tr("Select an entity or an archetype first: its chunks are shown then"),
               tr("The chunks of the selected archetype, or of that of the selected entity")))
        show_all_ = false;
    next_button(tr("All"), style.px(4));
    if (choice(style, tr("All"), all, {}, tr("The chunks of all archetypes"))) show_all_ = true;
    const bool inside =
        !all && looks_inside(context, context.world.archetype(*archetype), ImGui::GetContentRegionAvail());
    if (!inside) {
        same_line_if_fits(2 * (ImGui::GetFrameHeight() + style.px(4)) + button_width(tr("Fit")), style.px(16));
        map_.show_zoom(context);
    }
    same_line_if_fits(std::floor(style.px(24)), style.px(8));
    if (icon_button("##more", style, Icon::More, std::floor(style.px(24)), tr("Over time, histogram, export"), {},
                    true))
        ask_for_more(context, all ? std::nullopt : archetype);
    draw_summary(context, all ? std::nullopt : archetype, inside);
}

void ChunksPanel::ask_for_more(const Context& context, std::optional<ecs::ArchetypeId> archetype) {
    const auto choice_of = [](const char* label, bool& on, std::string why_not, const char* hint) {
        const bool checked = on && why_not.empty();
        return MenuItem{.label = label,
                        .why_not = std::move(why_not),
                        .hint = hint,
                        .checked = checked,
                        .run = [&on](const Context&) { on = !on; }};
    };
    const ecs::ArchetypeId one = archetype.value_or(ecs::no_archetype);
    std::vector<MenuItem> items =
        export_items(context, std::array<figures::FigureRequest, 3>{{{figures::FigureKind::Map, one},
                                                                     {figures::FigureKind::Histogram, one},
                                                                     {figures::FigureKind::Chunk, one}}});
    items.front().begins_group = true;
    items.insert(items.begin(), {choice_of(tr("Over time"), show_timeline_,
                                           context.journal == nullptr ? tr("No journal is attached to this world")
                                           : !timeline_fits_ ? tr("The panel is not high enough for the timeline")
                                                             : "",
                                           tr("Chunks born, filled, drained and given back, tick by tick")),
                                 choice_of(tr("Histogram"), show_histogram_,
                                           histogram_fits_ ? "" : tr("The panel is too narrow for it"),
                                           tr("How full the chunks are"))});
    request_menu(context, PanelAt{}, std::move(items), below_last_item());
}

void ChunksPanel::draw_summary(const Context& context, std::optional<ecs::ArchetypeId> archetype, bool inside) {
    const Style& style = context.style;
    std::string text, shorter, short_one, shortest;
    if (inside) {
        const ecs::Archetype& one = context.world.archetype(*archetype);
        const std::size_t chunk = chunk_to_look_into(context, one);
        text = line_about(one, chunk);
        const std::string which = phrase("chunk {}", format_count(chunk)), rows = rows_text(one.chunk(chunk));
        shorter = which + " · " + rows;
        const ecs::Entity entity = context.selection.entity();
        if (const auto at = location_if_alive(context.world, entity); at && at->archetype == one.id()) {
            const std::string row =
                phrase("{} is row {}", one_line(name_or_id(context.world, entity)), format_count(at->row));
            text = row + " · " + text;
            shorter = row + " · " + shorter;
            short_one = row + " · " + which;
            shortest = row;
        }
    } else if (archetype) {
        const ArchetypeFacts facts = facts_of(context.world.archetype(*archetype));
        shorter = phrase("{} of {} in {}", format_count(facts.entities), format_count(facts.room, "row"),
                         format_count(facts.chunks, "chunk"));
        text = shorter + " · " + format_bytes(facts.bytes);
    } else {
        const ChunkMap& map = map_.map();
        text = phrase("{} in {} of {}", format_count(context.world.entity_count(), "row"),
                      format_count(map.chunk_count(), "chunk"), format_count(map.archetypes_shown(), "archetype"));
        if (map.without_chunks() > 0)
            text += phrase(" · {} hidden",
                           format_count(map.without_chunks(), "empty archetype is", "empty archetypes are"));
    }
    for (std::string* const each : {&shorter, &short_one, &shortest})
        if (each->empty()) *each = shorter.empty() ? text : shorter;
    same_line_if_fits(std::min(ImGui::CalcTextSize(text.c_str()).x, style.px(160)), style.px(16));
    ImGui::AlignTextToFramePadding();
    const ImVec2 at = ImGui::GetCursorPos();
    const float badge_px = badge_width(style, Badge::Exact);
    ImGui::PushStyleColor(ImGuiCol_Text, style.theme->quiet);
    const float room = ImGui::GetContentRegionAvail().x - badge_px - style.px(12);
    const std::string shown = first_that_fits({text, shorter, short_one, shortest}, room);
    clipped_text(shown, room);
    ImGui::PopStyleColor();
    if (shown != text) tooltip(text);
    const Selection& pointed = context.selection;
    if (archetype && pointed.hovered_archetype == *archetype &&
        (!pointed.hovered_chunk ||
         (inside && *pointed.hovered_chunk == chunk_to_look_into(context, context.world.archetype(*archetype))))) {
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        const float out = std::floor(style.px(3));
        compat::add_rect(*ImGui::GetWindowDrawList(), {low.x - out, low.y - out}, {high.x + out, high.y + out},
                         style.theme->text, style.px(3));
    }
    explain(Term::Chunk);
    if (context.mirror == nullptr) {  // of a copy, nothing is exact
        ImGui::SameLine(0, style.px(8));
        ImGui::SetCursorPosY(at.y + ImGui::GetStyle().FramePadding.y);
        badge(style, Badge::Exact, tr("The rows of each chunk follow exactly from the counts of its archetype"));
    }
    if (!archetype) return;
    ImGui::SameLine(0, style.px(16));
    if (ImGui::GetContentRegionAvail().x < style.px(80)) return ImGui::NewLine();  // the inspector has it, too
    ImGui::SetCursorPosY(at.y);
    archetype_label(context, context.world.archetype(*archetype), ImGui::GetContentRegionAvail().x);
}

bool ChunksPanel::looks_inside(const Context& context, const ecs::Archetype& archetype, ImVec2 room) const {
    const Style& style = context.style;
    const bool alone = archetype.chunk_count() == 1;
    if (archetype.chunk_count() == 0 || map_.zoomed_to_rows()) return false;
    return room.y >= style.px(alone || room.x >= style.px(640) ? 120 : 200) && room.x >= style.px(300);
}

std::size_t ChunksPanel::chunk_to_look_into(const Context& context, const ecs::Archetype& archetype) {
    const auto location = location_if_alive(context.world, context.selection.entity());
    return location && location->archetype == archetype.id() ? location->chunk : 0;
}

void ChunksPanel::draw_one_inside(const Context& context, const ecs::Archetype& archetype) {
    const Style& style = context.style;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    if (archetype.chunk_count() > 1 && room.x >= style.px(640)) {
        const float share = archetype.chunk_count() <= few_chunks ? 0.2f : 0.3f;
        const float strip = std::floor(std::clamp(room.x * share, style.px(104), style.px(420)));
        map_.show(context, archetype.id(), {strip, 0}, pointed_tick_);
        ImGui::SameLine();
    } else if (archetype.chunk_count() > 1) {
        map_.show(context, archetype.id(), {0, std::floor(style.px(44))}, pointed_tick_);
    }
    if (compat::begin_child("inside", {0, 0})) view_.show(context, archetype, chunk_to_look_into(context, archetype));
    ImGui::EndChild();
}

void ChunksPanel::draw_map(const Context& context, std::optional<ecs::ArchetypeId> archetype, ImVec2 size) {
    const Style& style = context.style;
    if (compat::begin_child("chunks", size)) {
        if (archetype && context.world.archetype(*archetype).chunk_count() == 0) {
            if (empty_state(style, tr("This archetype has no chunks"),
                            tr("No entity has exactly these components now. The archetype gave its memory back"),
                            tr("Show all chunks")))
                show_all_ = true;
        } else {
            if (archetype && looks_inside(context, context.world.archetype(*archetype), ImGui::GetContentRegionAvail()))
                draw_one_inside(context, context.world.archetype(*archetype));
            else
                map_.show(context, archetype, {0, 0}, pointed_tick_);
            if (const auto chunk = map_.clicked_chunk()) {
                context.selection.select_chunk(chunk->archetype, chunk->chunk);
                zoomed_ = true;
            }
            if (const auto named = map_.clicked_archetype()) {
                context.selection.select_archetype(*named);
                show_all_ = false;
            }
        }
    }
    ImGui::EndChild();
}

void ChunksPanel::draw_histogram(const Context& context, ImVec2 size) {
    const std::optional<ecs::ArchetypeId> of = show_all_ ? std::nullopt : archetype_in_view(context);
    if (occupancy_structure_ != context.world.structure_version() || occupancy_of_ != of) {
        occupancy_structure_ = context.world.structure_version();
        occupancy_of_ = of;
        occupancy_ = {};
        for (ecs::ArchetypeId id = of.value_or(0); id < context.world.archetype_count(); ++id) {
            occupancy_.add(id, facts_of(context.world.archetype(id)));
            if (of) break;
        }
    }
    const ecs::ArchetypeId picked = show_occupancy(context, occupancy_, OccupancyMeasure::Chunks, size);
    if (picked != ecs::no_archetype) context.selection.select_archetype(picked);
}

}  // namespace panels
