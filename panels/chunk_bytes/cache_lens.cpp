#include "panels/chunk_bytes/cache_lens.hpp"

#include <algorithm>
#include <cmath>

#include "panels/base/language.hpp"
#include "panels/widgets/export_menu.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

constexpr double world_every_secs = 0.25;  // while rows come and go

const char* const how_simulated = tr_later(
    "Computed from the system's declaration and the layout. The model assumes that the system visits every row of the "
    "archetypes that have all declared components, without tags, and each byte of their fields. A line of 64 bytes is "
    "fetched as a whole");

std::string lines_and_bytes(const ecs::LineCounts& counts) {
    return phrase("{} of {} in {}", format_bytes(counts.useful_bytes),
                  format_bytes(counts.lines * ecs::cache_line_bytes), format_count(counts.lines, "line"));
}

/// `Useful bytes 37 %`, with the sum that it is a share of.
void useful_share(const Style& style, const char* where, const ecs::LineCounts& counts) {
    {
        const compat::FontScope bold(style.words_bold);
        const std::string share =
            phrase("{}: useful bytes {}", std::string(where), format_percent(counts.useful_share()));
        ImGui::TextUnformatted(share.c_str());
    }
    tooltip(tr("Share of the declared fields in all bytes of their lines"));
    same_line_if_fits(style.px(160), style.px(12));
    quiet_text(style, lines_and_bytes(counts));
}

const char* word_for(ecs::Access access) { return access == ecs::Access::Write ? tr("writes") : tr("reads"); }

}  // namespace

void CacheLens::look_at(const ChunkInView& in) {
    const ecs::Schedule& schedule = in.context.schedule;
    const ecs::System* system = schedule.find(system_);
    if (system == nullptr) {
        // The first system that touches this chunk is the most useful choice.
        for (const ecs::System* other : schedule.systems()) {
            if (system == nullptr) system = other;
            if (!ecs::visits(in.archetype, in.context.world.types(), other->description.accesses)) continue;
            system = other;
            break;
        }
        if (system == nullptr) {
            lights_.clear();
            return;
        }
        system_ = system->description.name;
    }
    const Seen seen{system, &in.archetype, in.block.rows, in.block.block_bytes};
    if (seen != seen_) {
        seen_ = seen;
        chunk_ = ecs::cache_lines_of(in.archetype, {0, in.block.rows}, system->description.accesses);
        ++chunks_examined_;
        lights_.clear();
        for (const ecs::LineUse& line : chunk_.lines) lights_.push_back({line.read_bytes > 0, line.written_bytes > 0});
    }
    const bool moved = world_structure_ != in.context.world.structure_version() &&
                       in.context.time_secs >= world_at_secs_ + world_every_secs;
    if (world_system_ == system && !moved) return;
    world_system_ = system;
    world_structure_ = in.context.world.structure_version();
    world_at_secs_ = in.context.time_secs;
    world_ = ecs::cache_lines_of(in.context.world, system->description.accesses);
    chunks_examined_ += world_.chunks_examined;
}

void CacheLens::show(const ChunkInView& in, const ChunkPointer& pointer, ImVec2 size) {
    if (compat::begin_child("lens", size)) {
        const ecs::System* system = in.context.schedule.find(system_);
        if (system == nullptr) {
            empty_but_for(in.context, tr("No systems"),
                          tr("The lens shows which cache lines a system touches; this world has none"),
                          tr("Show Systems"), "systems");
        } else {
            draw_choice(in);
            draw_chunk(in, pointer);
            draw_columns(in);
            draw_world(in, *system);
        }
    }
    ImGui::EndChild();
}

void CacheLens::draw_choice(const ChunkInView& in) {
    const Style& style = in.context.style;
    const float line = ImGui::GetCursorPosY();
    if (begin_combo("##system", system_, std::min(style.px(180), ImGui::GetContentRegionAvail().x * 0.6f))) {
        for (const ecs::System* system : in.context.schedule.systems()) {
            const bool chosen = selectable(system->description.name.c_str(), system->description.name == system_, 0,
                                           {0, row_height(style)});
            if (!system->description.description.empty())
                tooltip(tr(std::string_view(system->description.description)));
            if (chosen) system_ = system->description.name;
        }
        ImGui::EndCombo();
    }
    tooltip(tr("The system whose cache lines are highlighted"));
    ImGui::SameLine();
    ImGui::SetCursorPosY(line + ImGui::GetStyle().FramePadding.y);
    badge(style, Badge::Simulated, how_simulated);
    ImGui::SameLine();
    ImGui::SetCursorPosY(line);
    const figures::FigureRequest figure{figures::FigureKind::Lines, in.archetype.id(), in.block.position, system_};
    export_menu(in.context, {&figure, 1});
}

