#include "ecs/diagnose/cache_lines.hpp"

#include <map>
#include <set>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/diagnose/describe.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/world/world.hpp"
#include "ecs/world/world_typed.hpp"

namespace cache_lines_test {

using ecs::Access;
using ecs::SystemAccess;

namespace {

struct Position {
    float x = 0, y = 0, z = 0;
};
struct Velocity {
    float x = 0, y = 0, z = 0;
};
struct Mixed {
    std::uint8_t kind = 0;
    double weight = 0;
};
struct Wide {
    float values[20] = {};
    std::uint8_t flag = 0;
    alignas(64) float last = 0;
};
struct Odd {  // 20 bytes, of which 16 are one value
    float a = 0;
    ecs::Vec4 b;
};
struct Frozen {};

struct Lines {
    ecs::World world;

    Lines() {
        world.types()
            .add<Position>("Position")
            .field("x", &Position::x)
            .field("y", &Position::y)
            .field("z", &Position::z);
        world.types()
            .add<Velocity>("Velocity")
            .field("x", &Velocity::x)
            .field("y", &Velocity::y)
            .field("z", &Velocity::z);
        world.types().add<Mixed>("Mixed").field("kind", &Mixed::kind).field("weight", &Mixed::weight);
        world.types()
            .add<Wide>("Wide")
            .field("values", &Wide::values)
            .field("flag", &Wide::flag)
            .field("last", &Wide::last);
        world.types().add<Odd>("Odd").field("a", &Odd::a).field("b", &Odd::b);
        world.types().add<Frozen>("Frozen");
    }
    const ecs::Archetype& last() const {
        return world.archetype(static_cast<ecs::ArchetypeId>(world.archetype_count() - 1));
    }
};

/// The same by marking every byte of every value by its address.
struct ByBytes {
    std::map<std::uintptr_t, std::pair<std::uint32_t, std::uint32_t>> lines;  // number of line -> read, written bytes
    std::uint64_t useful = 0, fields = 0, straddling = 0;

