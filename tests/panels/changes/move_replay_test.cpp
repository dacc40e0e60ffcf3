#include "panels/changes/move_replay.hpp"

#include "catch.hpp"

namespace move_replay_test {

using namespace panels;

namespace {

struct Position {
    float x = 0, y = 0, z = 0;
};
struct Velocity {
    float x = 0, y = 0, z = 0;
};

struct Fixture {
    ecs::World world;
    ecs::Journal journal{1000};
    Fixture() {
        world.types().add<Position>("Position").field("x", &Position::x);
        world.types().add<Velocity>("Velocity").field("x", &Velocity::x);
        world.observe(&journal);
    }
    ~Fixture() { world.observe(nullptr); }
    MoveReplay last() { return MoveReplay(world, ecs::operation_ending_at(journal, journal.total() - 1).value()); }
};

ecs::Location place_at(const ReplayCell& cell) { return cell.way < 0.5f ? cell.from : cell.to; }

}  // namespace

TEST_CASE("MoveReplay: at the start all values stand where they were, at the end where they are", "[panels][moves]") {
    Fixture f;
    std::vector<ecs::Entity> entities;
    for (int i = 0; i < 5; ++i) entities.push_back(f.world.create(Position{}));
    const ecs::Location before = f.world.location(entities[1]);
    const ecs::Location last_before = f.world.location(entities[4]);
    f.world.add(entities[1], Velocity{});
    const MoveReplay replay = f.last();

    const auto end = static_cast<double>(replay.beats().size());
    for (const double moment : {0.0, end}) {
        std::size_t movers = 0, fillers = 0;
        for (const ReplayCell& cell : replay.cells_at(moment)) {
            INFO(moment << " " << cell.component);
            if (cell.entity == entities[1]) {
                ++movers;
                if (cell.component == f.world.id<Velocity>()) {
                    CHECK(cell.opacity == (moment == 0 ? 0.0f : 1.0f));
                    CHECK(place_at(cell) == f.world.location(entities[1]));
                } else {
                    CHECK(cell.opacity == 1);
                    CHECK(place_at(cell) == (moment == 0 ? before : f.world.location(entities[1])));
                }
            } else {
                ++fillers;
                CHECK(cell.entity == entities[4]);
                CHECK(place_at(cell) == (moment == 0 ? last_before : f.world.location(entities[4])));
            }
        }
        CHECK(movers == 3);   // id, Position, Velocity
        CHECK(fillers == 2);  // id, Position
    }
    CHECK(replay.bytes_until(0) == 0);
    CHECK(replay.bytes_until(end) == replay.operation().bytes_copied());
    CHECK(replay.bytes_until(end) == 40);
}

TEST_CASE("MoveReplay: every place that a value takes is in the replay, and neighbours are rows that were there",
          "[panels][moves]") {
    Fixture f;
    std::vector<ecs::Entity> entities(1000);
    f.world.create_many(entities, std::vector<ecs::ComponentId>{f.world.id<Position>()});
    for (const std::size_t at : {0u, 500u, 815u, 816u, 999u}) {
        const ecs::Archetype& archetype = f.world.archetype_of(entities[at]);
        const std::size_t count_before = archetype.entity_count();
        f.world.add(entities[at], Velocity{});
        const MoveReplay replay = f.last();
        for (const ReplayCell& cell : replay.cells_at(0.5)) {
            for (const ecs::Location& place : {cell.from, cell.to}) {
                const ReplayFrame* frame = replay.frame_of(place.archetype);
                REQUIRE(frame);
                CHECK(frame->row_of(place) < frame->rows.size());
                CHECK(frame->column_of(cell.component) < frame->columns.size());
            }
        }
        for (const ReplayFrame::Row& row : replay.frames()[0].rows)
            CHECK(row.place.chunk * archetype.layout().capacity + row.place.row < count_before);
    }
}

TEST_CASE("MoveReplay: creating and destroying have one archetype in the replay", "[panels][moves]") {
    Fixture f;
    const ecs::Entity entity = f.world.create(Position{}, Velocity{});
    CHECK(f.last().frames().size() == 1);
    for (const ReplayCell& cell : f.last().cells_at(0)) CHECK(cell.opacity == 0);
    f.world.destroy(entity);
    const MoveReplay replay = f.last();
    CHECK(replay.frames().size() == 1);
    for (const ReplayCell& cell : replay.cells_at(0)) CHECK(cell.opacity == 1);
    for (const ReplayCell& cell : replay.cells_at(static_cast<double>(replay.beats().size()))) CHECK(cell.opacity == 0);
}

TEST_CASE("MoveReplay: every beat says what happens", "[panels][moves]") {
    Fixture f;
    const ecs::Entity entity = f.world.create(Position{}, Velocity{});
    f.world.create(Position{}, Velocity{});
    f.world.remove<Velocity>(entity);
    const MoveReplay replay = f.last();
    std::string all;
    for (std::size_t i = 0; i < replay.beats().size(); ++i) all += replay.caption(f.world, i) + "\n";
    CHECK(all ==
          "A chunk is made in [Position], which has no room\n"
          "The row is looked up: row 0 of chunk 0\n"
          "The id is copied to row 0 of chunk 0, 8 bytes, and the index notes where it is now\n"
          "Position is copied to its column there, 12 bytes\n"
          "Velocity ends with the old row\n"
          "The archetype's last row fills the hole, so that rows stay dense: 32 bytes\n");
}

}  // namespace move_replay_test
