#include "figures/world/figure.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "catch.hpp"
#include "figures/drawing/role_bytes.hpp"
#include "figures/drawing/svg.hpp"
#include "figures/support/figure_world.hpp"
#include "figures/support/svg_reader.hpp"

namespace figure_test {

using figures::FigureDescriptor;
using figures::FigureKind;

namespace {

test::Element read_back(const figures::Drawing& drawing) {
    return test::read_xml(figures::to_svg(drawing, figures::Theme::Light));
}

std::uint64_t world_bytes(const ecs::World& world) {
    std::uint64_t bytes = 0;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) bytes += world.archetype(id).bytes();
    return bytes;
}

double area(const test::Element& box) { return box.number("width") * box.number("height"); }

}  // namespace

TEST_CASE("Figure: every figure has a name, and is found by it", "[figures][figure]") {
    std::set<std::string_view> names;
    for (const FigureDescriptor& figure : figures::all_figures()) {
        names.insert(figure.name);
        CHECK(figures::figure_named(figure.name) == &figure);
        CHECK(&figures::descriptor_of(figure.kind) == &figure);
    }
    CHECK(names.size() == figures::all_figures().size());
    CHECK(figures::figure_named("nothing") == nullptr);
}

TEST_CASE("Figure: what cannot be drawn says why", "[figures][figure]") {
    const test::FigureWorld f;
    CHECK(figures::why_not(f.world, {FigureKind::Map}) == "this view shows one archetype: choose one");
    CHECK(figures::why_not(f.world, {FigureKind::Map, 999}) == "there is no such archetype");
    CHECK(figures::why_not(f.world, {FigureKind::Chunk, f.single, 7}) ==
          "there is no chunk 7: the archetype has 1 chunk, counted from 0");
    CHECK(figures::why_not(f.world, {FigureKind::Histogram, f.movers, 7}).empty());
    CHECK(figures::why_not(f.world, {FigureKind::Lines, f.movers}) ==
          "this view shows the lines of one system: choose one");
    CHECK(figures::why_not({f.world, &f.schedule}, {FigureKind::Lines, f.fighters, 0, "Movement"}).empty());
    CHECK(figures::why_not({f.world, &f.schedule}, {FigureKind::Lines, f.single, 0, "Movement"}) ==
          "Movement declares no component with bytes in this chunk");
    CHECK(figures::why_not(f.world, {FigureKind::Doctor}) == "the doctor asks which systems there are");
    CHECK(figures::why_not(f.world, {FigureKind::Traffic}) == "no row moved in the ticks that were counted");
    CHECK(figures::why_not(f.world, {FigureKind::Move}) ==
          "there is no structural change to show: run some ticks, or edit");
    CHECK(figures::why_not(f.world, {FigureKind::Layout}) == "this view lays out components: choose some");
    figures::FigureRequest stranger{FigureKind::Layout};
    stranger.components = {999};
    CHECK(figures::why_not(f.world, stranger) == "there is no such component");
    const ecs::World empty;
    CHECK(figures::why_not(empty, {FigureKind::Treemap}) == "the world has no chunks yet");
}

TEST_CASE("Figure: the boxes of a chunk tile its bytes, each with its area and the storage's own role",
          "[figures][figure]") {
    const test::FigureWorld f;
    struct Case {
        ecs::ArchetypeId archetype;
        std::size_t chunk;
    };
    for (const Case& c : {Case{f.movers, 0}, Case{f.movers, 2}, Case{f.fighters, 0}, Case{f.single, 0}}) {
        const ecs::Archetype& archetype = f.archetype(c.archetype);
        REQUIRE(c.chunk < archetype.chunk_count());
        const test::Element root = read_back(f.draw(FigureKind::Chunk, c.archetype, c.chunk));
        auto boxes = test::byte_boxes(root);
        std::sort(boxes.begin(), boxes.end(),
                  [](const auto* a, const auto* b) { return a->number("data-offset") < b->number("data-offset"); });
        std::uint64_t offset = 0;
        const double area_of_byte = area(*boxes.front()) / boxes.front()->number("data-bytes");
        for (const test::Element* box : boxes) {
            CHECK(box->number("data-offset") == static_cast<double>(offset));
            CHECK(area(*box) == Approx(area_of_byte * box->number("data-bytes")).epsilon(0.001));
            const ecs::ByteSpan span = ecs::describe_byte(archetype, c.chunk, static_cast<std::uint32_t>(offset));
            CHECK(box->attributes.at("data-role") == ecs::name_of(span.role));
            offset += std::stoull(box->attributes.at("data-bytes"));
        }
        CHECK(offset == archetype.layout().block_bytes);
        const figures::RoleBytes bytes = figures::role_bytes(archetype, c.chunk);
        for (const ecs::ByteRole role : {ecs::ByteRole::Header, ecs::ByteRole::Entity, ecs::ByteRole::Field,
                                         ecs::ByteRole::Padding, ecs::ByteRole::Unused})
            CHECK(test::bytes_of(boxes, std::string(ecs::name_of(role))) == bytes[role]);
    }
}

