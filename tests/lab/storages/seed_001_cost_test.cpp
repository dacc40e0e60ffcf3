// Article 001, row by row of the checklist: what it costs, its headline, and the reference numbers of the design. Sizes
// that the rows give for Rust are those of our C++ counterparts; rows of cost are counted, never timed.
#include <array>
#include <optional>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/lab/storages/ledger.hpp"
#include "lab/support/seed_001.hpp"

namespace seed_001_cost_test {

using namespace seed_001;

TEST_CASE("001-cost: attaching costs the gap, iterating and memory the largest index", "[lab][seed001]") {
    Lab lab(Mode::Repaired, true);
    std::vector<Handle> entities;
    for (int i = 0; i < 1000; ++i) entities.push_back(lab.create());
    const lab_test::Position value{1, 2, 3};
    const auto work_of = [&](const auto& act) {
        lab.trace->begin_operation("one");
        act();
        return lab.trace->operations().back().work;
    };
    const TypeIndex join[]{lab_test::position};
    const auto attach = [&](std::size_t i) {
        return work_of([&] { lab.storage->add(entities[i], {lab_test::position, &value}); });
    };
    CHECK(attach(0).writes == 3);          // None, Some, the value
    CHECK(attach(699).writes == 699 + 3);  // a None for each index of the gap; the larger block takes the first over
    CHECK(attach(5).writes == 2);          // no gap
    CHECK(attach(5).writes == 1);          // overwritten
    const Work moved = attach(999);
    CHECK(moved.writes == 300 + 2);  // the capacity is 1024: nothing was to be copied
    CHECK(moved.bytes_moved == 0);
    const Work visited = work_of([&] { lab.storage->each(join, [](Row&) {}); });
    CHECK(visited.reads == 1000);  // four values, but a tag for each index
    CHECK(visited.lines == 1000 * 16 / line_bytes);
    const Account account = account_of(*lab.storage, lab.arena);
    CHECK(account.payload == 4 * 12);
    CHECK(account.holes == 996 * 12);
    CHECK(account.by_role[static_cast<std::size_t>(Role::OptionTag)] == 1000 * 4);
    CHECK(account.spare == 24 * 16);
}

TEST_CASE("001-sizes: an option costs the alignment of its value (our counterparts of the sizes in Rust)",
          "[lab][seed001]") {
    struct Doubles {
        double x, y, z;
    };
    static_assert(option_layout_of<Vector3>().stride() == 16 && sizeof(std::optional<Vector3>) == 16);
    static_assert(option_layout_of<Doubles>().stride() == 32 && sizeof(std::optional<Doubles>) == 32);
    static_assert(option_layout_of<float>().stride() == 8 && sizeof(std::optional<float>) == 8);
    static_assert(option_layout_of<Tag>().stride() == 1);
    static_assert(sizeof(std::optional<Tag>) == 2);     // C++ gives an empty value a byte; Rust does not
    static_assert(sizeof(std::optional<void*>) == 16);  // and it has no niches: Option<Box> is 8 in Rust
    static_assert(sizeof(GenerationalId) == 8);         // 16 in Rust: a usize and a generation
    static_assert(sizeof(GenerationalVec::Entry) == 8);
    struct Player {
        Vector3 position, velocity;
        float hp;
    };
    struct Enemy {
        Vector3 position, velocity;
    };
    static_assert(sizeof(Player) == 28 && sizeof(Enemy) == 24 && sizeof(Vector3) == 12);

    Lab lab(Mode::Repaired);
    lab.create({{lab_test::marked, nullptr}});
    const Account account = account_of(*lab.storage, lab.arena);
    CHECK(account.by_role[static_cast<std::size_t>(Role::OptionTag)] == 1);
    CHECK(account.payload == 0);

    World world = World::builder().register_component<Tag>().build();
    for (int i = 0; i < 3; ++i) world.attach_component(world.new_entity(), Tag{});
    int tags = 0;
    world.execute([&](SingleComponentExclusiveIter<Tag> all) {
        for ([[maybe_unused]] const Tag& tag : all) ++tags;
    });
    CHECK(tags == 3);
}

TEST_CASE("001-H1: (counted, not timed) decay, apply, decay stays within ten times the fewest lines, at every N",
          "[lab][seed001]") {
    using lab_test::Wide;
    for (const int n : {100, 1000, 10000}) {
        CAPTURE(n);
        // The article's benchmark moves three doubles; Wide is them, and Position stands for the velocity.
        Lab lab(Mode::Faithful, true);
        struct Object {
            std::optional<Wide> position;
            std::optional<lab_test::Position> velocity;
        };
        std::vector<Object> objects;
        std::uint64_t with_position = 0, with_velocity = 0, with_both = 0;
        for (int i = 0; i < n; ++i) {
            Object object;
            std::vector<Value> values;
            if (i / 10 % 3 != 0) object.position = Wide{i + 1.0, i + 2.0, i + 3.0};
            if (i / 10 % 4 != 0) object.velocity = lab_test::Position{1, 2, static_cast<float>(i)};
            if (object.position) values.push_back({lab_test::wide, &*object.position});
            if (object.velocity) values.push_back({lab_test::position, &*object.velocity});
            with_position += object.position.has_value();
            with_velocity += object.velocity.has_value();
            with_both += object.position && object.velocity;
            REQUIRE(lab.storage->create(values).verdict == Verdict::Done);
            objects.push_back(object);
        }
        const auto decay = [](lab_test::Position& v) { v = {v.x * 0.5f, v.y * 0.5f, v.z * 0.5f}; };
        const auto apply = [](Wide& p, const lab_test::Position& v) { p = {p.a + v.x, p.b + v.y, p.c + v.z}; };
        const TypeIndex decayed[]{lab_test::position}, applied[]{lab_test::wide, lab_test::position};
        const auto run_decay = [&] {
            lab.trace->begin_operation("decay");
            lab.storage->each(decayed, [&](Row& row) {
                lab_test::Position v;
                row.read(0, &v);
                decay(v);
                row.write(0, &v);
            });
            const std::uint64_t fewest = (with_velocity * 12 + line_bytes - 1) / line_bytes;
            CHECK(lab.trace->operations().back().work.lines <= 10 * fewest);
        };
        run_decay();
        lab.trace->begin_operation("apply");
        lab.storage->each(applied, [&](Row& row) {
            Wide p;
            lab_test::Position v;
            row.read(0, &p);
            row.read(1, &v);
            apply(p, v);
            row.write(0, &p);
        });
        const std::uint64_t fewest = (with_both * 36 + line_bytes - 1) / line_bytes;
        CHECK(lab.trace->operations().back().work.lines <= 10 * fewest);
        run_decay();

        for (Object& object : objects) {
            if (object.velocity) decay(*object.velocity);
            if (object.position && object.velocity) apply(*object.position, *object.velocity);
            if (object.velocity) decay(*object.velocity);
        }
        std::uint64_t equal = 0;
        const TypeIndex all[]{lab_test::wide};
        lab.storage->each(all, [&](Row& row) {
            Wide p;
            row.read(0, &p);
            equal += *objects[generational_id_of(row.entity()).index].position == p;
        });
        CHECK(equal == with_position);
    }
}

TEST_CASE("001: faithful, the ledger tiles every byte whatever is done with ids old and new, and all can be undone",
          "[lab][seed001]") {
    Lab lab(Mode::Faithful, true);
    const std::size_t first_events = lab.trace->events().size();
    const Arena::Snapshot first = lab.arena.snapshot();
    ecs::Random random(5);
    std::vector<Handle> ids;
    for (int i = 0; i < 600; ++i) {
        const std::array<std::byte, 24> bytes{};
        const Value value{random.below(6), bytes.data()};
        const Handle id = ids.empty() ? Handle{} : ids[random.below(static_cast<std::uint32_t>(ids.size()))];
        lab.trace->begin_operation("step");
        switch (random.below(5)) {
            case 0:
            case 1:
                ids.push_back(lab.storage->create({&value, 1}).handle);
                break;
            case 2:
                lab.storage->destroy(id);
                break;
            case 3:
                lab.storage->add(id, value);
                break;
            default:
                lab.storage->remove(id, value.type);
        }
        REQUIRE(fault_of(*lab.storage, lab.arena) == "");
    }
    lab.trace->go_to(first_events);
    CHECK(lab.arena.snapshot() == first);
}

TEST_CASE("001: a system that throws gives its borrows back", "[lab][seed001]") {
    const lab_test::Health value{1};
    for (const Mode mode : both_modes) {
        Lab lab(mode);
        lab.create({{lab_test::health, &value}});
        const TypeIndex join[]{lab_test::health};
        CHECK_THROWS(lab.storage->each(join, [](Row&) { throw 1; }));
        CHECK(lab.storage->create({}).verdict == Verdict::Done);
        CHECK(lab.visits({lab_test::health}) == 1);
    }
}

TEST_CASE("001: the reference numbers of the design", "[lab][seed001]") {
    Lab lab(Mode::Repaired, true);
    const lab_test::Position p{1, 2, 3};
    const lab_test::Velocity v{1, 2, 3};
    const lab_test::Health h{4};
    for (int i = 0; i < 10000; ++i) {
        std::vector<Value> values;
        if (i / 10 % 3 != 0) values.push_back({lab_test::position, &p});
        if (i / 10 % 4 != 0) values.push_back({lab_test::velocity, &v});
        values.push_back({lab_test::health, &h});
        REQUIRE(lab.storage->create(values).verdict == Verdict::Done);
    }
    CHECK(fault_of(*lab.storage, lab.arena) == "");
    const Account account = account_of(*lab.storage, lab.arena);
    CHECK(account.allocated == 786'432);
    CHECK(account.payload == 209'920);
    CHECK(account.index == 251'032);
    CHECK(account.holes == 69'960);
    CHECK(account.spare == 255'520);
    CHECK(account.padding == 0);
    lab.trace->begin_operation("join");
    const TypeIndex join[]{lab_test::position, lab_test::velocity};
    lab.storage->each(join, [](Row& row) {
        lab_test::Position read;
        row.read(0, &read);
        row.read(1, &read);
    });
    CHECK(lab.trace->operations().back().work.lines == 4'330);
}

}  // namespace seed_001_cost_test
