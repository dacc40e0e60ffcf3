#include "ecs/world/commands.hpp"

#include "ecs/schedule/schedule.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/support/tracked.hpp"
#include "out_of_memory.hpp"

namespace commands_oom_test {

using namespace ecs;
using namespace test;

namespace {

const std::string long_text(100, 'x');

struct Fixture {
    World world;
    Entity one, two;

    Fixture() {
        register_types(world);
        register_tracked(world);
        one = world.create(Position{}, Label{"one"});
        two = world.create(Wide{});
        world.destroy(world.create());
    }
};
struct Recorded : Fixture {
    Commands commands{world};
    std::size_t skipped = 0;
};

std::string unless(bool holds, const char* what) { return holds ? std::string() : what; }

}  // namespace

TEST_CASE("Out of memory: a command is recorded or not, and reserves no handle for nothing", "[ecs][oom][commands]") {
    const TrackedScope scope;
    Entity made;
    std::size_t failures = 0;
    const auto unrecorded = [](Recorded& f, const WorldState& before) {
        if (!f.commands.empty()) return std::string("a part was recorded");
        return difference(before, state_of(f.world));
    };
    failures += run_out_of_memory(
        [] { return std::make_unique<Recorded>(); }, [&](Recorded& f) { made = f.commands.create(); }, unrecorded,
        [&](Recorded& f) { return unless(f.world.entity_index().reserved(made), "not reserved"); });
    failures += run_out_of_memory(
        [] { return std::make_unique<Recorded>(); },
        [&](Recorded& f) { made = f.commands.create(Wide{}, Tracked(4), Label{long_text}); }, unrecorded,
        [&](Recorded& f) { return unless(f.commands.size() == 4 && f.world.entity_index().reserved(made), "wrong"); });
    failures += run_out_of_memory([] { return std::make_unique<Recorded>(); },
                                  [&](Recorded& f) { f.commands.add(f.one, Wide{}); }, unrecorded,
                                  [&](Recorded& f) { return unless(f.commands.size() == 1, "not recorded"); });
    failures +=
        run_out_of_memory([] { return std::make_unique<Recorded>(); }, [&](Recorded& f) { f.commands.destroy(f.one); },
                          unrecorded, [&](Recorded& f) { return unless(f.commands.size() == 1, "not recorded"); });
    CHECK(failures > 6);
    CHECK(scope.clean());
}

TEST_CASE("Out of memory: playing back goes on where it stopped", "[ecs][oom][commands]") {
    const TrackedScope scope;
    struct Played : Recorded {
        Entity made, child, brief;
        Played() {
            made = commands.create(Tracked(4), Wide{}, Label{long_text});
            commands.add(one, Velocity{1, 2, 3});
            commands.add(one, Tracked(5));
            child = commands.create(Parent{made}, Health{3});
            commands.add(one, Label{long_text});
            commands.remove<Position>(one);
            brief = commands.create();
            commands.set_parent(two, child);
            commands.destroy(brief);
            commands.add(brief, Wide{});
            commands.set_parent(one, child);
        }
    };
    std::size_t skipped = 0;
    const std::size_t failures = run_out_of_memory(
        [&] {
            skipped = 0;
            return std::make_unique<Played>();
        },
        [&](Played& f) { skipped += f.commands.play_back(); },
        [](Played& f, const WorldState&) { return unless(!f.commands.empty(), "the commands were dropped"); },
        [&](Played& f) -> std::string {
            const World& world = f.world;
            if (!f.commands.empty()) return "commands are left";
            if (!world.alive(f.made) || !world.alive(f.child) || world.alive(f.brief)) return "others live";
            if (world.get<Tracked>(f.made).value != 4 || world.get<Label>(f.made).text != long_text) return "lost";
            if (world.get<Velocity>(f.one).z != 3 || world.get<Tracked>(f.one).value != 5) return "not added";
            if (world.get<Label>(f.one).text != long_text || world.has<Position>(f.one)) return "not removed";
            if (world.parent(f.two) != f.child || world.parent(f.one) != f.child) return "not moved";
            if (world.parent(f.child) != f.made || world.get<Health>(f.child).hp != 3) return "not below";
            return {};
        });
    CHECK(failures > 20);
    CHECK(scope.clean());
}

TEST_CASE("Out of memory: commands that are dropped give all their handles back", "[ecs][oom][commands]") {
    std::size_t failures = 0;
    for (std::size_t allocation = 1;; ++allocation) {
        Fixture f;
        std::vector<Entity> reserved;
        bool threw = false;
        {
            Commands commands(f.world);
            for (int i = 0; i < 4; ++i) reserved.push_back(commands.create(Tracked(1), Wide{}));
            const AllocationsFail fail(allocation);
            try {
                commands.play_back();
            } catch (const std::bad_alloc&) {
                threw = true;
            }
        }
        for (const Entity entity : reserved) {
            REQUIRE_FALSE(f.world.entity_index().reserved(entity));
            if (threw && !f.world.alive(entity)) REQUIRE_FALSE(f.world.entity_index().can_acquire(entity));
        }
        REQUIRE(storage_fault(f.world).empty());
        failures += threw;
        if (!threw) break;
    }
    CHECK(failures > 3);
}

TEST_CASE("Out of memory: a system is added whole or not at all, and a tick can be gone on with", "[ecs][oom]") {
    struct Scheduled : Fixture {
        Schedule schedule;
        int created = 0, runs = 0;
    };
    const std::size_t failures = all_or_nothing(
        [] { return std::make_unique<Scheduled>(); },
        [](Scheduled& f) {
            SystemDescription description;
            description.name = "A system with a name that is long";
            description.after = {"Another"};
            if (!f.schedule.find(description.name)) {
                description.on_create = [&f](SystemContext&) { ++f.created; };
                description.run = [&f](SystemContext&) { ++f.runs; };
                const Result<std::size_t> added = f.schedule.add(std::move(description));
                if (!added) throw std::runtime_error(added.error());
            }
            while (f.runs == 0) f.schedule.tick(f.world);  // a system that threw is passed over in that tick
        },
        [](Scheduled& f) {
            return unless(f.schedule.systems().size() == 1 && f.created == 1 && f.runs >= 1, "not added or not run");
        });
    CHECK(failures > 5);
}

}  // namespace commands_oom_test