TEST_CASE("Figure: each role of a chunk looks different without its colour", "[figures][figure]") {
    const test::FigureWorld f;
    const test::Element root = read_back(f.draw(FigureKind::Chunk, f.single));
    std::map<std::string, std::set<std::string>> looks;  // role -> kinds of fill
    for (const test::Element* box : test::byte_boxes(root)) {
        const std::string fill = box->attributes.at("fill");
        looks[box->attributes.at("data-role")].insert(fill[0] == '#' ? "solid" : fill.substr(5, fill.find('-') - 5));
    }
    REQUIRE(looks.size() == 5);
    std::set<std::string> all;
    for (const auto& [role, kinds] : looks) {
        CHECK(kinds.size() == 1);
        all.insert(*kinds.begin());
    }
    CHECK(all.size() == 5);
}

TEST_CASE("Figure: the bars of the archetype board are as wide as their bytes", "[figures][figure]") {
    const test::FigureWorld f;
    const test::Element root = read_back(f.draw(FigureKind::Archetypes));
    const auto all = test::byte_boxes(root);
    CHECK(test::bytes_of(all) == world_bytes(f.world));
    const double byte_width = all.front()->number("width") / all.front()->number("data-bytes");
    for (const ecs::ArchetypeId id : {f.movers, f.fighters, f.single}) {
        const ecs::Archetype& archetype = f.archetype(id);
        const auto boxes = test::byte_boxes(root.by_id("archetype-" + std::to_string(id)));
        CHECK(test::bytes_of(boxes) == archetype.bytes());
        double width = 0;
        for (const test::Element* box : boxes) width += box->number("width");
        CHECK(width == Approx(static_cast<double>(archetype.bytes()) * byte_width).epsilon(0.001).margin(0.004));
        const figures::RoleBytes bytes = figures::role_bytes(archetype);
        CHECK(test::bytes_of(boxes, "used") == bytes.used());
        CHECK(test::bytes_of(boxes, "padding") == bytes[ecs::ByteRole::Padding]);
        CHECK(test::bytes_of(boxes, "unused") == bytes[ecs::ByteRole::Unused]);
    }
}

TEST_CASE("Figure: a board of many archetypes sums the small ones up in one row", "[figures][figure]") {
    ecs::World world;
    std::vector<ecs::ComponentId> tags;
    for (int i = 0; i < 40; ++i) tags.push_back(test::add_type(world, "Tag" + std::to_string(i)));
    for (const ecs::ComponentId tag : tags) world.add(world.create(), tag);
    const auto draw = [&](FigureKind view) { return read_back(figures::make_drawing(world, {view}, "test")); };
    const test::Element board = draw(FigureKind::Archetypes);
    CHECK(test::bytes_of(test::byte_boxes(board)) == world_bytes(world));
    CHECK(test::byte_boxes(board.by_id("the-others")).size() > 1);
    CHECK(test::bytes_of(test::byte_boxes(draw(FigureKind::Treemap))) == world_bytes(world));
}

