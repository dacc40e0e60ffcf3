#include "panels/chunk_bytes/chunk_view.hpp"
#include "panels/base/language.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace panels {

namespace {

struct ChunkViewName {
    ChunkView::Kind kind;
    const char* setting;
    const char* label;
    const char* hint;
};
constexpr std::array<ChunkViewName, 3> chunk_view_names{{
    {ChunkView::Kind::Bytes, "bytes", tr_later("Bytes"),
     tr_later("Every byte of the chunk: zoom in to read digits and values, and edit them")},
    {ChunkView::Kind::FromTable, "from_table", tr_later("How it is stored"),
     tr_later("How a table of rows becomes these bytes, step by step")},
    {ChunkView::Kind::CacheLines, "cache_lines", tr_later("Cache lines"),
     tr_later("Which lines of 64 bytes a system touches, and how much of them it uses")},
}};

}  // namespace

std::string ChunkView::save_settings() const {
    std::string line;
    for (const ChunkViewName& name : chunk_view_names)
        if (name.kind == kind_ && kind_ != Kind::Bytes) line = name.setting;
    if (!lens_.system().empty()) line.append(line.empty() ? "" : " ").append(system_key).append(lens_.system());
    return line;
}

void ChunkView::load_settings(std::string_view line) {
    const std::size_t system = line.find(system_key);
    lens_.choose(system == std::string_view::npos ? "" : std::string(line.substr(system + system_key.size())));
    line = line.substr(0, system);
    kind_ = Kind::Bytes;
    for (const ChunkViewName& name : chunk_view_names)
        if (line.find(name.setting) != std::string_view::npos) kind_ = name.kind;
}

void ChunkView::show(const Context& context, const ecs::Archetype& archetype, std::size_t chunk) {
    const ChunkInView in{context, archetype, chunk, archetype.chunk(chunk)};
    pointer_.begin(in);
    runs_ = runs_of(archetype, chunk);
    draw_bar(in);
    if (kind_ == Kind::FromTable) return table_to_bytes_.show(in, runs_, pointer_);
    if (kind_ == Kind::CacheLines) lens_.look_at(in);
    const std::span<const LineLight> lights = kind_ == Kind::CacheLines ? lens_.lights() : std::span<const LineLight>();

    const Style& style = context.style;
    const ImVec2 room = ImGui::GetContentRegionAvail(), gap = ImGui::GetStyle().ItemSpacing;
    if (room.x >= style.px(600)) {
        const float side = std::floor(std::clamp(room.x * 0.36f, style.px(220), style.px(560)));
        draw_bytes(in, lights, {room.x - side - gap.x, 0});
        ImGui::SameLine();
        draw_beside(in, {side, 0});
    } else if (kind_ == Kind::Bytes && room.y < style.px(300)) {
        draw_bytes(in, lights, {0, 0});  // the rows find no room
    } else {
        draw_bytes(in, lights, {0, std::floor(room.y * 0.55f)});
        draw_beside(in, {0, 0});
    }
}

bool ChunkView::names_fit(float width, const Style& style) const {
    return kind_ == Kind::Bytes && width >= ByteNames::width(style) + style.px(220);
}

void ChunkView::draw_bytes(const ChunkInView& in, std::span<const LineLight> lights, ImVec2 size) {
    const Style& style = in.context.style;
    const float width = size.x > 0 ? size.x : ImGui::GetContentRegionAvail().x;
    const bool named = named_ && names_fit(width, style);
    if (compat::begin_child("bytes and names", size)) {
        microscope_.show(in, runs_, pointer_, lights, {named ? width - ByteNames::width(style) : 0, 0});
        const bool can = ByteNames::can_name(microscope_.grid(), microscope_.camera().canvas());
        if (named && can) names_.show(in, runs_, microscope_.grid(), microscope_.camera().canvas(), pointer_);
        // Else the legend stands above, from the next frame on. Beside names the block may need more strips than alone:
        // then they are not tried again in this room.
        const Refused room{width, in.block.block_bytes};
        const bool whole = microscope_.camera().level() <= 0;  // zoomed in, nothing else moves
        if (named && !can && whole) refused_ = room;
        if (whole)
            named_ = can && names_fit(width, style) && !(refused_.width == room.width && refused_.bytes == room.bytes);
    }
    ImGui::EndChild();
}

void ChunkView::draw_beside(const ChunkInView& in, ImVec2 size) {
    if (kind_ == Kind::CacheLines)
        lens_.show(in, pointer_, size);
    else
        rows_.show(in, pointer_, size);
}

void ChunkView::draw_bar(const ChunkInView& in) {
    const Style& style = in.context.style;
    for (const ChunkViewName& name : chunk_view_names) {
        if (choice(style, tr(name.label), kind_ == name.kind, {}, tr(name.hint))) kind_ = name.kind;
        ImGui::SameLine(0, style.px(4));
    }
    ImGui::SameLine(0, style.px(12));
    if (kind_ != Kind::FromTable) {
        const bool whole = microscope_.camera().level() <= 0;
        if (button(tr("Fit"), whole ? tr("The whole chunk is shown. The wheel zooms, dragging moves") : "",
                   tr("Shows the whole chunk again, as a double click beside values does")))
            microscope_.fit();
        ImGui::SameLine(0, style.px(12));
    }
    if (named_ && kind_ == Kind::Bytes) return ImGui::NewLine();
    if (ImGui::GetContentRegionAvail().x < style.px(160)) ImGui::NewLine();
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ImGui::GetStyle().FramePadding.y);
    legend_.show(in, runs_, pointer_, kind_ == Kind::FromTable ? 0 : microscope_.dimmed());
}

}  // namespace panels
