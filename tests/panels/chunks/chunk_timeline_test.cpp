#include "panels/chunks/chunk_timeline.hpp"

#include <map>
#include <memory>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/world/query.hpp"
#include "panels/support/headless.hpp"

namespace chunk_timeline_test {

using panels::ChunkEvent;
using panels::ChunkTimeline;

namespace {

struct Large {
    double values[64] = {};  // some 31 rows a chunk
};
struct Tag {};

std::uint64_t chunks_of(const ecs::World& world) {
    std::uint64_t chunks = 0;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) chunks += world.archetype(id).chunk_count();
    return chunks;
}

/// Rows of every chunk, by its id, which stays the same while it lives.
std::map<std::uint32_t, std::pair<std::uint32_t, bool>> rows_of(const ecs::World& world) {
    std::map<std::uint32_t, std::pair<std::uint32_t, bool>> rows;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        for (std::size_t c = 0; c < archetype.chunk_count(); ++c) {
            const ecs::Chunk& chunk = archetype.chunk(c);
            rows[chunk.id] = {chunk.rows, chunk.rows == archetype.full_capacity()};
        }
    }
    return rows;
}

struct Scene {
    std::unique_ptr<ecs::World> world = std::make_unique<ecs::World>();
    ecs::Journal journal{1'000'000};
    ChunkTimeline timeline;

    Scene() {
        world->types().add<Large>("game::Large").field("values", &Large::values);
        world->types().add<Tag>("game::Tag");
        world->observe(&journal);
    }
    ~Scene() { world->observe(nullptr); }
    std::uint64_t sum(ChunkEvent event) const {
        std::uint64_t all = 0;
        for (const panels::TickChunks& tick : timeline.ticks()) all += tick[event];
        return all;
    }
};

}  // namespace

TEST_CASE("Chunk timeline: single changes count what happened to chunks, as comparing them before and after does",
          "[panels][chunk_timeline]") {
    Scene s;
    ecs::Random random;
    std::vector<ecs::Entity> alive;
    std::uint64_t filled = 0, drained = 0;
    const ecs::ComponentId tag = s.world->id<Tag>();
    for (int step = 0; step < 8'000; ++step) {
        s.world->set_tick(static_cast<std::uint64_t>(step / 10));
        const auto before = rows_of(*s.world);
        // Times of growth and of shrinking, so that chunks fill and drain.
        const bool grows = step / 500 % 2 == 0;
        if (alive.empty() || random.below(10) < (grows ? 7u : 2u)) {
            alive.push_back(s.world->create(Large{}));
        } else {
            const std::size_t victim = random.below(static_cast<std::uint32_t>(alive.size()));
            if (random.below(3) == 0) {
                if (!s.world->remove(alive[victim], tag)) s.world->add(alive[victim], tag);
            } else {
                s.world->destroy(alive[victim]);
                alive[victim] = alive.back();
                alive.pop_back();
            }
        }
        const auto after = rows_of(*s.world);
        for (const auto& [id, now] : after) {
            const auto then = before.find(id);
            const bool was_full = then != before.end() && then->second.second;
            filled += now.second && !was_full ? 1 : 0;
        }
        for (const auto& [id, then] : before) {
            const auto now = after.find(id);
            const bool has_rows = now != after.end() && now->second.first > 0;
            drained += then.first > 0 && !has_rows ? 1 : 0;
        }
        if (step % 100 != 0) continue;
        s.timeline.update(s.journal, *s.world);
        CHECK(s.sum(ChunkEvent::Born) - s.sum(ChunkEvent::GivenBack) == chunks_of(*s.world));
        CHECK(s.sum(ChunkEvent::Filled) == filled);
        CHECK(s.sum(ChunkEvent::Drained) == drained);
    }
    CHECK(drained > 20);
    CHECK(filled > 20);
}

TEST_CASE("Chunk timeline: batches keep the books, too", "[panels][chunk_timeline]") {
    Scene s;
    ecs::Random random;
    const ecs::ComponentId large = s.world->id<Large>(), tag = s.world->id<Tag>();
    std::vector<ecs::Entity> many(500);
    for (std::uint64_t round = 0; round < 30; ++round) {
        s.world->set_tick(round);
        s.world->create_many(many, std::vector<ecs::ComponentId>{large});
        std::vector<ecs::Entity> doomed;
        for (const ecs::Entity entity : many)
            if (random.below(3) == 0) doomed.push_back(entity);
        s.world->destroy_many(doomed);
        if (round % 4 == 3) {
            ecs::Query query(*s.world, {{large}});
            s.world->add_to_all(query, tag);
        }
        if (round % 8 == 7) {
            ecs::Query query(*s.world, {{tag}});
            s.world->destroy_all(query);
        }
        s.timeline.update(s.journal, *s.world);
        CHECK(s.sum(ChunkEvent::Born) - s.sum(ChunkEvent::GivenBack) == chunks_of(*s.world));
        CHECK(s.timeline.chunks_at(round) == chunks_of(*s.world));
    }
    CHECK(s.sum(ChunkEvent::Filled) > 100);
    CHECK(s.sum(ChunkEvent::Drained) > 100);
}

