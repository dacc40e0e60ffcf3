#include "panels/archetypes/occupancy.hpp"

#include <algorithm>
#include <cmath>

#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/language.hpp"
#include "panels/base/patterns.hpp"

namespace panels {

namespace {

constexpr std::size_t full_bin = occupancy_bin_count - 1;

void add_chunks(OccupancyBin& bin, ecs::ArchetypeId archetype, std::uint64_t chunks, std::uint64_t rows,
                std::uint64_t bytes, std::uint64_t waste) {
    if (chunks == 0) return;
    bin.chunks += chunks;
    bin.rows += rows;
    bin.bytes += bytes;
    bin.waste += waste;
    ++bin.archetypes;
    OccupancyBin::Share share{archetype, chunks, waste};
    for (OccupancyBin::Share& other : bin.worst)
        if (other.chunks == 0 || share.waste > other.waste) std::swap(share, other);
}

void bin_tooltip(const Context& context, const OccupancyBin& bin, std::size_t position, const Area& column) {
    const Style& style = context.style;
    const Tooltip shown(column);
    if (!shown) return;
    const std::string name = occupancy_bin_name(position);
    ImGui::TextUnformatted(
        ((position == 0 || position == full_bin ? tr("Chunks that are ") : tr("Chunks filled ")) + name).c_str());
    quiet_text(style, phrase("{} with {} of {}", format_count(bin.chunks, "chunk"), format_count(bin.rows, "row"),
                             format_count(bin.archetypes, "archetype")));
    quiet_text(style, phrase("{}, {} of it waste", format_bytes(bin.bytes), format_bytes(bin.waste)));
    for (const OccupancyBin::Share& share : bin.worst) {
        if (share.chunks == 0) break;
        mono_text(style, phrase("{} in {}", format_bytes(share.waste), format_count(share.chunks, "chunk")));
        ImGui::SameLine();
        archetype_label(context, context.world.archetype(share.archetype), style.px(260));
    }
    if (bin.archetypes > bin.worst.size())
        quiet_text(style, format_count(bin.archetypes - bin.worst.size(), "more archetype"));
    if (bin.chunks > 0) quiet_text(style, tr("Click selects the first of these"));
}

}  // namespace

void Occupancy::add(ecs::ArchetypeId archetype, const ArchetypeFacts& facts) {
    if (facts.chunks == 0 || facts.room == 0) return;
    const std::uint64_t capacity = facts.room / facts.chunks, block = facts.bytes / facts.chunks;
    const std::uint64_t headers = facts.chunks * ecs::Chunk::header_bytes;
    const std::uint64_t row_bytes = facts.entities == 0 ? 0 : (facts.used_bytes - headers) / facts.entities;
    const auto waste = [&](std::uint64_t chunks, std::uint64_t rows) {
        return chunks * (block - ecs::Chunk::header_bytes) - rows * row_bytes;
    };
    const std::uint64_t full = facts.entities / capacity, rest = facts.entities % capacity;
    add_chunks(bins[full_bin], archetype, full, full * capacity, full * block, waste(full, full * capacity));
    const std::uint64_t last = rest > 0 ? 1 : 0;
    add_chunks(bins[occupancy_bin(rest, capacity)], archetype, last, rest, last * block, waste(last, rest));
    const std::uint64_t empty = facts.chunks - full - last;
    add_chunks(bins[0], archetype, empty, 0, empty * block, waste(empty, 0));
}

ecs::ArchetypeId show_occupancy(const Context& context, const Occupancy& occupancy, OccupancyMeasure measure,
                                ImVec2 size) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    const auto number = [&](std::size_t bin) {
        return measure == OccupancyMeasure::Chunks ? occupancy.bins[bin].chunks : occupancy.bins[bin].waste;
    };
    std::uint64_t largest = 1;
    for (std::size_t bin = 0; bin < occupancy_bin_count; ++bin) largest = std::max(largest, number(bin));

    const ImVec2 at = ImGui::GetCursorScreenPos();
    invisible_button("##occupancy", {std::max(size.x, 1.0f), std::max(size.y, 1.0f)});
    const bool hovered = ImGui::IsItemHovered(), clicked = ImGui::IsItemClicked();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float line = ImGui::GetTextLineHeight(), gap = std::floor(style.px(4));
    const float step = size.x / static_cast<float>(occupancy_bin_count);
    const float base = at.y + size.y - line - gap, top = at.y + line + gap;
    const bool short_names = step < ImGui::CalcTextSize("91–99 %").x + gap;
    list.AddRectFilled({at.x, base}, {at.x + size.x, base + 1}, theme.line);
    ecs::ArchetypeId picked = ecs::no_archetype;
    for (std::size_t bin = 0; bin < occupancy_bin_count; ++bin) {
        const OccupancyBin& of = occupancy.bins[bin];
        const float left = std::floor(at.x + static_cast<float>(bin) * step);
        const float right = std::floor(at.x + static_cast<float>(bin + 1) * step) - gap;
        const Area column{{left, at.y}, {right, at.y + size.y}};
        const bool pointed = hovered && column.contains(ImGui::GetMousePos());
        if (pointed) list.AddRectFilled(column.low, column.high, theme.raised);
        const double share = static_cast<double>(number(bin)) / static_cast<double>(largest);
        float high = std::floor(static_cast<float>(share) * (base - top));
        if (number(bin) > 0) high = std::max(high, 2.0f);
        const Area bar{{left, base - high}, {right, base}};
        // The unused part is dotted, as everywhere.
        if (bin == 0 || measure == OccupancyMeasure::Waste) {
            list.AddRectFilled(bar.low, bar.high, faded(theme.quiet, 0.2f));
            dots(list, bar, theme.quiet, style.px(4));
        } else {
            list.AddRectFilled(bar.low, bar.high, theme.bar);
        }
        std::string name = occupancy_bin_name(bin);
        if (short_names && bin > 0 && bin < full_bin) name = std::to_string(bin * 10 - 9);
        draw_text_until(list, {left, base + gap}, right + gap, theme.quiet, name);
        if (number(bin) > 0) {
            const std::string text =
                measure == OccupancyMeasure::Chunks ? format_count(number(bin)) : format_bytes(number(bin));
            const compat::FontScope font(style.mono);
            draw_text_until(list, {left, base - high - line - 1}, right + gap, theme.text, text);
        }
        if (!pointed) continue;
        bin_tooltip(context, of, bin, column);
        if (clicked && of.chunks > 0) picked = of.worst[0].archetype;
    }
    return picked;
}

}  // namespace panels
