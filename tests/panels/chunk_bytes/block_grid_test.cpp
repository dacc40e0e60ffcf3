#include "panels/chunk_bytes/block_grid.hpp"

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/world/world.hpp"

namespace block_grid_test {

using panels::BlockGrid;
using panels::ChunkRun;

namespace {

struct Position {
    float x = 0, y = 0, z = 0;
};
struct Padded {
    std::uint8_t kind = 0;
    double weight = 0;
};
struct Tag {};

struct Blocks {
    ecs::World world;
    Blocks() {
        world.types()
            .add<Position>("Position")
            .field("x", &Position::x)
            .field("y", &Position::y)
            .field("z", &Position::z);
        world.types().add<Padded>("Padded").field("kind", &Padded::kind).field("weight", &Padded::weight);
        world.types().add<Tag>("Tag");
    }
};

}  // namespace

TEST_CASE("Block grid: runs tile the block and say of each byte what describe says", "[panels][block_grid]") {
    Blocks b;
    ecs::Entity last;
    for (int i = 0; i < 700; ++i) last = b.world.create(Position{}, Padded{}, Tag{});
    for (int i = 0; i < 3; ++i) b.world.create(Tag{});
    for (int i = 0; i < 5; ++i) b.world.create(Position{});
    std::size_t chunks_checked = 0;
    for (ecs::ArchetypeId id = 0; id < b.world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = b.world.archetype(id);
        for (std::size_t chunk = 0; chunk < archetype.chunk_count(); ++chunk, ++chunks_checked) {
            const std::vector<ChunkRun> runs = panels::runs_of(archetype, chunk);
            std::uint32_t end = 0;
            for (const ChunkRun& run : runs) {
                REQUIRE(run.begin == end);
                REQUIRE(run.end > run.begin);
                end = run.end;
                for (std::uint32_t byte = run.begin; byte < run.end; ++byte) {
                    const ecs::ByteSpan span = ecs::describe_byte(archetype, chunk, byte);
                    const bool inside = span.role == ecs::ByteRole::Padding && span.row >= 0;
                    REQUIRE((inside ? ecs::ByteRole::Field : span.role) == run.role);
                    REQUIRE(span.column == run.column);
                }
            }
            CHECK(end == archetype.layout().block_bytes);
        }
    }
    CHECK(chunks_checked >= 4);
}

TEST_CASE("Block grid: the bytes of a cell are those of the value", "[panels][block_grid]") {
    Blocks b;
    ecs::Entity entity;
    for (int i = 0; i < 40; ++i) entity = b.world.create(Position{}, Padded{});
    const ecs::Location at = b.world.location(entity);
    const ecs::Archetype& archetype = b.world.archetype_of(entity);
    const auto* block = reinterpret_cast<const std::byte*>(&archetype.chunk(at.chunk));
    for (std::size_t c = 0; c < archetype.types().size(); ++c) {
        const panels::ByteRange cell = panels::cell_bytes(archetype, static_cast<int>(c), at.row);
        CHECK(block + cell.begin == b.world.get(entity, archetype.components()[c]));
        CHECK(cell.end - cell.begin == archetype.types()[c]->size);
    }
    CHECK(panels::cell_bytes(archetype, ecs::no_column, at.row).begin == 64 + 8 * at.row);
}

TEST_CASE("Block grid: a place and the byte drawn there lead to each other", "[panels][block_grid]") {
    for (const std::uint32_t bytes : {256u, 1024u, 16'384u, 65'536u}) {
        for (const ImVec2 room : {ImVec2{300, 150}, ImVec2{1100, 240}, ImVec2{513, 900}}) {
            BlockGrid grid = BlockGrid::whole(bytes, room, 10, 40);
            grid.origin = {17, 33};
            CHECK(std::size_t{grid.line_count()} * grid.bytes_per_line >= bytes);
            CHECK(grid.size().x <= room.x + 0.5f);
            CHECK(grid.size().y <= room.y + 0.5f);
            for (std::uint32_t byte = 0; byte < bytes; byte += 13) {
                const ImVec2 corner = grid.place_of(byte);
                REQUIRE(grid.byte_at({corner.x + grid.byte_px / 2, corner.y + grid.line_px / 2}) == byte);
            }
            CHECK_FALSE(grid.byte_at({16, 40}));
            CHECK_FALSE(grid.byte_at({18, 40}));  // in the gap before the first strip
            CHECK_FALSE(grid.byte_at({17 + grid.size().x + 1, 40}));
            CHECK_FALSE(grid.byte_at({60, 33 + grid.size().y + 1}));
        }
    }
}

TEST_CASE("Block grid: a line is a cache line; wide rooms have strips of 4 KiB, narrow ones a single strip",
          "[panels][block_grid]") {
    const BlockGrid wide = BlockGrid::whole(16'384, {700, 240}, 10, 40);
    CHECK(wide.bytes_per_line == 64);
    CHECK(wide.strip_count() == 4);
    CHECK(wide.lines_per_strip == 64);
    const BlockGrid narrow = BlockGrid::whole(16'384, {300, 900}, 10, 40);
    CHECK(narrow.strip_count() == 1);
    CHECK(narrow.line_count() == 256);
}

TEST_CASE("Block grid: the areas of a range cover exactly its bytes", "[panels][block_grid]") {
    for (const ImVec2 room : {ImVec2{640, 100}, ImVec2{200, 400}}) {
        BlockGrid grid = BlockGrid::whole(4096, room, 10, 40);
        grid.origin = {5, 7};
        ecs::Random random;
        const auto any = [&](std::uint32_t end) { return static_cast<std::uint32_t>(random.next() % end); };
        for (int round = 0; round < 60; ++round) {
            const std::uint32_t begin = any(4096), end = begin + any(4096 - begin) + 1;
            std::vector<panels::Area> areas;
            grid.each_area(begin, end, [&](const panels::Area& area) { areas.push_back(area); });
            CHECK(areas.size() <= 3 * grid.strip_count());
            for (std::uint32_t byte = 0; byte < 4096; ++byte) {
                const ImVec2 corner = grid.place_of(byte);
                const ImVec2 middle{corner.x + grid.byte_px / 2, corner.y + grid.line_px / 2};
                int covered = 0;
                for (const panels::Area& area : areas) covered += area.contains(middle) ? 1 : 0;
                REQUIRE(covered == (byte >= begin && byte < end ? 1 : 0));
            }
        }
        grid.each_area(10, 10, [](const panels::Area&) { FAIL("nothing covers no bytes"); });
    }
}

}  // namespace block_grid_test