TEST_CASE("Chunk timeline: the number of chunks of any tick that is known is what it was", "[panels][chunk_timeline]") {
    Scene s;
    ecs::Random random;
    std::vector<ecs::Entity> alive;
    std::vector<std::uint64_t> truth;
    for (std::uint64_t tick = 0; tick < 200; ++tick) {
        s.world->set_tick(tick);
        for (std::uint32_t i = random.below(80); i > 0; --i) alive.push_back(s.world->create(Large{}));
        for (std::uint32_t i = random.below(80); i > 0 && !alive.empty(); --i) {
            s.world->destroy(alive.back());
            alive.pop_back();
        }
        truth.push_back(chunks_of(*s.world));
    }
    s.timeline.update(s.journal, *s.world);
    for (std::uint64_t tick = 0; tick < 200; ++tick) CHECK(s.timeline.chunks_at(tick) == truth[tick]);
    CHECK(s.timeline.chunks_now() == truth.back());
}

TEST_CASE("Chunk timeline: what the journal dropped unread is not known, and said so", "[panels][chunk_timeline]") {
    Scene s;
    ecs::Journal small(100);
    s.world->observe(&small);
    s.timeline.update(small, *s.world);
    for (std::uint64_t tick = 0; tick < 50; ++tick) {
        s.world->set_tick(tick);
        for (int i = 0; i < 30; ++i) s.world->create(Large{});
    }
    s.timeline.update(small, *s.world);
    CHECK(s.timeline.known_from() > 40);
    CHECK_FALSE(s.timeline.chunks_at(10));
    CHECK(s.timeline.ticks().front().partial);
    CHECK(s.timeline.chunks_at(49) == chunks_of(*s.world));

    // Read often enough, nothing is lost.
    ChunkTimeline reader;
    ecs::World other;
    other.types().add<Large>("game::Large").field("values", &Large::values);
    ecs::Journal kept(100);
    other.observe(&kept);
    for (std::uint64_t tick = 0; tick < 50; ++tick) {
        other.set_tick(tick);
        for (int i = 0; i < 30; ++i) other.create(Large{});
        reader.update(kept, other);
    }
    CHECK(reader.known_from() == 0);
    CHECK(reader.chunks_at(0) == 1);
    other.observe(nullptr);
    s.world->observe(&s.journal);
}

TEST_CASE("Chunk timeline: pointing at a tick tells what happened in it, and because of what",
          "[panels][chunk_timeline]") {
    Harness harness({700, 120});
    harness.world.types().add<Large>("game::Large").field("values", &Large::values);
    ecs::Journal journal;
    harness.world.observe(&journal);
    harness.lend(&panels::Context::journal, &journal);
    ChunkTimeline timeline;
    std::optional<std::uint64_t> pointed;
    harness.add([&](const panels::Context& context) {
        timeline.update(journal, context.world);
        pointed = timeline.show(context, {680, ChunkTimeline::height(context.style)});
    });
    harness.world.set_tick(40);
    const ecs::CauseId spawner = harness.world.set_cause(harness.world.cause("Spawner"));
    for (int i = 0; i < 100; ++i) harness.world.create(Large{});
    harness.world.set_cause(spawner);
    harness.world.set_tick(60);
    harness.frames(2);
    const float left = harness.need("given back").low.x + ImGui::CalcTextSize("given back").x + 12;
    harness.hover({left + 40 * 3 + 1, 40});
    harness.frames(2);
    INFO(harness.screen());
    CHECK(pointed == 40u);
    CHECK(harness.says("Tick 40: " + std::to_string(chunks_of(harness.world)) + " chunks"));
    CHECK(harness.says("by Spawner"));
    CHECK(harness.says("3 filled"));
    harness.hover({left + 20 * 3 + 1, 40});
    harness.frames(2);
    CHECK(pointed == 20u);
    CHECK(harness.says("No chunk was born"));
    harness.world.observe(nullptr);
}

}  // namespace chunk_timeline_test
