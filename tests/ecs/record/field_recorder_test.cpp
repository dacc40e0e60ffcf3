#include "ecs/record/field_recorder.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include "catch.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/support/test_types.hpp"

namespace field_recorder_test {

using namespace test;
using ecs::RecordKind;
using ecs::WriterKind;

namespace {

struct Stage {
    ecs::World world;
    ecs::Schedule schedule;
    ecs::History history{world, schedule};
    ecs::FieldRecorder recorder;
    ecs::Entity hero, other;

    Stage() {
        register_types(world);
        hero = world.create(Position{1, 2, 3}, Health{10});
        other = world.create(Position{5, 5, 5}, Velocity{1, 0, 0});
        recorder.attach(world, schedule, &history);
    }
    ~Stage() { recorder.detach(); }

    template <class F>
    void system(const char* name, F run) {
        REQUIRE(schedule.add({.name = name, .run = [run](ecs::SystemContext& context) { run(context.world); }}));
    }
    void set_health(ecs::Entity entity, int hp) {
        const ecs::ComponentType& type = world.types()[world.id<Health>()];
        REQUIRE(
            history.perform({"Set hp", {ecs::SetComponent{entity, ecs::Value::of(type, Health{hp}), {0}}}}).empty());
        history.seal();
    }

    /// "0 Position.x 1v1 by Move" and the like.
    std::vector<std::string> told() const {
        std::vector<std::string> lines;
        recorder.each([&](const ecs::FieldRecord& record) {
            std::string line = std::to_string(record.tick) + ' ';
            if (record.component == ecs::no_component) {
                line += "entity";
            } else {
                const ecs::ComponentType& type = world.types()[record.component];
                line += type.name;
                if (record.offset != ecs::whole_component) line += "." + ecs::field_at(type, record.offset).path;
            }
            line += record.kind == RecordKind::Added ? " added" : record.kind == RecordKind::Removed ? " removed" : "";
            constexpr const char* by[] = {"system ", "edit ", "undo ", "redo ", "direct", "hook "};
            lines.push_back(line + " of " + ecs::to_string(record.entity) + " by " +
                            by[static_cast<std::size_t>(record.writer.kind)] + std::string(record.writer.name));
            return true;
        });
        return lines;
    }
};

using Lines = std::vector<std::string>;

template <class T>
T value_in(std::span<const std::byte> bytes) {
    REQUIRE(bytes.size() == sizeof(T));
    T value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
}

}  // namespace

TEST_CASE("FieldRecorder: each change is put down to the system, the step or the direct call that made it",
          "[record]") {
    Stage stage;
    stage.system("Move", [&](ecs::World& world) { world.get_mut<Position>(stage.hero).x += 1; });
    stage.system("Idle", [&](ecs::World& world) { (void)world.get_mut<Position>(stage.hero); });
    stage.system("Hurt", [&](ecs::World& world) { world.get_mut<Health>(stage.hero).hp -= 1; });
    stage.recorder.choose_entities({{stage.hero}});
    stage.schedule.tick(stage.world);
    stage.set_health(stage.hero, 50);
    REQUIRE(stage.history.undo().empty());
    REQUIRE(stage.history.redo().empty());
    stage.world.get_mut<Position>(stage.hero).z = 9;
    stage.schedule.tick(stage.world);
    const std::string id = ecs::to_string(stage.hero);
    CHECK(stage.told() == Lines{"0 Position.x of " + id + " by system Move", "0 Health.hp of " + id + " by system Hurt",
                                "1 Health.hp of " + id + " by edit Set hp", "1 Health.hp of " + id + " by undo Set hp",
                                "1 Health.hp of " + id + " by redo Set hp", "1 Position.z of " + id + " by direct",
                                "1 Position.x of " + id + " by system Move",
                                "1 Health.hp of " + id + " by system Hurt"});
}

TEST_CASE("FieldRecorder: the records of a value come newest first, with what it was and is", "[record]") {
    Stage stage;
    stage.system("Move", [&](ecs::World& world) {
        world.get_mut<Position>(stage.hero).x *= 2;
        world.get_mut<Position>(stage.other).x *= 2;
    });
    stage.recorder.choose_entities({{stage.hero, stage.other}});
    for (int i = 0; i < 3; ++i) stage.schedule.tick(stage.world);
    std::vector<std::pair<float, float>> values;
    std::vector<std::uint64_t> ticks;
    stage.recorder.each_of(stage.hero, stage.world.id<Position>(), 0, [&](const ecs::FieldRecord& record) {
        values.emplace_back(value_in<float>(record.before), value_in<float>(record.after));
        ticks.push_back(record.tick);
        return values.size() < 2;
    });
    CHECK(values == std::vector<std::pair<float, float>>{{4, 8}, {2, 4}});
    CHECK(ticks == std::vector<std::uint64_t>{2, 1});
}

TEST_CASE("FieldRecorder: what a system does in on_create and by commands is its own", "[record]") {
    Stage stage;
    REQUIRE(stage.schedule.add(
        {.name = "Spawn",
         .run = [&](ecs::SystemContext& context) { context.commands.add(stage.hero, Frozen{}); },
         .on_create = [&](ecs::SystemContext& context) { context.world.get_mut<Health>(stage.hero).hp = 1; }}));
    stage.recorder.choose_entities({{stage.hero}});
    stage.schedule.tick(stage.world);
    const std::string id = ecs::to_string(stage.hero);
    CHECK(stage.told() ==
          Lines{"0 Health.hp of " + id + " by system Spawn", "0 Frozen added of " + id + " by system Spawn"});
}

TEST_CASE("FieldRecorder: what a hook does is its own, not that of the system before it", "[record]") {
    Stage stage;
    stage.world.observers().set<Position>("Slow down", [](ecs::World& world, ecs::Entity entity, const Position&,
                                                          const Position&) { world.get_mut<Health>(entity).hp -= 1; });
    stage.system("Move", [&](ecs::World& world) { world.get_mut<Position>(stage.hero).x += 1; });
    stage.recorder.choose_entities(std::vector{stage.hero});
    stage.schedule.tick(stage.world);
    const std::string hero = ecs::to_string(stage.hero);
    CHECK(stage.told() ==
          Lines{"0 Position.x of " + hero + " by system Move", "0 Health.hp of " + hero + " by hook Slow down"});
    stage.recorder.choose_entities({});
    CHECK(stage.world.find_observers()->listener == nullptr);
}

TEST_CASE("FieldRecorder: what a system did before it threw is its own", "[record]") {
    Stage stage;
    stage.system("Bad", [&](ecs::World& world) {
        world.get_mut<Health>(stage.hero).hp = 3;
        throw Failure("no");
    });
    stage.system("Good", [](ecs::World&) {});
    stage.recorder.choose_entities({{stage.hero}});
    CHECK_THROWS_AS(stage.schedule.tick(stage.world), Failure);
    stage.schedule.tick(stage.world);
    CHECK(stage.told() == Lines{"0 Health.hp of " + ecs::to_string(stage.hero) + " by system Bad"});
}

TEST_CASE("FieldRecorder: an entity is followed by its handle", "[record]") {
    Stage stage;
    stage.system("Act", [&](ecs::World& world) {
        switch (world.tick()) {
            case 0:
                world.add<Velocity>(stage.hero, {1, 1, 1});  // moves its row
                break;
            case 1:
                world.get_mut<Position>(stage.hero).x = 7;
                break;
            case 2:
                world.remove<Velocity>(stage.hero);
                world.get_mut<Position>(stage.hero).y = 8;
                break;
            case 3:
                world.destroy(stage.hero);
                break;
            case 4:
                world.create(Position{}, Health{});  // in its slot
                break;
            default:
                break;
        }
    });
    stage.recorder.choose_entities({{stage.hero}});
    const std::string id = ecs::to_string(stage.hero);
    for (int i = 0; i < 5; ++i) stage.schedule.tick(stage.world);
    CHECK(stage.told() == Lines{"0 Velocity added of " + id + " by system Act",
                                "1 Position.x of " + id + " by system Act", "2 Position.y of " + id + " by system Act",
                                "2 Velocity removed of " + id + " by system Act",
                                "3 entity removed of " + id + " by system Act"});
}

TEST_CASE("FieldRecorder: a component is recorded of all entities that have it, as they come and go", "[record]") {
    Stage stage;
    ecs::Entity made;
    stage.system("Act", [&](ecs::World& world) {
        if (world.tick() == 0) made = world.create(Health{5});
        if (world.tick() == 1) world.get_mut<Health>(made).hp = 6;
        if (world.tick() == 2) world.destroy(made);
    });
    const ecs::ComponentId health = stage.world.id<Health>();
    stage.recorder.choose_components({{health}});
    for (int i = 0; i < 3; ++i) stage.schedule.tick(stage.world);
    const std::string id = ecs::to_string(made);
    CHECK(stage.told() == Lines{"0 Health added of " + id + " by system Act", "1 Health.hp of " + id + " by system Act",
                                "2 Health removed of " + id + " by system Act"});
}

TEST_CASE("FieldRecorder: what is chosen twice is recorded once", "[record]") {
    Stage stage;
    stage.system("Hurt", [&](ecs::World& world) { world.get_mut<Health>(stage.hero).hp -= 1; });
    stage.recorder.choose_entities({{stage.hero}});
    stage.recorder.choose_components({{stage.world.id<Health>()}});
    stage.recorder.choose_everything(true);
    stage.schedule.tick(stage.world);
    CHECK(stage.told().size() == 1);
    stage.recorder.choose_everything(false);
    stage.recorder.choose_components({});
    stage.schedule.tick(stage.world);
    CHECK(stage.told().size() == 2);
}

TEST_CASE("FieldRecorder: everything includes types that a system registers", "[record]") {
    Stage stage;
    struct Late {
        float value = 0;
    };
    stage.recorder.choose_everything(true);
    stage.system("Invent", [&](ecs::World& world) {
        if (world.tick() == 0) {
            world.types().add<Late>("Late").field("value", &Late::value);
            world.add<Late>(stage.hero, {1});
        } else {
            world.get_mut<Late>(stage.hero).value = 2;
        }
    });
    for (int i = 0; i < 2; ++i) stage.schedule.tick(stage.world);
    const std::string id = ecs::to_string(stage.hero);
    CHECK(stage.told() ==
          Lines{"0 Late added of " + id + " by system Invent", "1 Late.value of " + id + " by system Invent"});
}

TEST_CASE("FieldRecorder: strings are kept as letters, and the beginning of long ones", "[record]") {
    Stage stage;
    stage.world.add<Label>(stage.hero, {"one"});
    stage.recorder.choose_entities({{stage.hero}});
    stage.world.get_mut<Label>(stage.hero).text = std::string(5000, 'x');
    stage.recorder.look_now();
    std::string before, after;
    bool cut = false;
    stage.recorder.each([&](const ecs::FieldRecord& record) {
        before.assign(reinterpret_cast<const char*>(record.before.data()), record.before.size());
        after.assign(reinterpret_cast<const char*>(record.after.data()), record.after.size());
        cut = record.cut;
        return true;
    });
    CHECK(before == "one");
    CHECK(after == std::string(1024, 'x'));
    CHECK(cut);
}

TEST_CASE("FieldRecorder: a world that a snapshot restores was changed by a direct call", "[record]") {
    Stage stage;
    ecs::Snapshots snapshots(stage.world);
    auto snapshot = snapshots.take();
    REQUIRE(snapshot);
    stage.recorder.choose_everything(true);
    stage.world.get_mut<Health>(stage.hero).hp = 1;
    stage.world.destroy(stage.other);
    stage.recorder.look_now();
    stage.recorder.forget_records();
    REQUIRE(snapshots.restore(*snapshot));
    stage.recorder.look_now();
    const std::string hero = ecs::to_string(stage.hero), other = ecs::to_string(stage.other);
    Lines lines = stage.told();
    std::sort(lines.begin(), lines.end());
    CHECK(lines == Lines{"0 Health.hp of " + hero + " by direct", "0 Position added of " + other + " by direct",
                         "0 Velocity added of " + other + " by direct"});
}

TEST_CASE("FieldRecorder: a write that was told is not found once more, one behind it is", "[record]") {
    Stage stage;
    stage.recorder.choose_entities(std::vector<ecs::Entity>{stage.hero});
    const auto bytes = [](const int& hp) { return std::as_bytes(std::span(&hp, 1)); };
    const int before = 10, between = 9, after = 8, later = 7;
    const ecs::FieldRecord burn{.writer = {WriterKind::BySystem, "Burn"},
                                .tick = 0,
                                .entity = stage.hero,
                                .component = stage.world.id<Health>(),
                                .offset = 0,
                                .before = bytes(before),
                                .after = bytes(between)};
    ecs::FieldRecord heal = burn;
    heal.writer.name = "Heal";
    heal.before = bytes(between);
    heal.after = bytes(after);
    stage.world.get_mut<Health>(stage.hero).hp = after;
    stage.world.set_tick(1);
    stage.recorder.tell(burn);
    stage.recorder.tell(heal);
    stage.recorder.look_now();
    const std::string of = "0 Health.hp of " + ecs::to_string(stage.hero) + " by system ";
    CHECK(stage.told() == Lines{of + "Burn", of + "Heal"});
    stage.recorder.tell(heal);
    stage.world.get_mut<Health>(stage.hero).hp = later;
    stage.recorder.look_now();
    CHECK(stage.told().size() == 4);
    CHECK(stage.told().back() == "1 Health.hp of " + ecs::to_string(stage.hero) + " by direct");
}

TEST_CASE("FieldRecorder: two of one world are told of hooks, also when one ends", "[record]") {
    Stage stage;
    ecs::FieldRecorder second;
    second.attach(stage.world, stage.schedule, nullptr);
    stage.recorder.choose_everything(true);
    second.choose_everything(true);
    stage.world.observers().added<Velocity>(
        "Begin", [](ecs::World& world, ecs::Entity entity, const Velocity&) { world.add(entity, Frozen{}); });
    const auto by_hook = [](const ecs::FieldRecorder& recorder) {
        std::size_t count = 0;
        recorder.each([&](const ecs::FieldRecord& record) {
            count += record.writer.kind == WriterKind::ByHook ? 1 : 0;
            return true;
        });
        return count;
    };
    stage.world.add(stage.hero, Velocity{});
    stage.schedule.tick(stage.world);
    CHECK(by_hook(stage.recorder) == 1);
    CHECK(by_hook(second) == 1);
    stage.recorder.choose_everything(false);
    stage.world.remove<Velocity>(stage.hero);
    stage.world.remove<Frozen>(stage.hero);
    stage.world.add(stage.hero, Velocity{});
    stage.schedule.tick(stage.world);
    CHECK(by_hook(second) == 2);
    second.detach();
    stage.recorder.choose_everything(true);
    stage.world.remove<Velocity>(stage.hero);
    stage.world.remove<Frozen>(stage.hero);
    stage.world.add(stage.hero, Velocity{});
    stage.schedule.tick(stage.world);
    CHECK(by_hook(stage.recorder) == 2);
}

TEST_CASE("FieldRecorder: with nothing chosen there is no hook and no listener", "[record]") {
    Stage stage;
    struct Other : ecs::ScheduleHook {
        int calls = 0;
        void before_system(const ecs::World&, const ecs::System&) override { ++calls; }
        void after_system(const ecs::World&, const ecs::System&) override { ++calls; }
    } other;
    stage.system("Idle", [](ecs::World&) {});
    CHECK(stage.schedule.hook == nullptr);
    CHECK(stage.history.listener == nullptr);
    CHECK_FALSE(stage.recorder.recording());
    stage.schedule.hook = &other;
    stage.recorder.choose_entities({{stage.hero}});
    CHECK(stage.schedule.hook != &other);
    CHECK(stage.history.listener == &stage.recorder);
    stage.schedule.tick(stage.world);
    CHECK(other.calls == 2);  // who was there before is told, too
    stage.recorder.choose_entities({});
    CHECK(stage.schedule.hook == &other);
    CHECK(stage.history.listener == nullptr);
    stage.schedule.tick(stage.world);
    CHECK(other.calls == 4);
    stage.schedule.hook = nullptr;
}

TEST_CASE("FieldRecorder: records stay below their limit, and it says how many were dropped", "[record]") {
    Stage stage;
    constexpr std::size_t cap = 512 * 1024;
    stage.recorder.set_cap(cap);
    std::vector<ecs::Entity> many(2000);
    stage.world.create_many(many, {{stage.world.id<Health>()}});
    stage.recorder.choose_components({{stage.world.id<Health>()}});
    stage.system("Hurt", [&](ecs::World& world) {
        for (const ecs::Entity entity : many) ++world.get_mut<Health>(entity).hp;
    });
    for (int i = 0; i < 20; ++i) {
        stage.schedule.tick(stage.world);
        REQUIRE(stage.recorder.memory_bytes() <= cap);
    }
    CHECK(stage.recorder.total() == 40'000);
    CHECK(stage.recorder.dropped() > 0);
    CHECK(stage.recorder.dropped() + stage.recorder.record_count() == 40'000);
    // What is kept is the newest, and can still be found.
    std::size_t found = 0;
    stage.recorder.each_of(many.back(), stage.world.id<Health>(), 0, [&](const ecs::FieldRecord& record) {
        if (found++ == 0) CHECK(record.tick == 19);
        return true;
    });
    CHECK(found > 0);
    CHECK(found < 20);
}

TEST_CASE("FieldRecorder: writes of ticks that come again as they were are left out until they have come", "[record]") {
    Stage stage;
    const ecs::ComponentId chosen[] = {stage.world.id<Health>()};
    stage.recorder.choose_components(chosen);
    stage.system("Hurt", [hero = stage.hero](ecs::World& world) { world.get_mut<Health>(hero).hp -= 1; });
    for (int i = 0; i < 5; ++i) stage.schedule.tick(stage.world);
    const Lines all = stage.told();
    REQUIRE(all.size() == 5);
    stage.world.set_tick(2);
    stage.world.get_mut<Health>(stage.hero).hp = 8;
    stage.recorder.time_jumped(true);
    CHECK(stage.told() == Lines(all.begin(), all.begin() + 2));
    stage.world.set_tick(5);
    stage.world.get_mut<Health>(stage.hero).hp = 5;
    stage.recorder.time_jumped(true);
    CHECK(stage.told() == all);
    stage.schedule.tick(stage.world);
    CHECK(stage.told().size() == 6);
    stage.world.set_tick(2);
    stage.recorder.time_jumped();
    CHECK(stage.told() == Lines(all.begin(), all.begin() + 2));
}

TEST_CASE("FieldRecorder: columns whose copies are too large are refused, and it says so", "[record]") {
    Stage stage;
    stage.recorder.set_copy_limit(10);
    stage.recorder.choose_everything(true);
    CHECK(stage.recorder.refused());
    CHECK_FALSE(stage.recorder.recording());
    stage.recorder.set_copy_limit(ecs::FieldRecorder::default_copy_bytes);
    CHECK_FALSE(stage.recorder.refused());
    CHECK(stage.recorder.recording());
}

}  // namespace field_recorder_test
