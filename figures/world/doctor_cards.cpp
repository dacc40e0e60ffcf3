#include <algorithm>

#include "ecs/base/language.hpp"
#include "ecs/diagnose/doctor.hpp"
#include "figures/drawing/csv.hpp"
#include "figures/drawing/format.hpp"
#include "figures/drawing/page.hpp"
#include "figures/world/figure_parts.hpp"

namespace figures {

namespace {

constexpr std::size_t max_cards = 8, card_columns = 2;
constexpr double card_gap = 16, padding = 12;

std::uint64_t wasted_of(const std::vector<ecs::Finding>& findings, std::size_t first = 0) {
    std::uint64_t wasted = 0;
    for (std::size_t i = first; i < findings.size(); ++i) wasted += findings[i].wasted_bytes;
    return wasted;
}

struct Card {
    std::string title, kind, cause, remedy;
    std::uint64_t wasted = 0;
};

void add_card(Page& page, const Card& card, std::uint64_t most, Area area) {
    page.add(Box{.x = area.x, .y = area.y, .width = area.width, .height = area.height, .edge = {Tone::Line}});
    const double left = area.x + padding, width = area.width - 2 * padding;
    const std::string wasted = format_bytes(card.wasted) + " wasted";
    const double wasted_width = text_width(wasted, 15, Face::Bold);
    const std::string title = fitted(card.title, width - wasted_width - 80, 16, Face::Bold);
    page.add_text(left, area.y + 21, title, 16, {Tone::Text}, Anchor::Left, Face::Bold);
    page.add_text(left + text_width(title, 16, Face::Bold) + 10, area.y + 21, card.kind, 14, {Tone::Quiet});
    page.add_text(left + width, area.y + 21, wasted, 15, {Tone::Text}, Anchor::Right, Face::Bold);
    page.add(Box{.x = left,
                 .y = area.y + 28,
                 .width = width * as_double(card.wasted) / as_double(most),
                 .height = 7,
                 .fill = {{Tone::Paper}, Pattern::Hatch, {Tone::Text}},
                 .edge = {Tone::Text},
                 .note = format_bytes_exact(card.wasted),
                 .bytes = BoxBytes{.count = card.wasted, .role = "wasted"}});
    double y = area.y + 51;
    for (const std::string& line : wrapped(card.cause, width, 13, 2)) {
        page.add_text(left, y, line, 13);
        y += 16;
    }
    y += 3;
    for (const std::string& line : wrapped(card.remedy, width, 13, 2)) {
        page.add_text(left, y, line, 13, {Tone::Quiet});
        y += 16;
    }
}

Drawing draw_doctor(const Subject& subject, std::string_view source) {
    const ecs::World& world = subject.world;
    const std::vector<ecs::Finding> findings = ecs::diagnose(world, *subject.schedule);
    const std::uint64_t wasted = wasted_of(findings);
    Page page("What fragments the memory",
              findings.empty() ? format_bytes(world.blocks().bytes_in_use()) + " of chunks, and none of the " +
                                     std::to_string(ecs::shape_count) + " shapes of fragmentation"
                               : format_count(findings.size(), "finding") + ", " + format_bytes(wasted) +
                                     " wasted; chunks take " + format_bytes(world.blocks().bytes_in_use()),
              source, world.tick(),
              {{Evidence::Exact, findings.empty() ? "nothing is left out: the whole world was looked at"
                                                  : "wasted bytes are counted; a cause is certain (now) or likely"}});
    if (findings.empty()) {
        const Area room = page.room();
        page.begin_group("healthy");
        page.add_text(room.x + room.width / 2, room.y + room.height / 2,
                      "No problems found in " + format_bytes(world.blocks().bytes_reserved()), 24, {Tone::Text},
                      Anchor::Middle, Face::Bold);
        return page.take();
    }
    page.add_legend({{{{Tone::Paper}, Pattern::Hatch, {Tone::Text}}, "wasted bytes, all bars to one scale"},
                     {{}, "above: the cause; below it, quieter: what would fix it"}});
    const Area room = page.room();
    const std::size_t shown = findings.size() > max_cards ? max_cards - 1 : findings.size();
    const std::size_t cards = shown + (shown < findings.size() ? 1 : 0),
                      rows = (cards + card_columns - 1) / card_columns;
    std::uint64_t most = std::max<std::uint64_t>(1, wasted_of(findings, shown));
    for (const ecs::Finding& finding : findings) most = std::max(most, finding.wasted_bytes);
    const double width = (room.width - card_gap * (card_columns - 1)) / card_columns;
    const double height =
        std::min(128.0, (room.height - card_gap * static_cast<double>(rows - 1)) / static_cast<double>(rows));
    const auto area_of = [&](std::size_t i) {
        return Area{room.x + static_cast<double>(i % card_columns) * (width + card_gap),
                    room.y + static_cast<double>(i / card_columns) * (height + card_gap), width, height};
    };
    for (std::size_t i = 0; i < shown; ++i) {
        const ecs::Finding& finding = findings[i];
        page.begin_group("finding-" + std::to_string(i + 1));
        add_card(page,
                 {std::string(ecs::title_of(finding.shape)), std::string(ecs::name_of(finding.confidence)),
                  finding.cause, finding.remedy, finding.wasted_bytes},
                 most, area_of(i));
    }
    if (shown < findings.size()) {
        page.begin_group("the-others");
        add_card(page,
                 {"The other " + format_count(findings.size() - shown, "finding"),
                  {},
                  "There is no room for them here; the CSV has each",
                  {},
                  wasted_of(findings, shown)},
                 most, area_of(shown));
    }
    return page.take();
}

std::string doctor_csv(const Subject& subject) {
    CsvWriter csv("shape,confidence,wasted_bytes,archetypes,components,mendable,cause,remedy,kind_of_number");
    for (const ecs::Finding& finding : ecs::diagnose(subject.world, *subject.schedule)) {
        std::string archetypes, components;
        for (const ecs::ArchetypeId id : finding.archetypes)
            archetypes += (archetypes.empty() ? "" : " ") + std::to_string(id);
        for (const ecs::ComponentId id : finding.components)
            components.append(components.empty() ? "" : " ").append(subject.world.types()[id].name);
        csv.line(ecs::name_of(finding.shape), ecs::name_of(finding.confidence), finding.wasted_bytes, archetypes,
                 components, std::string_view(finding.mendable() ? "yes" : "no"), finding.cause, finding.remedy,
                 std::string_view("exact"));
    }
    return csv.take();
}

std::string why_no_doctor(const Subject& subject, const FigureRequest&) {
    return subject.schedule ? "" : "the doctor asks which systems there are";
}

}  // namespace

FigureDescriptor doctor_figure() {
    return {
        .kind = FigureKind::Doctor,
        .name = "doctor",
        .label = ecs::tr_later("What fragments the memory"),
        .why_not = why_no_doctor,
        .draw = [](const Subject& subject, const FigureRequest&,
                   std::string_view source) { return draw_doctor(subject, source); },
        .csv = [](const Subject& subject, const FigureRequest&) { return doctor_csv(subject); },
    };
}

}  // namespace figures
