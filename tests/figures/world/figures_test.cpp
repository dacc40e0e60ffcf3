#include "figures/world/figure_parts.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "catch.hpp"
#include "ecs/diagnose/cache_lines.hpp"
#include "ecs/diagnose/doctor.hpp"
#include "ecs/diagnose/layout_rules.hpp"
#include "figures/drawing/svg.hpp"
#include "figures/support/busy_world.hpp"
#include "figures/support/csv_reader.hpp"
#include "figures/support/svg_reader.hpp"

namespace figures_test {

using figures::FigureKind;

namespace {

test::Element read_back(const figures::Drawing& drawing) {
    return test::read_xml(figures::to_svg(drawing, figures::Theme::Light));
}

bool any_text(const test::Element& root, const std::string& words) {
    const auto texts = root.all("text");
    return std::any_of(texts.begin(), texts.end(),
                       [&](const auto* text) { return text->text.find(words) != std::string::npos; });
}

}  // namespace

TEST_CASE("Figure of lines: each cell is a line, and its parts are as wide as the model's bytes", "[figures][figure]") {
    const test::FigureWorld f;
    const ecs::Archetype& archetype = f.archetype(f.movers);
    const ecs::ChunkUse use =
        ecs::cache_lines_of(archetype, {0, archetype.chunk(2).rows}, f.schedule.find("Movement")->description.accesses);
    const test::Element root = read_back(f.draw(FigureKind::Lines, f.movers, 2));
    std::map<std::uint64_t, std::map<std::string, const test::Element*>> lines;
    const auto boxes = test::byte_boxes(root);
    for (const test::Element* box : boxes)
        lines[std::stoull(box->attributes.at("data-offset"))][box->attributes.at("data-role")] = box;
    REQUIRE(lines.size() == use.lines.size());
    CHECK(test::bytes_of(boxes) == archetype.layout().block_bytes);
    CHECK(test::bytes_of(boxes, "read") + test::bytes_of(boxes, "written") == use.counts.useful_bytes);
    CHECK(test::bytes_of(boxes, "untouched") == (use.lines.size() - use.counts.lines) * ecs::cache_line_bytes);
    const double byte_width = boxes.front()->number("width") / boxes.front()->number("data-bytes");
    for (std::size_t line = 0; line < use.lines.size(); ++line) {
        const auto& parts = lines.at(line * ecs::cache_line_bytes);
        const auto bytes = [&](const char* role) {
            return parts.count(role) ? std::stoul(parts.at(role)->attributes.at("data-bytes")) : 0;
        };
        REQUIRE(bytes("read") == use.lines[line].read_bytes);
        REQUIRE(bytes("written") == use.lines[line].written_bytes);
        for (const auto& [role, box] : parts)
            REQUIRE(box->number("width") == Approx(box->number("data-bytes") * byte_width).margin(0.002));
    }
    CHECK(any_text(root, "SIMULATED"));
    CHECK_FALSE(any_text(root, "EXACT"));

    const test::CsvTable table(figures::make_csv({f.world, &f.schedule}, f.request(FigureKind::Lines, f.movers, 2)));
    CHECK(table.lines.size() == use.lines.size() + 1);
    CHECK(table.sum("read_bytes") + table.sum("written_bytes") == use.counts.useful_bytes);
    CHECK(table.sum("fetched_bytes") == use.counts.lines * ecs::cache_line_bytes);
    CHECK(table.sum("fetched_bytes") ==
          table.sum("read_bytes") + table.sum("written_bytes") + table.sum("unused_bytes"));
}

TEST_CASE("Figure of lines: a system that would not visit the archetype is told apart", "[figures][figure]") {
    const test::FigureWorld f;
    CHECK(any_text(read_back(f.draw(FigureKind::Lines, f.fighters)), "lacks some of what it declares"));
    CHECK_FALSE(any_text(read_back(f.draw(FigureKind::Lines, f.movers)), "lacks some of what it declares"));
}

TEST_CASE("Figure of traffic: the moves are those that the system made, and ping-pong says so", "[figures][figure]") {
    const test::BusyWorld f;
    const test::CsvTable table(figures::make_csv({f.world, &f.schedule}, f.request(FigureKind::Traffic)));
    std::uint64_t created = 0;
    for (std::size_t i = 1; i < table.lines.size(); ++i) {
        const auto& line = table.lines[i];
        CHECK(line[table.column("cause")] == "Toggle");
        CHECK(line[table.column("ticks")] == std::to_string(test::BusyWorld::ticks));
        CHECK(line[table.column("kind_of_number")] == "exact");
        if (line[table.column("what")] == "created") {
            ++created;
            CHECK(line[table.column("from")].empty());
            CHECK(line[table.column("ping_pong")] == "no");
        } else {
            CHECK(line[table.column("component")] == "game::Enemy");
            CHECK(line[table.column("moves")] ==
                  std::to_string(test::BusyWorld::toggling * test::BusyWorld::ticks / 2));
            CHECK(line[table.column("ping_pong")] == "yes");
        }
    }
    CHECK(created == 1);
    CHECK(table.sum("moves") == test::BusyWorld::toggling * test::BusyWorld::ticks + 1);

    const test::Element root = read_back(f.draw(FigureKind::Traffic));
    CHECK(root.by_id("numbers").all("rect").size() == table.lines.size() - 1);
    CHECK(any_text(root.by_id("table"), "+ Enemy, ping-pong"));
    CHECK(any_text(root, "61 moves"));
    CHECK(any_text(root, "EXACT"));
}

TEST_CASE("Figure of traffic: what the journal lost makes all numbers \"at least\"", "[figures][figure]") {
    const test::BusyWorld f;
    figures::FigureRequest request = f.request(FigureKind::Traffic);
    request.traffic.missed = 7;
    const figures::Subject subject(f.world, &f.schedule);
    CHECK(any_text(read_back(figures::make_drawing(subject, request, "test")), "at least so many: 7 changes"));
    const test::CsvTable table(figures::make_csv(subject, request));
    CHECK(table.lines[1][table.column("kind_of_number")] == "at least");
}

TEST_CASE("Figure of traffic: more edges than fit are one line together", "[figures][figure]") {
    const test::BusyWorld f;
    figures::FigureRequest request{FigureKind::Traffic};
    for (std::uint64_t i = 0; i < 40; ++i)
        request.traffic.edges.push_back({ecs::no_archetype, 0, ecs::no_component, false, 0, 100 - i, 10, 0, false});
    request.traffic.ticks = 1;
    const test::Element root = read_back(figures::make_drawing({f.world, &f.schedule}, request, "test"));
    CHECK(any_text(root, "the other 28 together"));
    CHECK(any_text(root, "280 B"));
}

TEST_CASE("Figure of a move: the beats are numbered, and their bytes are those of the journal", "[figures][figure]") {
    const test::BusyWorld f;
    const ecs::Operation operation = *f.request(FigureKind::Move).operation;
    REQUIRE(operation.changes.size() == 2);  // moved, and a hole filled
    const std::vector<ecs::Beat> beats = ecs::beats_of(f.world, operation);
    const test::Element root = read_back(f.draw(FigureKind::Move));
    CHECK(test::bytes_of(test::byte_boxes(root)) == operation.bytes_copied());
    for (std::size_t i = 0; i < beats.size(); ++i) {
        const test::Element& group = root.by_id("beat-" + std::to_string(i + 1));
        CHECK(test::bytes_of(test::byte_boxes(group)) == beats[i].bytes);
        CHECK(any_text(group, std::to_string(i + 1)));
    }
    const test::CsvTable table(figures::make_csv(f.world, f.request(FigureKind::Move)));
    CHECK(table.lines.size() == beats.size() + 1);
    CHECK(table.sum("bytes") == operation.bytes_copied());
    CHECK(table.lines.back()[table.column("kind")] == "fill hole");
}

TEST_CASE("Figure of a move: an entity of many components still fits on the page", "[figures][figure]") {
    ecs::World world;
    ecs::Journal journal;
    const ecs::Entity entity = world.create();
    for (int i = 0; i < 50; ++i) world.add(entity, test::add_type(world, "Part" + std::to_string(i), 4));
    const ecs::ComponentId last = test::add_type(world, "Last", 4);
    world.observe(&journal);
    world.add(entity, last);
    figures::FigureRequest request{FigureKind::Move};
    request.operation = ecs::last_operations(journal, 1).at(0);
    const test::Element root = read_back(figures::make_drawing(world, request, "test"));
    CHECK(test::bytes_of(test::byte_boxes(root)) == request.operation->bytes_copied());
    CHECK_FALSE(root.by_id("the-others").all("text").empty());
    for (const test::Element* rect : root.all("rect"))
        if (rect->attributes.count("y")) REQUIRE(rect->number("y") + rect->number("height") <= 720);
}

TEST_CASE("Figure of the doctor: one card a finding, its bar as long as its waste", "[figures][figure]") {
    const test::BusyWorld f;
    const std::vector<ecs::Finding> findings = ecs::diagnose(f.world, f.schedule);
    REQUIRE_FALSE(findings.empty());
    const test::Element root = read_back(f.draw(FigureKind::Doctor));
    std::uint64_t wasted = 0;
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const test::Element& card = root.by_id("finding-" + std::to_string(i + 1));
        CHECK(test::bytes_of(test::byte_boxes(card)) == findings[i].wasted_bytes);
        CHECK(any_text(card, std::string(ecs::title_of(findings[i].shape))));
        wasted += findings[i].wasted_bytes;
    }
    CHECK(test::bytes_of(test::byte_boxes(root)) == wasted);
    const test::CsvTable table(figures::make_csv({f.world, &f.schedule}, {FigureKind::Doctor}));
    CHECK(table.sum("wasted_bytes") == wasted);
    CHECK(table.lines[1][table.column("cause")] == findings[0].cause);

