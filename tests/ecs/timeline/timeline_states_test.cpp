#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/breakpoints/last_write.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/deep_state.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/timeline/timeline.hpp"

namespace timeline_states_test {

using namespace ecs;
using namespace test;

namespace {

/// A world that somebody else runs: nobody here can run its ticks again.
struct Elsewhere {
    World world;
    Schedule schedule;
    History history{world, schedule};
    Timeline timeline{world, schedule, history};
    Random random{5};

    explicit Elsewhere(TimelineOptions options = {}) {
        register_types(world);
        options.by_states = true;
        timeline.start(nullptr, options);
    }
    /// One of its ticks has come.
    void tick(std::uint64_t number) {
        world.set_tick(number);
        for (TickListener* const each : schedule.listeners()) each->tick_ended(world);
    }
    void tick() { tick(world.tick() + 1); }

    Entity some() {
        for (int i = 0; i < 20; ++i) {
            const auto slots = static_cast<std::uint32_t>(world.slot_count());
            const Entity entity = slots == 0 ? null_entity : world.entity_at_slot(random.below(slots));
            if (entity) return entity;
        }
        return null_entity;
    }
    void change() {
        const Entity entity = some();
        switch (random.below(8)) {
            case 0:
            case 1:
                world.create(Position{random.unit(), 1, 2}, Health{static_cast<int>(random.below(9))});
                break;
            case 2:
                world.create(Name{std::string(random.below(40), 'n')});
                break;
            case 3:
                if (entity && world.entity_count() > 200) world.destroy(entity);
                break;
            case 4:
                if (entity && world.has<Health>(entity)) world.remove<Health>(entity);
                break;
            case 5:
                if (entity) world.add(entity, Label{std::string(random.below(30), 'l')});
                break;
            default:
                if (entity && world.has<Position>(entity)) world.get_mut<Position>(entity).x += random.unit();
        }
    }
};

const MissingTicks* missing_at(const TimeBranch& branch, std::uint64_t tick) {
    for (const MissingTicks& each : branch.missing)
        if (tick >= each.first && tick <= each.last) return &each;
    return nullptr;
}

}  // namespace

TEST_CASE("Timeline of states: 1,000 random seeks equal independent copies", "[ecs][timeline]") {
    Elsewhere there;
    std::map<std::uint64_t, DeepState> copies;
    copies.emplace(there.world.tick(), deep_state(there.world));
    int seeks = 0;
    bool equal = true;
    for (int operation = 0; operation < 10'000; ++operation) {
        there.change();
        if (there.random.below(8) != 0) continue;
        // Some ticks are not seen.
        there.tick(there.world.tick() + (there.random.below(10) == 0 ? 2 + there.random.below(5) : 1));
        copies.insert_or_assign(there.world.tick(), deep_state(there.world));
        for (std::uint32_t n = there.random.below(3); n > 0; --n, ++seeks) {
            const std::uint64_t last = there.timeline.last_tick();
            const std::uint64_t wanted = there.random.below(static_cast<std::uint32_t>(last) + 1);
            REQUIRE(there.timeline.seek(wanted).empty());
            const auto copy = std::prev(copies.upper_bound(wanted));  // what is missing is never made up
            equal =
                equal && there.world.tick() == copy->first && difference(copy->second, deep_state(there.world)).empty();
            CHECK((copy->first == wanted) == (missing_at(*there.timeline.find(0), wanted) == nullptr));
            if (there.random.below(2) == 0 && !there.timeline.at_now()) {
                const auto next = copies.upper_bound(there.world.tick());
                REQUIRE(there.timeline.step_on().empty());
                equal = equal && difference(next->second, deep_state(there.world)).empty();
            }
            REQUIRE(there.timeline.return_to_now().empty());
            equal = equal && difference(copies.rbegin()->second, deep_state(there.world)).empty();
        }
    }
    CHECK(seeks > 1000);
    CHECK(equal);
    CHECK(there.timeline.at_now());
    CHECK(there.timeline.stats().unseen_ticks > 0);
    CHECK(there.timeline.branches().size() == 1);
}

TEST_CASE("Timeline of states: under the cap, old ticks are thinned and none is made up", "[ecs][timeline]") {
    Elsewhere there({.cap_bytes = 1});  // twice the first state, as little as it can be
    std::vector<Entity> entities;
    for (int i = 0; i < 2000; ++i) entities.push_back(there.world.create(Position{float(i), 0, 0}));
    there.timeline.start(nullptr, {.by_states = true, .cap_bytes = 600'000});
    std::map<std::uint64_t, std::uint64_t> hashes{{there.world.tick(), state_hash(there.world)}};
    for (int i = 0; i < 2000; ++i) {
        for (const Entity entity : entities)
            if (there.random.below(4) == 0) there.world.get_mut<Position>(entity).x = there.random.unit();
        there.tick();
        hashes[there.world.tick()] = state_hash(there.world);
        REQUIRE(there.timeline.stats().bytes <= there.timeline.options().cap_bytes);
    }
    const TimelineStats stats = there.timeline.stats();
    CHECK(stats.every_tick_from > 100);
    CHECK(stats.every_tick_from < there.world.tick());
    CHECK(stats.unseen_ticks == 0);
    const TimeBranch branch = *there.timeline.find(there.timeline.branch());
    std::size_t kept = 0, kept_of_old = 0;
    for (std::uint64_t tick = branch.first_tick; tick <= branch.last_tick; ++tick) {
        const MissingTicks* const missing = missing_at(branch, tick);
        REQUIRE((missing == nullptr || missing->thinned));
        REQUIRE(there.timeline.seek(tick).empty());
        CHECK((there.world.tick() == tick) == (missing == nullptr));
        CHECK(state_hash(there.world) == hashes.at(there.world.tick()));
        kept += missing == nullptr ? 1u : 0u;
        kept_of_old += missing == nullptr && tick < stats.every_tick_from ? 1u : 0u;
    }
    CHECK(kept > 20);
    CHECK(kept_of_old > 0);  // thinned, and not dropped
}

TEST_CASE("Timeline of states: another run of the program is a line of its own, and the former one stays",
          "[ecs][timeline]") {
    Elsewhere there;
    const Entity entity = there.world.create(Health{1});
    there.tick(100);
    const std::uint64_t before = state_hash(there.world);
    there.world.get_mut<Health>(entity).hp = 2;
    there.tick(3);
    REQUIRE(there.timeline.branches().size() == 2);
    const TimeBranch &former = *there.timeline.branches()[0], &present = *there.timeline.branches()[1];
    CHECK_FALSE(present.parent);
    CHECK(there.timeline.first_tick() == 3);
    REQUIRE(there.timeline.seek({former.id, 100}).empty());
    CHECK(state_hash(there.world) == before);
    CHECK_FALSE(there.timeline.at_now());
    REQUIRE(there.timeline.return_to_now().empty());
    CHECK(there.world.tick() == 3);
    CHECK(there.world.get<Health>(entity).hp == 2);
    CHECK(there.timeline.at_now());
}

TEST_CASE("Timeline of states: an edit between two ticks belongs to the tick before, and comes back",
          "[ecs][timeline]") {
    Elsewhere there;
    const Entity entity = there.world.create(Health{1});
    there.tick();
    there.tick();
    there.world.get_mut<Health>(entity).hp = 7;
    REQUIRE(there.timeline.seek(1).empty());
    CHECK(there.world.get<Health>(entity).hp == 1);
    REQUIRE(there.timeline.return_to_now().empty());
    CHECK(there.world.get<Health>(entity).hp == 7);
    CHECK(there.timeline.last_tick() == 2);
}

TEST_CASE("Timeline of states: it finds where a value changed last, and compares two moments", "[ecs][timeline]") {
    Elsewhere there;
    const Entity entity = there.world.create(Health{1}), other = there.world.create(Position{0, 0, 0});
    for (int tick = 1; tick <= 100; ++tick) {
        if (tick == 40) there.world.get_mut<Health>(entity).hp = 5;
        there.world.get_mut<Position>(other).x += 1;
        there.tick();
    }
    TimelineSource source(there.timeline, there.world);
    const LastWriteSearch search =
        find_last_write(source, {entity, there.world.id<Health>()}, there.timeline.last_tick());
    REQUIRE(search.found);
    CHECK(search.found->tick == 39);  // it made the state of tick 40
    CHECK(search.found->writer == WriterKind::Direct);
    CHECK(static_cast<const Health*>(search.found->before.data())->hp == 1);
    REQUIRE(there.timeline.return_to_now().empty());
    const BranchId branch = there.timeline.branch();
    const auto compared = there.timeline.compare({branch, 39}, {branch, 40});
    REQUIRE(compared);
    CHECK(compared->before->get<Health>(entity).hp == 1);
    CHECK(compared->after->get<Health>(entity).hp == 5);
    CHECK(there.timeline.at_now());  // the world stayed where it was
}

TEST_CASE("Timeline of states: a type that comes later is there again at now, and at each tick since",
          "[ecs][timeline]") {
    Elsewhere there;
    there.tick();
    ComponentType type;
    type.name = "Late";
    type.fields.resize(1);
    type.fields[0].name = "x";
    type.fields[0].kind = FieldKind::F32;
    type.fields[0].element_size = 4;
    const ComponentId late = *there.world.types().add_at_run_time(type);
    const Entity entity = there.world.create();
    there.world.add(entity, late);
    there.tick();
    there.tick();
    REQUIRE(there.timeline.seek(0).empty());
    REQUIRE(there.timeline.seek(2).empty());
    CHECK_FALSE(there.world.types()[late].retired);
    REQUIRE(there.timeline.return_to_now().empty());
    CHECK_FALSE(there.world.types()[late].retired);
    CHECK(there.world.types()[late].name == "Late");
    CHECK(there.world.has(entity, late));
}

TEST_CASE("Timeline of states: old runs and old moments leave most of the cap to the ticks of now", "[ecs][timeline]") {
    Elsewhere there;
    std::vector<Entity> entities;
    for (int i = 0; i < 1000; ++i) entities.push_back(there.world.create(Position{float(i), 0, 0}));
    there.timeline.start(nullptr, {.by_states = true, .cap_bytes = 800'000});
    for (int run = 0; run < 6; ++run) {
        there.world.set_tick(0);
        for (int i = 0; i < 3000; ++i) {
            for (int n = 0; n < 100; ++n)
                there.world.get_mut<Position>(entities[there.random.below(1000)]).x = there.random.unit();
            there.tick();
        }
    }
    CHECK(there.timeline.stats().bytes <= there.timeline.options().cap_bytes);
    CHECK(there.timeline.options().cap_bytes == 800'000);
    // 100 changed rows take some 700 bytes, so that half of the cap holds some 500 ticks.
    CHECK(there.timeline.last_tick() - there.timeline.stats().every_tick_from > 150);
}

TEST_CASE("Timeline of states: a visit to the past copies nothing again, and ending the record returns to now",
          "[ecs][timeline]") {
    Elsewhere there;
    for (int i = 0; i < 300; ++i) there.world.create(Label{std::string(200, 'x')}, Health{i});
    for (int i = 0; i < 5; ++i) there.tick();
    REQUIRE(there.timeline.seek(2).empty());
    REQUIRE(there.timeline.return_to_now().empty());
    there.tick();
    const std::size_t before = there.timeline.stats().bytes;
    for (int i = 0; i < 10; ++i) {
        REQUIRE(there.timeline.seek(2).empty());
        REQUIRE(there.timeline.return_to_now().empty());
        there.tick();
    }
    CHECK(there.timeline.stats().bytes < before + 20'000);
    const std::uint64_t now = state_hash(there.world);
    const Entity entity = there.world.create(Health{7});
    there.tick();
    REQUIRE(there.timeline.seek(3).empty());
    CHECK_FALSE(there.world.alive(entity));
    there.timeline.stop();
    CHECK(there.world.alive(entity));
    CHECK(there.history.stands_still().empty());
    CHECK(state_hash(there.world) != now);
}

TEST_CASE("Timeline of states: a tape says what led from state to state, and which ticks nobody saw",
          "[ecs][timeline]") {
    Elsewhere there;
    const Entity entity = there.world.create(Health{0});
    for (int i = 1; i <= 100; ++i) {
        there.world.get_mut<Health>(entity).hp = i;
        there.tick(there.world.tick() + (i % 50 == 0 ? 4 : 1));
    }
    const Result<TimeTape> tape = there.timeline.tape(20);
    REQUIRE(tape);
    CHECK(tape->why_short.empty());
    CHECK(tape->first_tick == 20);
    CHECK(tape->last_tick == there.world.tick());
    CHECK(tape->start->get<Health>(entity).hp == 20);
    REQUIRE(tape->events.size() == 80);
    CHECK(tape->events.front().tick == 21);
    REQUIRE(tape->marks.size() == 2);
    CHECK(tape->marks.front().tick == 50);
    CHECK(tape->marks.front().text == "Nobody saw ticks 50 to 52");
    CHECK(tape->types_of->get<Health>(entity).hp == 100);
}

TEST_CASE("Timeline of states: another thread makes a tape of a record while the world goes on",
          "[ecs][timeline][snapshot]") {
    Elsewhere there;
    for (int i = 0; i < 200; ++i) {
        for (int n = 0; n < 20; ++n) there.change();
        there.tick();
    }
    const std::uint64_t last = there.world.tick(), hash = there.timeline.tape(50)->end_hash.value();
    Result<StateRecord> record = there.timeline.state_record(50);
    REQUIRE(record);
    Progress progress;
    std::optional<Result<TimeTape>> tape;
    {
        const std::jthread other([&] { tape.emplace(record->tape(&progress)); });
        for (int i = 0; i < 200; ++i) {
            for (int n = 0; n < 20; ++n) there.change();
            there.tick();
        }
    }
    REQUIRE(*tape);
    CHECK((*tape)->first_tick == 50);
    CHECK((*tape)->last_tick == last);
    CHECK((*tape)->end_hash == hash);
    CHECK(progress.total() >= 150);
    CHECK(progress.done() == progress.total());
}

TEST_CASE("Timeline of states: no tape is made once it was cancelled", "[ecs][timeline]") {
    Elsewhere there;
    for (int i = 0; i < 20; ++i) {
        there.change();
        there.tick();
    }
    Result<StateRecord> record = there.timeline.state_record(0);
    REQUIRE(record);
    Progress progress;
    progress.cancel();
    CHECK_FALSE(record->tape(&progress));
    CHECK(progress.done() == 1);
    CHECK(record->tape());
}

TEST_CASE("Timeline of states: an edit and its undoing are marked, although they go to the owner", "[ecs][timeline]") {
    Elsewhere there;
    const Entity hero = there.world.create(Health{1});
    there.tick();
    const auto marks = [&] {
        std::vector<std::string> texts;
        for (const TimeMark& mark : there.timeline.find(0)->marks)
            if (mark.kind == MarkKind::Edited) texts.push_back(std::to_string(mark.tick) + " " + mark.text);
        return texts;
    };
    CHECK(marks().empty());
    const ComponentType& type = there.world.types()[there.world.id<Health>()];
    std::vector<Edit> edits{SetComponent{hero, Value::of(type, Health{7}), {0}}};
    REQUIRE(there.history.perform({"Set hp", std::move(edits)}).empty());
    there.tick();
    there.tick();
    REQUIRE(there.history.undo().empty());
    there.tick();
    there.tick();
    CHECK(marks() == std::vector<std::string>{"2 Set hp", "4 Undo Set hp"});
    REQUIRE(there.history.redo().empty());
    there.tick();
    CHECK(marks().back() == "6 Redo Set hp");
    // What the owner refuses is given up, and was no edit.
    there.history.seal();
    REQUIRE(there.history.perform({"Create", {CreateEntities{.entities = {{}}}}}).empty());
    there.tick();
    CHECK(marks().back() == "7 Create");
    REQUIRE(there.history.give_up_gesture());
    there.tick();
    CHECK(marks().size() == 4);
}

TEST_CASE("Timeline of states: what came in ticks that nobody saw is no burst of one tick", "[ecs][timeline]") {
    Elsewhere there;
    const auto create_many = [&] {
        for (int i = 0; i < 500; ++i) there.world.create(Health{i});
    };
    const auto bursts = [&] {
        return std::ranges::count(there.timeline.find(0)->marks, MarkKind::Burst, &TimeMark::kind);
    };
    there.tick();
    there.tick();
    create_many();
    there.tick(40);
    CHECK(bursts() == 0);
    CHECK(there.timeline.stats().unseen_ticks == 37);
    create_many();
    there.tick();
    CHECK(bursts() == 1);
}

TEST_CASE("Timeline of states: nothing is recorded in the past, and the history keeps its listener",
          "[ecs][timeline]") {
    Elsewhere there;
    CHECK(there.history.log == nullptr);
    there.tick();
    there.tick();
    REQUIRE(there.timeline.seek(1).empty());
    there.tick(9);
    CHECK(there.timeline.last_tick() == 2);
    CHECK(there.timeline.step_on().empty());
    CHECK(there.world.tick() == 2);
    CHECK_FALSE(there.timeline.step_on().empty());
}

}  // namespace timeline_states_test