    ByBytes(const ecs::World& world, const ecs::Archetype& archetype, std::size_t chunk, ecs::RowRange rows,
            const std::vector<SystemAccess>& accesses) {
        for (std::uint32_t row = rows.begin; row < rows.end; ++row)
            for (const SystemAccess& access : accesses) visit(world, archetype.chunk(chunk).entities()[row], access);
    }

private:
    void visit(const ecs::World& world, ecs::Entity entity, const SystemAccess& access) {
        const auto* value = static_cast<const std::byte*>(world.get(entity, access.component));
        if (value == nullptr) return;
        for (const ecs::Field& field : world.types()[access.component].fields) {
            for (std::uint32_t i = 0; i < field.count; ++i) {
                std::set<std::uintptr_t> touched;
                for (std::uint32_t b = 0; b < field.element_size; ++b) {
                    const auto address =
                        reinterpret_cast<std::uintptr_t>(value + field.offset + i * field.element_size + b);
                    touched.insert(address / 64);
                    auto& line = lines[address / 64];
                    ++(access.access == Access::Write ? line.second : line.first);
                    ++useful;
                }
                ++fields;
                straddling += touched.size() > 1 ? 1 : 0;
            }
        }
    }
};

}  // namespace

TEST_CASE("Cache lines: a chunk counted by hand", "[ecs][cache_lines]") {
    Lines f;
    for (int i = 0; i < 10; ++i) f.world.create(Position{}, Velocity{});
    const ecs::Archetype& archetype = f.last();
    // 512 B hold 13 rows: ids from 64 to 168, Position at 176, Velocity at 176 + 13 * 12 = 332, which becomes 336.
    REQUIRE(archetype.layout().block_bytes == 512);
    REQUIRE(archetype.layout().capacity == 13);
    REQUIRE(archetype.layout().offsets == std::vector<std::uint32_t>{176, 336});

    const auto accesses = ecs::access<Position, const Velocity>(f.world);
    const ecs::ChunkUse use = ecs::cache_lines_of(archetype, {0, 10}, accesses);
    REQUIRE(use.lines.size() == 8);
    // Position is written from 176 to 296, Velocity is read from 336 to 456.
    const std::vector<std::pair<int, int>> expected{{0, 0},  {0, 0},  {0, 16}, {0, 64},
                                                    {0, 40}, {48, 0}, {64, 0}, {8, 0}};
    for (std::size_t line = 0; line < 8; ++line) {
        CHECK(use.lines[line].read_bytes == expected[line].first);
        CHECK(use.lines[line].written_bytes == expected[line].second);
    }
    CHECK(use.counts.lines == 6);
    CHECK(use.written_lines == 3);
    CHECK(use.read_lines == 3);
    CHECK(use.counts.useful_bytes == 240);
    CHECK(use.counts.useful_share() == Approx(240.0 / 384));
    CHECK(use.counts.fields == 60);
    CHECK(use.counts.straddling == 0);  // floats at multiples of 4
}

TEST_CASE("Cache lines: padding inside of components is no useful byte", "[ecs][cache_lines]") {
    Lines f;
    for (int i = 0; i < 4; ++i) f.world.create(Mixed{});
    const ecs::Archetype& archetype = f.last();
    // Ids from 64 to 96 or more, Mixed at a multiple of 16 with 9 of 16 bytes in use.
    const ecs::ChunkUse use = ecs::cache_lines_of(archetype, {0, 4}, ecs::access<const Mixed>(f.world));
    CHECK(use.counts.useful_bytes == 36);
    CHECK(use.counts.useful_share() == Approx(36.0 / static_cast<double>(use.counts.lines * 64)));
}

TEST_CASE("Cache lines: the model is what marking every byte by its address gives", "[ecs][cache_lines]") {
    Lines f;
    ecs::Random random;
    for (int i = 0; i < 1500; ++i) {
        switch (random.below(4)) {
            case 0:
                f.world.create(Position{}, Velocity{}, Mixed{});
                break;
            case 1:
                f.world.create(Position{}, Wide{}, Frozen{});
                break;
            case 2:
                f.world.create(Mixed{}, Velocity{});
                break;
            default:
                f.world.create(Wide{}, Mixed{});
        }
    }
    const std::vector<std::vector<SystemAccess>> systems{
        ecs::access<Position, const Velocity>(f.world),    ecs::access<const Mixed>(f.world),
        ecs::access<Mixed, const Wide, Frozen>(f.world),   ecs::access<Wide>(f.world),
        ecs::access<const Position, const Mixed>(f.world), ecs::access<const Frozen>(f.world),
    };
    for (ecs::ArchetypeId id = 0; id < f.world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = f.world.archetype(id);
        for (std::size_t chunk = 0; chunk < archetype.chunk_count(); chunk += 3) {
            const std::uint32_t rows = archetype.chunk(chunk).rows;
            const std::uint32_t some = random.below(rows);
            for (const auto& accesses : systems) {
                for (const ecs::RowRange range : {ecs::RowRange{0, rows}, ecs::RowRange{some, some + 1}}) {
                    const ecs::ChunkUse use = ecs::cache_lines_of(archetype, range, accesses);
                    const ByBytes bytes(f.world, archetype, chunk, range, accesses);
                    REQUIRE(use.counts.lines == bytes.lines.size());
                    REQUIRE(use.counts.useful_bytes == bytes.useful);
                    REQUIRE(use.counts.fields == bytes.fields);
                    REQUIRE(use.counts.straddling == bytes.straddling);
                    const auto first = reinterpret_cast<std::uintptr_t>(&archetype.chunk(chunk)) / 64;
                    for (const auto& [line, read_and_written] : bytes.lines) {
                        REQUIRE(use.lines[line - first].read_bytes == read_and_written.first);
                        REQUIRE(use.lines[line - first].written_bytes == read_and_written.second);
                    }
                }
            }
        }
    }
}

TEST_CASE("Cache lines: values that straddle a line are found", "[ecs][cache_lines]") {
    Lines f;
    for (int i = 0; i < 500; ++i) f.world.create(Odd{});
    const ecs::Archetype& archetype = f.last();
    const auto accesses = ecs::access<const Odd>(f.world);
    const ecs::RowRange rows{3, archetype.chunk(0).rows};
    const ByBytes bytes(f.world, archetype, 0, rows, accesses);
    CHECK(bytes.straddling > 0);
    CHECK(ecs::cache_lines_of(archetype, rows, accesses).counts.straddling == bytes.straddling);
}

TEST_CASE("Cache lines: a system's total over the world is the sum of its chunks, at the cost of two an archetype",
          "[ecs][cache_lines]") {
    const auto examined = [](int count) {
        Lines f;
        for (int i = 0; i < count; ++i) {
            f.world.create(Position{}, Velocity{});
            if (i % 3 == 0) f.world.create(Position{}, Velocity{}, Frozen{});
            if (i % 5 == 0) f.world.create(Position{}, Mixed{});
        }
        const auto accesses = ecs::access<Position, const Velocity, const Frozen>(f.world);
        const ecs::SystemUse use = ecs::cache_lines_of(f.world, accesses);
        ecs::LineCounts sum;
        std::uint64_t rows = 0, chunks = 0;
        for (ecs::ArchetypeId id = 0; id < f.world.archetype_count(); ++id) {
            const ecs::Archetype& archetype = f.world.archetype(id);
            if (!ecs::visits(archetype, f.world.types(), accesses)) continue;
            for (std::size_t chunk = 0; chunk < archetype.chunk_count(); ++chunk) {
                sum += ecs::cache_lines_of(archetype, {0, archetype.chunk(chunk).rows}, accesses).counts;
                rows += archetype.chunk(chunk).rows;
                ++chunks;
            }
        }
        CHECK(use.counts == sum);
        CHECK(use.rows == rows);
        CHECK(use.chunks == chunks);
        CHECK(use.archetypes == 2);  // with and without the tag; not the one that has no Velocity
        return use.chunks_examined;
    };
    CHECK(examined(1'000) == 3);   // one of them has no full chunk
    CHECK(examined(75'187) == 4);  // 100,000 entities that it visits
}

TEST_CASE("Cache lines: a system without bytes touches nothing", "[ecs][cache_lines]") {
    Lines f;
    f.world.create(Frozen{}, Position{});
    CHECK(ecs::cache_lines_of(f.world, ecs::access<const Frozen>(f.world)).counts == ecs::LineCounts{});
    CHECK(ecs::cache_lines_of(f.world, {}).archetypes == 0);
    CHECK(ecs::LineCounts{}.useful_share() == 0);
}

}  // namespace cache_lines_test
