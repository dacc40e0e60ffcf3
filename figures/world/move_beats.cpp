#include <algorithm>
#include <array>

#include "figures/drawing/beat_text.hpp"

#include "ecs/base/language.hpp"
#include "figures/drawing/csv.hpp"
#include "figures/drawing/format.hpp"
#include "figures/drawing/page.hpp"
#include "figures/drawing/value_text.hpp"
#include "figures/world/figure_parts.hpp"

namespace figures {

namespace {

using ecs::BeatKind;

constexpr std::array<std::string_view, 9> kind_names{
    "make room", "lift", "copy id", "copy column", "new column", "drop column", "fill hole", "give back", "shrink"};
constexpr double words_width = 620, place_width = 220, beat_row_max = 46, row_min = 23;

std::string short_place_text(const ecs::Location& place) {
    return place.archetype == ecs::no_archetype ? std::string("–")
                                                : format_count(place.chunk) + ":" + format_count(place.row);
}

Fill look_of(const ecs::Beat& beat) {
    if (beat.component != ecs::no_component) return fill_of(ecs::ByteRole::Field, beat.component);
    if (beat.kind == BeatKind::CopyId) return fill_of(ecs::ByteRole::Entity);
    // Whole rows: of the one that fills the hole, or of a block that grows or shrinks.
    return beat.kind == BeatKind::FillHole ? fill_of(ecs::ByteRole::Field) : fill_of(ecs::ByteRole::Header);
}

std::string archetype_words(const ecs::World& world, ecs::ArchetypeId id) {
    return id == ecs::no_archetype ? std::string("nowhere") : "[" + telling_name(world, world.archetype(id)) + "]";
}

Drawing draw_move(const ecs::World& world, const ecs::Operation& operation, std::string_view source) {
    const std::vector<ecs::Beat> beats = ecs::beats_of(world, operation);
    const ecs::StructuralChange& main = operation.main();
    Page page(change_title(world, main) + ", beat by beat",
              format_bytes_exact(operation.bytes_copied()) + " copied in " + format_count(beats.size(), "beat") +
                  ", tick " + format_count(main.tick) + ", by " + std::string(world.cause_name(main.cause)) +
                  ": from " + archetype_words(world, main.from.archetype) + " to " +
                  archetype_words(world, main.to.archetype),
              source, world.tick(), {{Evidence::Exact, "places and bytes are what the journal says of this change"}});
    page.add_legend(
        {{fill_of(ecs::ByteRole::Entity), "bytes of the id"},
         {fill_of(ecs::ByteRole::Field), "bytes of a value, in its colour, or of the row that fills the hole"},
         {fill_of(ecs::ByteRole::Header), "bytes of a whole block"}});
    const Area room = page.room();
    constexpr double heading = 26;
    page.begin_group("heading");
    page.add_text(room.x, room.y + 14, "beat", 14, {Tone::Quiet});
    page.add_text(room.x + words_width + place_width, room.y + 14, "chunk:row", 14, {Tone::Quiet}, Anchor::Right);
    page.add_text(room.x + words_width + place_width + 24, room.y + 14, "bytes copied", 14, {Tone::Quiet});

    // What does not fit stands in one row together.
    const auto fit = static_cast<std::size_t>((room.height - heading) / row_min);
    const std::size_t shown = beats.size() <= fit ? beats.size() : fit - 1, rows = std::min(beats.size(), fit);
    const double row =
        std::min(beat_row_max, (room.height - heading) / static_cast<double>(std::max<std::size_t>(rows, 1)));
    std::uint64_t most = 1, rest = 0;
    for (std::size_t i = 0; i < shown; ++i) most = std::max<std::uint64_t>(most, beats[i].bytes);
    for (std::size_t i = shown; i < beats.size(); ++i) rest += beats[i].bytes;
    most = std::max(most, rest);
    const double bar_x = room.x + words_width + place_width + 24, bar_width = room.right() - bar_x - 80;
    const auto add_bar = [&](double y, std::uint64_t bytes, const Fill& fill, std::string_view role) {
        const double width = bar_width * as_double(bytes) / as_double(most);
        if (bytes > 0)
            page.add(Box{.x = bar_x,
                         .y = y + row * 0.25,
                         .width = width,
                         .height = row * 0.5,
                         .fill = fill,
                         .edge = {Tone::Text},
                         .note = format_bytes_exact(bytes),
                         .bytes = BoxBytes{.count = bytes, .role = role}});
        page.add_text(bar_x + (bytes > 0 ? width + 8 : 0), y + row / 2 + 5, format_bytes(bytes), 14,
                      {bytes > 0 ? Tone::Text : Tone::Quiet}, Anchor::Left, Face::Mono);
    };
    const auto add_words = [&](double y, const std::string& words) {
        const std::vector<std::string> lines = wrapped(words, words_width - 48, 14, row >= 40 ? 2 : 1);
        for (std::size_t line = 0; line < lines.size(); ++line)
            page.add_text(
                room.x + 40,
                y + row / 2 + 5 + (static_cast<double>(line) - static_cast<double>(lines.size() - 1) / 2) * 17,
                lines[line], 14);
    };
    for (std::size_t i = 0; i < shown; ++i) {
        const double y = room.y + heading + static_cast<double>(i) * row;
        page.begin_group("beat-" + std::to_string(i + 1));
        page.add_line(room.x, y, room.right(), y, {Tone::Line});
        page.add_text(room.x + 20, y + row / 2 + 5, std::to_string(i + 1), 15, {Tone::Text}, Anchor::Right, Face::Bold);
        add_words(y, beat_text(world, beats[i]));
        page.add_text(room.x + words_width + place_width, y + row / 2 + 5,
                      short_place_text(beats[i].from) + " → " + short_place_text(beats[i].to), 14, {Tone::Text},
                      Anchor::Right, Face::Mono);
        add_bar(y, beats[i].bytes, look_of(beats[i]), kind_names[static_cast<std::size_t>(beats[i].kind)]);
    }
    if (shown < beats.size()) {
        const double y = room.y + heading + static_cast<double>(shown) * row;
        page.begin_group("the-others");
        page.add_line(room.x, y, room.right(), y, {Tone::Line});
        add_words(y, "and " + format_count(beats.size() - shown, "beat") + " more together");
        add_bar(y, rest, fill_of(ecs::ByteRole::Field), "the others");
    }
    return page.take();
}

std::string move_csv(const ecs::World& world, const ecs::Operation& operation) {
    CsvWriter csv(
        "beat,kind,component,entity,from_archetype,from_chunk,from_row,to_archetype,to_chunk,to_row,bytes,what,"
        "kind_of_number");
    const auto number = [](const ecs::Location& place, std::uint64_t value) {
        return place.archetype == ecs::no_archetype ? std::string() : std::to_string(value);
    };
    std::size_t count = 0;
    for (const ecs::Beat& beat : ecs::beats_of(world, operation))
        csv.line(++count, kind_names[static_cast<std::size_t>(beat.kind)],
                 beat.component == ecs::no_component ? std::string_view() : world.types()[beat.component].name,
                 beat.entity ? ecs::to_string(beat.entity) : std::string(), number(beat.from, beat.from.archetype),
                 number(beat.from, beat.from.chunk), number(beat.from, beat.from.row),
                 number(beat.to, beat.to.archetype), number(beat.to, beat.to.chunk), number(beat.to, beat.to.row),
                 beat.bytes, beat_text(world, beat), std::string_view("exact"));
    return csv.take();
}

std::string why_no_move(const Subject& subject, const FigureRequest& request) {
    if (!request.operation) return "there is no structural change to show: run some ticks, or edit";
    for (const ecs::StructuralChange& change : request.operation->changes) {
        for (const ecs::ArchetypeId id : {change.from.archetype, change.to.archetype})
            if (id != ecs::no_archetype && id >= subject.world.archetype_count())
                return "the change is of another world";
        if (change.kind == ecs::ChangeKind::Restored) return "the whole world was put back at once: no row moved";
    }
    return {};
}

}  // namespace

FigureDescriptor move_figure() {
    return {
        .kind = FigureKind::Move,
        .name = "move",
        .label = ecs::tr_later("This change, beat by beat"),
        .needs_ticks = true,
        .why_not = why_no_move,
        .draw = [](const Subject& subject, const FigureRequest& request,
                   std::string_view source) { return draw_move(subject.world, *request.operation, source); },
        .csv = [](const Subject& subject,
                  const FigureRequest& request) { return move_csv(subject.world, *request.operation); },
    };
}

}  // namespace figures
