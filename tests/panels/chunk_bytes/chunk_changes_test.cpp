#include "panels/chunk_bytes/chunk_changes.hpp"

#include <cstring>
#include <set>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/world/world.hpp"
#include "ecs/world/world_typed.hpp"

namespace chunk_changes_test {

using panels::ByteRange;
using panels::ChunkChanges;

namespace {

struct Position {
    float x = 0, y = 0;
};
struct Health {
    std::uint32_t points = 100;
};

struct Scene {
    ecs::World world;
    std::vector<ecs::Entity> entities;
    ChunkChanges changes;

    Scene() {
        world.types().add<Position>("Position").field("x", &Position::x).field("y", &Position::y);
        world.types().add<Health>("Health").field("points", &Health::points);
        for (int i = 0; i < 300; ++i) entities.push_back(world.create(Position{}, Health{}));
        look();
    }
    const ecs::Archetype& archetype() const { return world.archetype_of(entities.front()); }
    void look() { changes.look_at(world, archetype(), 0); }
    void tick() { world.set_tick(world.tick() + 1); }
    template <class T>
    std::uint32_t offset_of(std::size_t i) const {
        const auto* value = reinterpret_cast<const std::byte*>(&world.get<T>(entities[i]));
        return static_cast<std::uint32_t>(value - archetype().chunk(0).at(0));
    }
};

}  // namespace

TEST_CASE("Chunk changes: exactly the bytes that differ from before the tick are named", "[panels][chunk_changes]") {
    Scene s;
    ecs::Random random;
    const std::uint32_t size = s.archetype().layout().block_bytes;
    for (int round = 0; round < 30; ++round) {
        std::vector<std::byte> before(size);
        std::memcpy(before.data(), &s.archetype().chunk(0), size);
        s.tick();
        for (std::uint32_t i = 0; i < random.below(20); ++i)
            s.world.get_mut<Position>(s.entities[random.below(300)]).y = random.unit();
        if (round % 3 == 0) s.world.get_mut<Health>(s.entities[random.below(300)]).points = random.below(200);
        s.look();
        std::size_t count = 0;
        for (std::uint32_t byte = 0; byte < size; ++byte) {
            const bool differs = before[byte] != *s.archetype().chunk(0).at(byte);
            REQUIRE(s.changes.has(byte) == differs);
            count += differs ? 1 : 0;
        }
        CHECK(s.changes.byte_count() == count);
        CHECK(s.changes.ticks() == 1);
    }
}

TEST_CASE("Chunk changes: only columns that were written are compared", "[panels][chunk_changes]") {
    Scene s;
    const std::size_t before = s.changes.bytes_compared();
    s.tick();
    s.look();
    CHECK(s.changes.bytes_compared() == before);
    CHECK(s.changes.sentence() == "No byte changed in the last tick");

    s.tick();
    s.world.get_mut<Health>(s.entities[7]).points = 99;
    s.look();
    CHECK(s.changes.bytes_compared() - before == ecs::Chunk::header_bytes + 300 * sizeof(Health));
    REQUIRE(s.changes.ranges().size() == 1);
    CHECK(s.changes.ranges()[0].begin == s.offset_of<Health>(7));
    CHECK(s.changes.ranges()[0].end == s.offset_of<Health>(7) + 1);
    const std::size_t compared = s.changes.bytes_compared();
    s.look();
    CHECK(s.changes.bytes_compared() == compared);
}

TEST_CASE("Chunk changes: says when nothing ran, what was edited, and over how many ticks", "[panels][chunk_changes]") {
    Scene s;
    CHECK(s.changes.sentence() == "No tick ran since this chunk came into view");
    s.world.get_mut<Health>(s.entities[0]).points = 1;
    s.look();
    CHECK(s.changes.sentence() == "1 byte edited, no tick ran");
    s.tick();
    s.tick();
    s.world.get_mut<Health>(s.entities[1]).points = 2;
    s.look();
    CHECK(s.changes.sentence() == "1 byte changed in the last 2 ticks");
    CHECK_FALSE(s.changes.has(s.offset_of<Health>(0)));
    CHECK(s.changes.has(s.offset_of<Health>(1)));

    s.world.get_mut<Health>(s.entities[1]).points = 100;  // taken back: as it was before the ticks
    s.look();
    CHECK(s.changes.byte_count() == 0);
}

TEST_CASE("Chunk changes: another chunk starts anew, as does one that grew", "[panels][chunk_changes]") {
    Scene s;
    s.tick();
    s.world.get_mut<Health>(s.entities[0]).points = 1;
    s.look();
    REQUIRE(s.changes.byte_count() == 1);
    while (s.archetype().chunk_count() < 2) s.entities.push_back(s.world.create(Position{}, Health{}));
    s.look();
    CHECK(s.changes.byte_count() == 0);
    CHECK(s.changes.ticks() == 0);
    s.tick();
    s.world.destroy(s.entities[3]);
    s.look();
    CHECK(s.changes.has(panels::cell_bytes(s.archetype(), ecs::no_column, 3).begin));
    s.changes.look_at(s.world, s.archetype(), 1);
    CHECK(s.changes.byte_count() == 0);
}

}  // namespace chunk_changes_test
