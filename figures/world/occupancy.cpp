#include "figures/world/occupancy.hpp"

#include "ecs/base/language.hpp"

#include <algorithm>

#include "figures/drawing/csv.hpp"
#include "figures/drawing/format.hpp"
#include "figures/drawing/page.hpp"
#include "figures/world/figure_parts.hpp"

namespace figures {

namespace {

std::size_t chunks_of(const std::vector<OccupancyBin>& bins) {
    std::size_t chunks = 0;
    for (const OccupancyBin& bin : bins) chunks += bin.chunks;
    return chunks;
}

constexpr std::size_t full_bin = occupancy_bin_count - 1;

}  // namespace

std::size_t occupancy_bin(std::uint64_t rows, std::uint64_t capacity) {
    if (rows == 0) return 0;
    if (rows >= capacity) return full_bin;
    // In whole numbers, rounded up to the next percent: a bin is the same on every machine.
    const std::uint64_t percent = (rows * 100 + capacity - 1) / capacity;
    return static_cast<std::size_t>((std::min<std::uint64_t>(percent, 99) + 9) / 10);
}

std::string occupancy_bin_name(std::size_t bin) {
    if (bin == 0) return ecs::tr("empty");
    if (bin == full_bin) return ecs::tr("full");
    return std::to_string(bin * 10 - 9) + "–" + std::to_string(bin == 10 ? 99 : bin * 10) + " %";
}

namespace {

Drawing draw_histogram(const ecs::World& world, const ecs::Archetype* archetype, std::string_view source) {
    const std::vector<OccupancyBin> bins = occupancy_bins(world, archetype);
    std::uint64_t rows = 0, capacity = 0, most = 1;
    for (const OccupancyBin& bin : bins) {
        rows += bin.rows;
        capacity += bin.capacity;
        most = std::max(most, bin.chunks);
    }
    Page page("How full the chunks are",
              (archetype ? telling_name(world, *archetype) + ": " : "All archetypes: ") +
                  format_count(chunks_of(bins), "chunk") + " with " + format_count(rows) + " of " +
                  format_count(capacity, "row") + " in use (" + percent_of(rows, capacity) + ")",
              source, world.tick());
    page.add_legend(
        {{fill_of(ecs::ByteRole::Field), "rows in use"}, {fill_of(ecs::ByteRole::Unused), "rows not in use"}});
    const Area room = page.room();
    const double base = room.bottom() - 48, high = base - room.y - 30;
    const double slot = room.width / static_cast<double>(bins.size()), width = slot * 0.72;
    for (std::size_t i = 0; i < bins.size(); ++i) {
        const OccupancyBin& bin = bins[i];
        const double x = room.x + slot * static_cast<double>(i) + (slot - width) / 2, middle = x + width / 2;
        const double tall = high * as_double(bin.chunks) / as_double(most);
        const double used = bin.capacity == 0 ? 0 : tall * as_double(bin.rows) / as_double(bin.capacity);
        page.begin_group("bin-" + std::to_string(i));
        const std::string note = bin.words + ": " + format_count(bin.chunks, "chunk");
        if (used > 0)
            page.add(Box{.x = x,
                         .y = base - used,
                         .width = width,
                         .height = used,
                         .fill = fill_of(ecs::ByteRole::Field),
                         .note = note});
        if (tall > used)
            page.add(Box{.x = x,
                         .y = base - tall,
                         .width = width,
                         .height = tall - used,
                         .fill = fill_of(ecs::ByteRole::Unused),
                         .note = note});
        if (tall > 0) page.add(Box{.x = x, .y = base - tall, .width = width, .height = tall, .edge = {Tone::Text}});
        page.add_text(middle, base - tall - 9, format_count(bin.chunks), 17,
                      {bin.chunks == 0 ? Tone::Quiet : Tone::Text}, Anchor::Middle, Face::Mono);
        page.add_text(middle, base + 22, bin.words, 15, {Tone::Text}, Anchor::Middle);
        if (bin.chunks > 0)
            page.add_text(middle, base + 42, format_bytes(bin.bytes), 13, {Tone::Quiet}, Anchor::Middle);
    }
    page.begin_group("axis");
    page.add_line(room.x, base, room.right(), base, {Tone::Text}, 1.5);
    return page.take();
}

std::string histogram_csv(const ecs::World& world, const ecs::Archetype* archetype) {
    CsvWriter csv("full,chunks,rows,capacity,bytes");
    for (const OccupancyBin& bin : occupancy_bins(world, archetype))
        csv.line(bin.words, bin.chunks, bin.rows, bin.capacity, bin.bytes);
    return csv.take();
}

}  // namespace

FigureDescriptor histogram_figure() {
    return {
        .kind = FigureKind::Histogram,
        .name = "histogram",
        .label = ecs::tr_later("How full the chunks are"),
        .scope = FigureScope::Any,
        .why_not = why_no_chunks,
        .draw =
            [](const Subject& subject, const FigureRequest& request, std::string_view source) {
                return draw_histogram(subject.world, archetype_of(subject, request), source);
            },
        .csv =
            [](const Subject& subject, const FigureRequest& request) {
                return histogram_csv(subject.world, archetype_of(subject, request));
            },
    };
}

}  // namespace figures
