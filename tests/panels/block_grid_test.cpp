#include "panels/block_grid.hpp"

#include "catch.hpp"
#include "ecs/random.hpp"
#include "ecs/world.hpp"

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
            const BlockGrid grid = BlockGrid::fit(bytes, {17, 33}, room, 4, 20);
            CHECK(std::size_t{grid.line_count()} * grid.bytes_per_line >= bytes);
            CHECK(grid.size().x <= room.x + 0.5f);
            for (std::uint32_t byte = 0; byte < bytes; byte += 13) {
                const ImVec2 corner = grid.place_of(byte);
                REQUIRE(grid.byte_at({corner.x + grid.byte_px / 2, corner.y + grid.line_px / 2}) == byte);
            }
            CHECK_FALSE(grid.byte_at({16, 40}));
            CHECK_FALSE(grid.byte_at({17 + grid.size().x + 1, 40}));
            CHECK_FALSE(grid.byte_at({20, 33 + grid.size().y + 1}));
        }
    }
}

TEST_CASE("Block grid: 16 KiB are 64 lines of 256 bytes where there is room", "[panels][block_grid]") {
    const BlockGrid roomy = BlockGrid::fit(16'384, {0, 0}, {1000, 600}, 4, 20);
    CHECK(roomy.bytes_per_line == 256);
    CHECK(roomy.line_count() == 64);
    const BlockGrid low = BlockGrid::fit(16'384, {0, 0}, {1000, 150}, 4, 20);
    CHECK(low.bytes_per_line == 512);
    CHECK(low.line_px >= 4);
}

TEST_CASE("Block grid: the areas of a range cover exactly its bytes", "[panels][block_grid]") {
    const BlockGrid grid = BlockGrid::fit(1024, {5, 7}, {640, 100}, 4, 20);
    ecs::Random random;
    const auto any = [&](std::uint32_t end) { return static_cast<std::uint32_t>(random.next() % end); };
    for (int round = 0; round < 200; ++round) {
        const std::uint32_t begin = any(1024), end = begin + any(1024 - begin) + 1;
        const BlockGrid::Areas areas = grid.areas_of(begin, end);
        for (std::uint32_t byte = 0; byte < 1024; ++byte) {
            const ImVec2 corner = grid.place_of(byte);
            const ImVec2 middle{corner.x + grid.byte_px / 2, corner.y + grid.line_px / 2};
            int covered = 0;
            for (const panels::Area& area : areas) covered += area.contains(middle) ? 1 : 0;
            REQUIRE(covered == (byte >= begin && byte < end ? 1 : 0));
        }
    }
    CHECK(grid.areas_of(10, 10).count == 0);
}