TEST_CASE("Figure: the areas of the treemap are the bytes, and do not lie on each other", "[figures][figure]") {
    const test::FigureWorld f;
    const test::Element root = read_back(f.draw(FigureKind::Treemap));
    const auto boxes = test::byte_boxes(root);
    CHECK(test::bytes_of(boxes) == world_bytes(f.world));
    double sum = 0;
    for (const test::Element* box : boxes) sum += area(*box);
    for (const test::Element* box : boxes)
        CHECK(area(*box) ==
              Approx(sum * box->number("data-bytes") / static_cast<double>(world_bytes(f.world))).epsilon(0.02));
    for (const test::Element* a : boxes) {
        for (const test::Element* b : boxes) {
            if (a == b) continue;
            const auto overlap = [&](const char* at, const char* size) {
                return std::min(a->number(at) + a->number(size), b->number(at) + b->number(size)) -
                       std::max(a->number(at), b->number(at));
            };
            CHECK((overlap("x", "width") < 0.01 || overlap("y", "height") < 0.01));
        }
    }
}

TEST_CASE("Figure: the strip of the three steps is the whole block, to scale", "[figures][figure]") {
    const test::FigureWorld f;
    const test::Element root = read_back(f.draw(FigureKind::Table, f.movers, 1));
    for (const char* step : {"step-1-table", "step-2-columns", "step-3-bytes"})
        CHECK_FALSE(root.by_id(step).all("rect").empty());
    const auto boxes = test::byte_boxes(root);
    CHECK(test::bytes_of(boxes) == f.archetype(f.movers).layout().block_bytes);
    double width = 0;
    for (const test::Element* box : boxes) width += box->number("width");
    CHECK(width == Approx(1184).margin(0.05));
    // The values of the first row of this very chunk stand in the table.
    const std::uint32_t capacity = f.archetype(f.movers).layout().capacity;
    const std::string value = std::to_string(capacity) + ".00, 2.00";
    const auto texts = root.by_id("step-1-table").all("text");
    CHECK(std::any_of(texts.begin(), texts.end(), [&](const auto* text) { return text->text == value; }));
}

TEST_CASE("Figure: a map has a tile for each chunk, filled as the chunk is", "[figures][figure]") {
    const test::FigureWorld f;
    const ecs::Archetype& archetype = f.archetype(f.movers);
    const test::Element root = read_back(f.draw(FigureKind::Map, f.movers));
    std::vector<std::string> numbers;
    for (const test::Element* text : root.by_id("chunks").all("text")) numbers.push_back(text->text);
    REQUIRE(numbers.size() == archetype.chunk_count());
    for (std::size_t chunk = 0; chunk < numbers.size(); ++chunk)
        CHECK(numbers[chunk] == std::to_string(archetype.chunk(chunk).rows));
    const std::string solid = "#8b95a7";
    double filled = 0, tile = 0;
    for (const test::Element* rect : root.by_id("chunks").all("rect")) {
        if (rect->attributes.at("fill") == solid) filled += rect->number("height");
        if (rect->attributes.at("fill") == "none") tile = rect->number("height");
    }
    CHECK(filled / tile * archetype.layout().capacity ==
          Approx(static_cast<double>(archetype.entity_count())).epsilon(0.001));
}

