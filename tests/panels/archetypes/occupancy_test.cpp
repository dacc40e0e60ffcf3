#include "panels/archetypes/occupancy.hpp"

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "panels/support/headless.hpp"

namespace occupancy_test {

using namespace panels;

namespace {

struct Small {
    int value = 0;
};
struct Large {
    double values[100] = {};
};
struct Tag {};

/// What add() must come to, chunk by chunk.
Occupancy counted(const ecs::World& world) {
    Occupancy result;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        for (std::size_t c = 0; c < archetype.chunk_count(); ++c) {
            const ecs::Chunk& chunk = archetype.chunk(c);
            OccupancyBin& bin = result.bins[occupancy_bin(chunk.rows, chunk.capacity)];
            ++bin.chunks;
            bin.rows += chunk.rows;
            bin.bytes += chunk.block_bytes;
            bin.waste += chunk.block_bytes - ecs::Chunk::header_bytes - chunk.rows * archetype.row_bytes();
        }
    }
    return result;
}

}  // namespace

TEST_CASE("Occupancy: what follows from counts is what looking at each chunk gives", "[panels][occupancy]") {
    ecs::World world;
    world.types().add<Small>("game::Small").field("value", &Small::value);
    world.types().add<Large>("game::Large").field("values", &Large::values);
    world.types().add<Tag>("game::Tag");
    ecs::Random random;
    std::vector<ecs::Entity> alive;
    for (int step = 0; step < 6'000; ++step) {
        if (alive.empty() || random.below(3) > 0) {
            const std::uint32_t kind = random.below(4);
            alive.push_back(kind == 0   ? world.create(Small{})
                            : kind == 1 ? world.create(Large{})
                            : kind == 2 ? world.create(Small{}, Large{})
                                        : world.create(Tag{}));
        } else {
            const std::size_t victim = random.below(static_cast<std::uint32_t>(alive.size()));
            world.destroy(alive[victim]);
            alive[victim] = alive.back();
            alive.pop_back();
        }
        if (step % 97 != 0) continue;
        Occupancy occupancy;
        std::uint64_t bytes = 0;
        for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id)
            occupancy.add(id, facts_of(world.archetype(id)));
        const Occupancy expected = counted(world);
        for (std::size_t bin = 0; bin < occupancy_bin_count; ++bin) {
            INFO("step " << step << ", " << occupancy_bin_name(bin));
            CHECK(occupancy.bins[bin].chunks == expected.bins[bin].chunks);
            CHECK(occupancy.bins[bin].rows == expected.bins[bin].rows);
            CHECK(occupancy.bins[bin].bytes == expected.bins[bin].bytes);
            CHECK(occupancy.bins[bin].waste == expected.bins[bin].waste);
            bytes += occupancy.bins[bin].bytes;
        }
        CHECK(bytes == world.blocks().bytes_in_use());
    }
}

TEST_CASE("Occupancy: pointing at a bar names what wastes most there, a click picks it", "[panels][occupancy]") {
    Harness harness({600, 240});
    harness.world.types().add<Small>("game::Small").field("value", &Small::value);
    harness.world.types().add<Large>("game::Large").field("values", &Large::values);
    const ecs::Entity large = harness.world.create(Large{});
    harness.world.create(Small{});
    for (int i = 0; i < 20; ++i) harness.world.create(Large{});  // a second chunk, of which most is not in use
    ecs::ArchetypeId picked = ecs::no_archetype;
    harness.add([&](const Context& context) {
        Occupancy occupancy;
        for (ecs::ArchetypeId id = 0; id < context.world.archetype_count(); ++id)
            occupancy.add(id, facts_of(context.world.archetype(id)));
        const ecs::ArchetypeId now = show_occupancy(context, occupancy, OccupancyMeasure::Chunks, {560, 200});
        if (now != ecs::no_archetype) picked = now;
    });
    harness.frames(2);
    const ecs::Archetype& archetype = harness.world.archetype_of(large);
    const std::size_t bin = occupancy_bin(archetype.chunk(1).rows, archetype.chunk(1).capacity);
    const ImVec2 bar{8 + 560.0f / 12 * (static_cast<float>(bin) + 0.4f), 180};
    harness.hover(bar);
    harness.frame();
    INFO(harness.screen());
    CHECK(harness.says("Chunks filled " + std::to_string(bin * 10 - 9)));
    CHECK(harness.says("Large"));
    harness.click(bar);
    CHECK(picked == archetype.id());
}

}  // namespace occupancy_test