    const test::FigureWorld healthy;
    REQUIRE(ecs::diagnose(healthy.world, healthy.schedule).empty());
    CHECK(any_text(read_back(healthy.draw(FigureKind::Doctor)), "No problems found in "));
}

TEST_CASE("Figure of a layout: under each rule the parts tile the block, to scale", "[figures][figure]") {
    const test::FigureWorld f;
    const figures::FigureRequest request = f.request(FigureKind::Layout);
    const std::vector<ecs::LayoutColumn> columns = ecs::columns_of(std::vector<const ecs::ComponentType*>{
        &f.world.types()[request.components[0]], &f.world.types()[request.components[1]],
        &f.world.types()[request.components[2]]});
    const test::Element root = read_back(f.draw(FigureKind::Layout));
    const test::CsvTable table(figures::make_csv(f.world, request));
    std::map<std::string, std::uint64_t> bytes_in_csv;
    for (std::size_t i = 1; i < table.lines.size(); ++i)
        bytes_in_csv[table.lines[i][0]] += std::stoull(table.lines[i][table.column("bytes")]);
    for (const ecs::LayoutRule rule : ecs::layout_rules) {
        const ecs::RuledLayout layout = ecs::lay_out(rule, columns);
        const std::string name(ecs::name_of(rule));
        const test::Element& group = root.by_id("rule-" + name);
        auto boxes = test::byte_boxes(group);
        std::sort(boxes.begin(), boxes.end(),
                  [](const auto* a, const auto* b) { return a->number("data-offset") < b->number("data-offset"); });
        std::uint64_t offset = 0;
        double width = 0;
        for (const test::Element* box : boxes) {
            CHECK(std::stoull(box->attributes.at("data-offset")) == offset);
            offset += std::stoull(box->attributes.at("data-bytes"));
            width += box->number("width");
        }
        CHECK(offset == layout.block_bytes);
        CHECK(bytes_in_csv.at(name) == layout.block_bytes);
        CHECK(width == Approx(1184).margin(0.01));
        CHECK(test::bytes_of(boxes, "padding") == layout.padding);
        CHECK(test::bytes_of(boxes, "slack") == layout.slack);
        CHECK(any_text(group, std::to_string(layout.capacity) + " rows"));
        CHECK(any_text(group, rule == ecs::LayoutRule::Ours ? "EXACT" : "SIMULATED"));
    }
    // Ours is what the storage does: the fighters have these very components.
    const ecs::ChunkLayout& stored = f.archetype(f.fighters).layout();
    CHECK(ecs::lay_out(ecs::LayoutRule::Ours, columns, stored.block_bytes).capacity == stored.capacity);
}

}  // namespace figures_test