TEST_CASE("Figure: more chunks than tiles share tiles, and the legend says how many", "[figures][figure]") {
    ecs::World world;
    const ecs::ComponentId big = test::add_type(world, "Big", 8000);
    ecs::Entity last;
    for (int i = 0; i < 2 * 25'000; ++i) world.add(last = world.create(), big);
    const ecs::ArchetypeId id = world.location(last).archetype;
    REQUIRE(world.archetype(id).chunk_count() > 20'000);
    const figures::Drawing drawing = figures::make_drawing(world, {FigureKind::Map, id}, "test");
    const std::string svg = figures::to_svg(drawing, figures::Theme::Dark);
    CHECK(svg.find("one tile is 2 chunks together") != std::string::npos);
    const test::Element root = test::read_xml(svg);
    for (const test::Element* rect : root.by_id("chunks").all("rect")) {
        REQUIRE(rect->number("y") + rect->number("height") < 720);
        REQUIRE(rect->number("x") + rect->number("width") < 1280);
    }
}

TEST_CASE("Figure: of a copy, every figure and every line of a table says that it is one", "[figures][figure]") {
    const test::FigureWorld f;
    figures::Subject subject(f.world, &f.schedule);
    subject.note = "As if these were archetypes: \"EnTT\" keeps its components in pools";
    for (const FigureDescriptor& figure : figures::all_figures()) {
        const figures::FigureRequest request =
            f.request(figure.kind, figure.needs_archetype() ? f.movers : ecs::no_archetype);
        if (!figures::why_not(subject, request).empty()) continue;
        CAPTURE(figure.name);
        const std::string svg = figures::to_svg(figures::make_drawing(subject, request, "test"), figures::Theme::Dark);
        CHECK(svg.find("As if these were archetypes") != std::string::npos);
        const std::string plain = figures::make_csv({f.world, &f.schedule}, request);
        const std::string noted = figures::make_csv(subject, request);
        CHECK(noted.substr(0, noted.find('\n')) == plain.substr(0, plain.find('\n')) + ",note");
        std::size_t times = 0;
        for (std::size_t at = noted.find("\"As if these were archetypes: \"\"EnTT\"\" keeps"); at != std::string::npos;
             at = noted.find("As if", at + 9))
            ++times;
        CHECK((times >= 1) == (plain.find('\n') + 1 < plain.size()));
        CHECK(noted.size() - plain.size() == 5 + times * (subject.note.size() + 5));
    }
}

TEST_CASE("Figure: the same world gives the same figures, wherever it lies in memory", "[figures][figure]") {
    const test::FigureWorld a;
    const auto elsewhere = std::make_unique<test::FigureWorld>();
    for (const FigureDescriptor& figure : figures::all_figures()) {
        const figures::FigureRequest request =
            a.request(figure.kind, figure.needs_archetype() ? a.movers : ecs::no_archetype);
        const figures::Subject here(a.world, &a.schedule), there(elsewhere->world, &elsewhere->schedule);
        INFO(figure.name);
        CHECK(figures::to_svg(figures::make_drawing(here, request, "test"), figures::Theme::Dark) ==
              figures::to_svg(figures::make_drawing(there, request, "test"), figures::Theme::Dark));
        CHECK(figures::make_csv(here, request) == figures::make_csv(there, request));
    }
}

TEST_CASE("Figure: nothing stands outside of the page, and texts have the size of slides", "[figures][figure]") {
    const test::FigureWorld f;
    for (const FigureDescriptor& figure : figures::all_figures()) {
        for (const ecs::ArchetypeId id : {f.movers, f.fighters, f.single}) {
            const ecs::ArchetypeId shown = figure.needs_archetype() ? id : ecs::no_archetype;
            if (!figures::why_not({f.world, &f.schedule}, f.request(figure.kind, shown)).empty()) continue;
            const figures::Drawing drawing = f.draw(figure.kind, shown);
            CHECK_FALSE(drawing.title.empty());
            CHECK(drawing.caption.find("scene test, seed 1 · tick 0 · drawn by Chunkscope " CHUNKSCOPE_VERSION) == 0);
            const bool badged = drawing.caption.find("EXACT: ") != std::string::npos ||
                                drawing.caption.find("SIMULATED: ") != std::string::npos;
            CHECK(badged);
            for (const figures::Group& group : drawing.groups) {
                for (const figures::Shape& shape : group.shapes) {
                    if (const auto* text = std::get_if<figures::Text>(&shape)) {
                        INFO(figure.name << ": " << text->words);
                        const double width = figures::text_width(text->words, text->size, text->face);
                        const double left = text->anchor == figures::Anchor::Left     ? text->x
                                            : text->anchor == figures::Anchor::Middle ? text->x - width / 2
                                                                                      : text->x - width;
                        CHECK(left >= 24);
                        CHECK(left + width <= drawing.width - 24);
                        CHECK(text->size >= 11);
                    } else if (const auto* box = std::get_if<figures::Box>(&shape)) {
                        CHECK(box->x >= 0);
                        CHECK(box->x + box->width <= drawing.width);
                        CHECK(box->y + box->height <= drawing.height);
                    }
                }
            }
        }
    }
}

}  // namespace figure_test
