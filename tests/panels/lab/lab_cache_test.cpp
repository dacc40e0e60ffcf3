#include "panels/lab/lab_cache.hpp"

#include "catch.hpp"
#include "panels/base/format.hpp"
#include "panels/support/headless.hpp"
#include "panels/support/lab_scenes.hpp"

namespace lab_cache_test {

using namespace ecs::lab;

namespace {

struct Lab {
    Harness harness{{1000, 560}};
    panels::LabState state;
    panels::LabCache cache;

    explicit Lab(std::uint64_t count, std::size_t steps = 3) {
        run(state, movers(count), Mode::Repaired, steps);
        harness.add([this](const panels::Context& context) { cache.show(context, state); });
        settle();
    }
    void settle() {
        for (int i = 0; i < 4; ++i) {
            harness.frames(2);
            cache.finish();
        }
        harness.frames(2);
    }
};

}  // namespace

TEST_CASE("Lab cache: two storages replay the same query, exact and simulated apart", "[panels][lab]") {
    Lab lab(50);
    INFO(lab.harness.screen());
    CHECK(lab.harness.says("exact"));
    CHECK(lab.harness.says("simulated"));
    for (const StorageKind kind : {lab.state.kind, lab.cache.other()}) {
        const panels::LabReplay* replay = lab.cache.replay(kind);
        REQUIRE(replay);
        REQUIRE(replay->log);
        REQUIRE(replay->misses);
        // All of it fits: each line is missed once.
        const auto& lines = lab.state.runs()->lines[static_cast<std::size_t>(kind)];
        CHECK(*replay->misses == lines.size());
        CHECK(lab.harness.says(panels::format_count(*replay->hits) + " hits, " + panels::format_count(*replay->misses) +
                               " misses"));
    }
}

TEST_CASE("Lab cache: scenarios that are only counted are replayed, too", "[panels][lab]") {
    Lab lab(5'000);
    REQUIRE_FALSE(lab.state.runs()->keeps_events);
    const panels::LabReplay* replay = lab.cache.replay(lab.state.kind);
    REQUIRE(replay);
    REQUIRE(replay->log);
    CHECK(replay->log->accesses.size() >= 4'999);
    CHECK(*replay->hits + *replay->misses >= replay->log->accesses.size());
}

TEST_CASE("Lab cache: another shape is simulated from the same accesses", "[panels][lab]") {
    Lab lab(5'000);
    const auto log = lab.cache.replay(lab.state.kind)->log;
    const std::uint64_t misses = *lab.cache.replay(lab.cache.other())->misses;
    lab.harness.click_text("1 MiB, 16 ways");
    lab.settle();
    REQUIRE(lab.cache.replay(lab.state.kind));
    CHECK(lab.cache.replay(lab.state.kind)->log == log);
    CHECK(lab.cache.shape() == CacheShape{1024 * 1024, 16});
    CHECK(*lab.cache.replay(lab.cache.other())->misses <= misses);
}

TEST_CASE("Lab cache: a shape that no cache has is a sentence, and nothing is simulated", "[panels][lab]") {
    Lab lab(50);
    lab.harness.click_text("Own");
    lab.harness.frames(2);
    const DrawnText ways = lab.harness.need("ways", 3);
    lab.harness.double_click({ways.high.x + 30, ways.middle().y});
    lab.harness.replace_text("7");
    lab.harness.key(panels::compat::Key::Enter);
    lab.settle();
    INFO(lab.harness.screen());
    CHECK(lab.harness.says("There is no such cache: the bytes of a cache are a multiple of 64 times its ways"));
    CHECK(lab.cache.replay(lab.state.kind) == nullptr);
    CHECK_FALSE(lab.harness.says(" hits, "));
}

TEST_CASE("Lab cache: the second storage is chosen, and nothing is done again while nothing changes", "[panels][lab]") {
    Lab lab(50);
    REQUIRE(lab.cache.other() == StorageKind::HashIndex);
    const std::size_t replays = lab.cache.replays(), pictures = lab.cache.pictures();
    CHECK(replays == 2);
    lab.harness.frames(20);
    CHECK(lab.cache.replays() == replays);
    CHECK(lab.cache.pictures() == pictures);
    lab.harness.click_text("Hash index");
    lab.harness.frames(2);
    lab.harness.click_text("Columns");
    lab.settle();
    CHECK(lab.cache.other() == StorageKind::ArchetypeBlock);
    CHECK(lab.cache.replays() == replays + 1);
    CHECK(lab.cache.replay(StorageKind::ArchetypeBlock));
}

TEST_CASE("Lab cache: without a query there is nothing to replay", "[panels][lab]") {
    Lab lab(50, 1);
    CHECK(lab.cache.replays() == 0);
    CHECK_FALSE(lab.harness.says(" hits, "));
}

}  // namespace lab_cache_test
