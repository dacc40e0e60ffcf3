#include "ecs/diagnose/operation.hpp"

#include <algorithm>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/support/test_types.hpp"

namespace operation_test {

using namespace ecs;
using namespace test;

namespace {

struct Fixture {
    World world;
    Journal journal{1000};
    Fixture() {
        register_types(world);
        world.observe(&journal);
    }
    ~Fixture() { world.observe(nullptr); }
    Operation last() const { return operation_ending_at(journal, journal.total() - 1).value(); }
    std::vector<BeatKind> kinds() const {
        std::vector<BeatKind> result;
        for (const Beat& beat : beats_of(world, last())) result.push_back(beat.kind);
        return result;
    }
};

std::uint64_t bytes_of(const std::vector<Beat>& beats) {
    std::uint64_t bytes = 0;
    for (const Beat& beat : beats) bytes += beat.bytes;
    return bytes;
}

}  // namespace

TEST_CASE("Operation: adding a component is told beat by beat", "[ecs][operation]") {
    Fixture f;
    const Entity first = f.world.create(Position{}, Frozen{});
    const Entity second = f.world.create(Position{}, Frozen{});
    f.world.add(first, Velocity{});

    const Operation operation = f.last();
    CHECK(operation.main().kind == ChangeKind::Moved);
    CHECK(operation.main().entity == first);
    CHECK(f.kinds() == std::vector{BeatKind::MakeRoom, BeatKind::Lift, BeatKind::CopyId, BeatKind::CopyColumn,
                                   BeatKind::CopyColumn, BeatKind::NewColumn, BeatKind::FillHole});
    const std::vector<Beat> beats = beats_of(f.world, operation);
    CHECK(beats[2].bytes == 8);
    CHECK(beats[3].component == f.world.id<Position>());
    CHECK(beats[3].bytes == 12);
    CHECK(beats[4].component == f.world.id<Frozen>());
    CHECK(beats[4].bytes == 0);  // a tag
    CHECK(beats[5].component == f.world.id<Velocity>());
    CHECK(beats[6].entity == second);
    CHECK(beats[6].to == beats[1].from);  // into the hole
    CHECK(bytes_of(beats) == operation.bytes_copied());
}

TEST_CASE("Operation: creating, removing and destroying", "[ecs][operation]") {
    Fixture f;
    const Entity entity = f.world.create(Position{}, Velocity{});
    CHECK(f.kinds() == std::vector{BeatKind::MakeRoom, BeatKind::CopyId, BeatKind::NewColumn, BeatKind::NewColumn});
    f.world.remove<Velocity>(entity);
    CHECK(f.kinds() == std::vector{BeatKind::MakeRoom, BeatKind::Lift, BeatKind::CopyId, BeatKind::CopyColumn,
                                   BeatKind::DropColumn});
    f.world.destroy(entity);
    CHECK(f.kinds() == std::vector{BeatKind::Lift, BeatKind::DropColumn});
}

TEST_CASE("Operation: a random history falls into whole operations that miss no change", "[ecs][operation]") {
    Fixture f;
    Random random(11);
    std::size_t done = 0;
    std::vector<Entity> living;
    while (f.journal.total() < 900) {
        if (living.size() < 3 || random.below(3) == 0) {
            living.push_back(f.world.create(Position{}, Wide{}));
        } else {
            const std::size_t at = random.below(static_cast<std::uint32_t>(living.size()));
            const Entity entity = living[at];
            switch (random.below(4)) {
                case 0:
                    f.world.destroy(entity);
                    living.erase(living.begin() + static_cast<std::ptrdiff_t>(at));
                    break;
                case 1:
                    if (f.world.has<Frozen>(entity)) continue;
                    f.world.add<Frozen>(entity);
                    break;
                case 2:
                    if (!f.world.remove<Wide>(entity)) continue;
                    break;
                default:
                    if (!f.world.remove<Position>(entity)) continue;
            }
        }
        ++done;
    }
    const std::vector<Operation> operations = last_operations(f.journal, 1000);
    CHECK(operations.size() == done);
    std::uint64_t next = 0;
    for (const Operation& operation : operations) {
        CHECK(operation.first == next);
        next += operation.changes.size();
        CHECK(bytes_of(beats_of(f.world, operation)) == operation.bytes_copied());
    }
    CHECK(next == f.journal.total());
    CHECK(last_operations(f.journal, 5).size() == 5);
}

TEST_CASE("Operation: what the journal dropped is not made up", "[ecs][operation]") {
    World world;
    register_types(world);
    Journal journal(4);
    world.observe(&journal);
    CHECK_FALSE(operation_ending_at(journal, 0));
    for (int i = 0; i < 3; ++i) world.create(Position{});
    const Entity entity = world.create(Position{});
    world.add(entity, Velocity{});
    // Four are kept: created, created, chunk made, moved. The first may have had a beginning.
    CHECK(last_operations(journal, 10).size() == 2);
    CHECK_FALSE(operation_ending_at(journal, 0));
    CHECK_FALSE(operation_ending_at(journal, journal.total()));
    CHECK_FALSE(operation_ending_at(journal, journal.total() - 2));  // the middle of one
    world.observe(nullptr);
}

TEST_CASE("Operation: those that began since a change are counted, however many changes each has", "[ecs][operation]") {
    Fixture f;
    Random random(7);
    std::vector<Entity> entities;
    for (int i = 0; i < 60; ++i) entities.push_back(f.world.create(Position{}));
    const std::uint64_t from = f.journal.total();
    CHECK(operations_since(f.journal, from) == 0);
    std::uint64_t done = 0;
    for (int i = 0; i < 100; ++i, ++done) {
        const Entity entity = entities[random.below(static_cast<std::uint32_t>(entities.size()))];
        if (f.world.has<Velocity>(entity))
            f.world.remove<Velocity>(entity);
        else
            f.world.add(entity, Velocity{});
        CHECK(operations_since(f.journal, from) == done + 1);
    }
    // What was dropped is not counted.
    Journal small{10};
    f.world.observe(&small);
    for (int i = 0; i < 30; ++i) f.world.create(Position{});
    CHECK(operations_since(small, 0) == 10);
    f.world.observe(nullptr);
}

}  // namespace operation_test