void CacheLens::draw_chunk(const ChunkInView& in, const ChunkPointer& pointer) {
    const Style& style = in.context.style;
    if (chunk_.counts.lines == 0)
        return wrapped_text(style.theme->quiet, phrase("{} declares no component with bytes in this chunk", system_));
    useful_share(style, tr("This chunk"), chunk_.counts);
    const ecs::System* system = in.context.schedule.find(system_);
    if (system != nullptr && !ecs::visits(in.archetype, in.context.world.types(), system->description.accesses))
        wrapped_text(style.theme->warn, phrase("This archetype lacks components that {} declares. Its lines are "
                                               "highlighted as if it were visited, but not counted below",
                                               system_));
    // The symbols of the picture, each at its place beside the bytes.
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto key = [&](bool filled, const std::string& words) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float bar = std::floor(style.px(4)), box = std::floor(style.px(14)), height = ImGui::GetTextLineHeight();
        list.AddRectFilled({at.x + bar + 1, at.y + 2}, {at.x + bar + 1 + box, at.y + height - 2}, style.theme->bar);
        const Area mark{{at.x, at.y + 2}, {at.x + bar, at.y + height - 2}};
        if (filled)
            list.AddRectFilled(mark.low, mark.high, style.theme->text);
        else
            outline(list, mark, style.theme->text, 1);
        ImGui::Dummy({box + bar + 1, height});
        ImGui::SameLine(0, style.px(6));
        quiet_text(style, words);
    };
    key(false, phrase("{} read", format_count(chunk_.read_lines)));
    ImGui::SameLine(0, style.px(16));
    key(true, phrase("{} written", format_count(chunk_.written_lines)));
    const std::string untouched = phrase("{} untouched", format_count(chunk_.lines.size() - chunk_.counts.lines));
    same_line_if_fits(ImGui::CalcTextSize(untouched.c_str()).x, style.px(16));
    quiet_text(style, untouched);

    const std::uint32_t row = pointer.row.value_or(in.row_of(in.context.selection.entity()).value_or(0));
    const ecs::System* of = in.context.schedule.find(system_);
    if (of == nullptr || row >= in.block.rows) return;
    const ecs::LineCounts one = ecs::cache_lines_of(in.archetype, {row, row + 1}, of->description.accesses).counts;
    quiet_text(style, phrase("Row {} alone: {}, {} useful", format_count(row), lines_and_bytes(one),
                             format_percent(one.useful_share())));
    tooltip(tr("The cost of visiting a single entity: each of its columns lies in another line"));
    const std::size_t line = pointer.byte ? *pointer.byte / ecs::cache_line_bytes : chunk_.lines.size();
    if (line >= chunk_.lines.size()) return quiet_text(style, tr("Point at a line to see how much of it is used"));
    quiet_text(style,
               phrase("Line {}: {} B read, {} B written, of 64", format_count(line),
                      format_count(chunk_.lines[line].read_bytes), format_count(chunk_.lines[line].written_bytes)));
}

void CacheLens::draw_columns(const ChunkInView& in) const {
    const Style& style = in.context.style;
    if (!ImGui::BeginTable("columns", 4, ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_NoBordersInBody)) return;
    ImGui::TableSetupColumn(tr("Declared"), ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn(tr("Lines"), ImGuiTableColumnFlags_WidthFixed, style.px(56));
    ImGui::TableSetupColumn(tr("Useful"), ImGuiTableColumnFlags_WidthFixed, style.px(64));
    ImGui::TableSetupColumn(tr("Straddle"), ImGuiTableColumnFlags_WidthFixed, style.px(72));
    constexpr const char* lines_hint =
        tr_later("Lines of this chunk that hold some of its bytes; a line that two columns share counts for both");
    const char* hints[] = {tr("What the system declares to read or write"), lines_hint,
                           tr("Share of its fields in the bytes of these lines"),
                           tr("Values that lie in two lines, so that both are fetched for one")};
    header_row(style, hints, 0b1110);
    for (const ecs::ColumnUse& use : chunk_.columns) {
        begin_row(style);
        const ecs::ComponentType& type = in.context.world.types()[use.component];
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float top = std::floor(at.y + (row_height(style) - ImGui::GetTextLineHeight()) / 2);
        component_mark(style, type, list, {at.x + style.px(6), at.y + row_height(style) / 2}, std::floor(style.px(8)));
        draw_text_until(list, {at.x + style.px(18), top}, at.x + ImGui::GetContentRegionAvail().x, style.theme->text,
                        word_for(use.access) + (' ' + std::string(short_name(type.name))));
        if (use.column == ecs::no_column) {
            ImGui::TableNextColumn();
            draw_cell_number(style, type.is_tag() ? tr("tag") : tr("lacks"), style.theme->quiet);
            continue;
        }
        const std::string numbers[] = {format_count(use.counts.lines), format_percent(use.counts.useful_share()),
                                       format_count(use.counts.straddling)};
        for (const std::string& number : numbers) {
            ImGui::TableNextColumn();
            draw_cell_number(style, number, style.theme->text);
        }
    }
    ImGui::EndTable();
}

void CacheLens::draw_world(const ChunkInView& in, const ecs::System& system) const {
    const Style& style = in.context.style;
    ImGui::Spacing();
    if (world_.archetypes == 0) {
        wrapped_text(style.theme->quiet, phrase("No archetype with rows has all components that {} declares, so there "
                                                "are no numbers for the whole world",
                                                system_));
    } else {
        useful_share(style, tr("World"), world_.counts);
        quiet_text(style, phrase("{} in {} of {}, {} of {} straddle", format_count(world_.rows, "row"),
                                 format_count(world_.chunks, "chunk"), format_count(world_.archetypes, "archetype"),
                                 format_count(world_.counts.straddling), format_count(world_.counts.fields, "value")));
    }
    ImGui::Spacing();
    if (system.stats.runs == 0) return quiet_text(style, tr("It has not run yet, so there is no time to show"));
    badge(style, Badge::Measured, tr("Measured over the system's last run. It does not apply to single lines"));
    ImGui::SameLine();
    quiet_text(style, phrase("last run {}, mean of {}: {}", format_micros(system.stats.last_secs * 1e6),
                             format_count(system.stats.runs), format_micros(system.stats.mean_secs() * 1e6)));
}

}  // namespace panels
