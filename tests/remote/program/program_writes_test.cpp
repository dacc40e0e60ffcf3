// Who wrote what in a program, as its client's recording tells it, here in one process: the same as a FieldRecorder beside
// the program's own world.
#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/ecs.hpp"
#include "ecs/record/field_place.hpp"
#include "ecs/record/field_recorder.hpp"
#include "ecs/record/owner_writes.hpp"
#include "ecs/schedule/zone.hpp"
#include "remote/support/linked_program.hpp"

namespace program_writes_test {

namespace {

struct Health {
    std::int32_t hp = 0;
    float armour[2] = {};
};
struct Label {
    std::string text;
    ecs::Entity target;
};
struct Burning {};

void describe(ecs::TypeRegistry& types) {
    types.add<Health>("Health").field("hp", &Health::hp).field("armour", &Health::armour);
    types.add<Label>("Label").field("text", &Label::text).field("target", &Label::target);
    types.add<Burning>("Burning");
}

/// Records of a world, one in a line, without their numbers: "7 Health.hp of 3 by Burn: 10 -> 9".
std::vector<std::string> lines_of(const ecs::FieldRecorder& recorder, const ecs::World& world) {
    const auto text_of = [&](const ecs::Field& field, std::span<const std::byte> bytes) {
        std::string text;
        if (field.kind == ecs::FieldKind::String)
            return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        for (const std::byte each : bytes) text += std::to_string(std::to_integer<int>(each)) + ' ';
        return text;
    };
    std::vector<std::string> lines;
    recorder.each([&](const ecs::FieldRecord& record) {
        std::string line = std::to_string(record.tick) + ' ';
        if (record.component != ecs::no_component) line += world.types()[record.component].name;
        if (record.kind == ecs::RecordKind::Changed) {
            const ecs::FieldPlace place = ecs::field_at(world.types()[record.component], record.offset);
            line += '.' + place.path + ": " + text_of(*place.field, record.before) + "-> " +
                    text_of(*place.field, record.after);
        }
        line += record.kind == ecs::RecordKind::Added     ? " added"
                : record.kind == ecs::RecordKind::Removed ? " removed"
                                                          : "";
        constexpr const char* by[] = {"system ", "edit ", "undo ", "redo ", "direct ", "hook "};
        lines.push_back(line + " of " + ecs::to_string(record.entity) + " by " +
                        by[static_cast<std::size_t>(record.writer.kind)] + std::string(record.writer.name));
        return true;
    });
    return lines;
}

template <class T>
void write(ecs::World& world, ecs::Entity entity, T value) {
    if (world.has<T>(entity))
        world.get_mut<T>(entity) = std::move(value);
    else
        world.add(entity, std::move(value));
}

/// A program with two entities, and what its client records.
struct Both : test::LinkedProgram {
    ecs::Entity hero, other;
    ecs::FieldRecorder recorder;  // of the copy

    Both() {
        describe(world.types());
        hero = world.create(ecs::Name{"Hero"}, Health{100, {1, 2}}, Label{"begin", {}});
        other = world.create(ecs::Name{"Other"}, Health{50, {}});
        schedule.system<Health>("Burn", [](Health& health) { health.hp -= 2; });
        schedule.system<Health>("Heal", [](Health& health) { health.hp += 1; });
        recorder.attach(mirror.world(), shown, &history);
        recorder.name_direct(owner.name());
    }
    ~Both() { recorder.detach(); }

    ecs::OwnerWrites& writes() {
        REQUIRE(owner.writes() != nullptr);
        return *owner.writes();
    }
    void step_and_look() {
        step();
        if (owner.writes() != nullptr)
            owner.writes()->take([this](const ecs::FieldRecord& each) { recorder.tell(each); });
        recorder.look_now();
    }
    /// The program records what is wanted, and no tick has run meanwhile.
    void want(std::vector<ecs::Entity> entities, bool everything = false) {
        holds = true;
        REQUIRE(until(
            [&] { return mirror.world().alive(hero) && mirror.still_to_come() == 0 && owner.writes() != nullptr; }));
        recorder.choose_entities(entities);
        recorder.choose_everything(everything);
        writes().want(entities, {}, everything);
        REQUIRE(until([&] { return schedule.hook != nullptr; }));
        REQUIRE(equal());
        recorder.look_now();
        holds = false;
        recorder.forget_records();
    }
    void run_and_look(int ticks) {
        for (int i = 0; i < ticks; ++i) step_and_look();
        holds = true;
        REQUIRE(test::go_on([this] { step_and_look(); },
                            [this] { return ecs::state_hash(mirror.world()) == ecs::state_hash(world); }));
        holds = false;
    }
    std::vector<std::string> lines() const { return lines_of(recorder, mirror.world()); }
};

}  // namespace

TEST_CASE("Program writes: each write within a tick is the one of its system, with the value before and after",
          "[program][record]") {
    Both both;
    both.probe.show(both.world, both.schedule);
    both.want({both.hero});
    const auto tick = both.world.tick();
    const auto hp = both.world.get<Health>(both.hero).hp;
    both.run_and_look(3);
    const std::vector<std::string> lines = both.lines();
    REQUIRE(lines.size() == 6);  // the other entity was not chosen
    const auto text = [](std::int32_t number) {
        std::string bytes;
        for (int i = 0; i < 4; ++i) bytes += std::to_string(number >> 8 * i & 255) + ' ';
        return bytes;
    };
    for (std::size_t i = 0; i < 3; ++i) {
        const auto before = hp - static_cast<std::int32_t>(i);
        const std::string of = " of " + ecs::to_string(both.hero) + " by system ";
        const std::string begin = std::to_string(tick + i) + " Health.hp: ";
        CHECK(lines[2 * i] == begin + text(before) + "-> " + text(before - 2) + of + "Burn");
        CHECK(lines[2 * i + 1] == begin + text(before - 2) + "-> " + text(before - 1) + of + "Heal");
    }
}

TEST_CASE("Program writes: of 300 ticks with random systems, a client knows the same as a recorder in the program",
          "[program][record]") {
    const std::uint64_t seed = GENERATE(1u, 2u, 3u);
    Both both;
    ecs::Random random(seed);
    std::vector<ecs::Entity> alive{both.hero, both.other};
    for (const char* const name : {"One", "Two", "Three"})
        REQUIRE(both.schedule.add(
            {.name = name, .run = [&](ecs::SystemContext& context) {
                 ecs::World& world = context.world;
                 for (int i = 0; i < 3; ++i) {
                     const ecs::Entity entity = alive[random.below(static_cast<std::uint32_t>(alive.size()))];
                     switch (random.below(8)) {
                         case 0:
                             alive.push_back(world.create(Health{7, {}}));
                             break;
                         case 1:
                             if (alive.size() < 3) break;
                             std::erase(alive, entity);
                             world.destroy(entity);
                             break;
                         case 2:
                             if (world.has<Burning>(entity))
                                 world.remove<Burning>(entity);
                             else
                                 world.add<Burning>(entity);
                             break;
                         case 3:
                             write(world, entity, Label{std::string(random.below(40), 'x'), alive.front()});
                             break;
                         case 4:
                             write(world, entity, Health{3, {0, static_cast<float>(random.below(9))}});
                             break;
                         default:
                             if (world.has<Health>(entity)) world.get_mut<Health>(entity).hp *= -1;
                     }
                 }
             }}));
    both.probe.show(both.world, both.schedule);
    both.want({}, true);
    ecs::FieldRecorder beside;
    beside.attach(both.world, both.schedule, nullptr);
    beside.choose_everything(true);
    for (int i = 0; i < 300; ++i) both.run_and_look(1);
    beside.look_now();
    // A client does not know entities that came and went within one picture. Names and parents are not told.
    std::vector<std::string> here = both.lines();
    const std::vector<std::string> there = lines_of(beside, both.world);
    std::erase_if(here, [](const std::string& line) { return line.find(" Name ") != std::string::npos; });
    REQUIRE(there.size() > 1000);
    REQUIRE(here.size() <= there.size());
    std::size_t unknown = 0, next = 0;
    for (const std::string& line : there) {
        if (next < here.size() && here[next] == line)
            ++next;
        else
            ++unknown;
    }
    CHECK(next == here.size());
    CHECK(unknown < there.size() / 50);
    beside.detach();
}

TEST_CASE("Program writes: what the client itself changed is a step of its history, once", "[program][record]") {
    Both both;
    both.probe.show(both.world, both.schedule);
    both.want({both.hero});
    const ecs::ComponentType& label = *both.mirror.world().types().find("Label");
    ecs::Value value(label, both.mirror.world().get(both.hero, label.id));
    *static_cast<std::string*>(value.data()) = "edited";
    REQUIRE(both.history.perform({"Set text", {ecs::SetComponent{both.hero, value, {0}}}}).empty());
    both.run_and_look(20);
    CHECK(both.world.get<Label>(both.hero).text == "edited");
    std::vector<std::string> lines = both.lines();
    std::erase_if(lines, [](const std::string& line) { return line.find("Health") != std::string::npos; });
    REQUIRE(lines.size() == 1);
    CHECK(lines.front().ends_with("by edit Set text"));
}

TEST_CASE("Program writes: who destroyed a chosen entity, and who took a component away", "[program][record]") {
    Both both;
    bool strikes = false;
    REQUIRE(both.schedule.add({.name = "Strike", .run = [&](ecs::SystemContext& context) {
                                   if (!strikes || !context.world.alive(both.hero)) return;
                                   context.world.destroy(both.hero);
                                   context.world.remove<Health>(both.other);
                               }}));
    both.probe.show(both.world, both.schedule);
    both.want({both.hero, both.other});
    strikes = true;
    both.run_and_look(5);
    const std::vector<std::string> lines = both.lines();
    const auto has = [&](const std::string& end) {
        return std::count_if(lines.begin(), lines.end(), [&](const std::string& line) { return line.ends_with(end); });
    };
    CHECK(has("  removed of " + ecs::to_string(both.hero) + " by system Strike") == 1);
    CHECK(has("Health removed of " + ecs::to_string(both.other) + " by system Strike") == 1);
}

TEST_CASE("Program writes: they go on after a lost connection, and a program whose client left records nothing",
          "[program][record]") {
    Both both;
    both.probe.show(both.world, both.schedule);
    both.want({both.hero});
    REQUIRE(both.schedule.hook != nullptr);
    REQUIRE(both.cut());
    REQUIRE(both.until([&] { return both.mirror.lost().empty(); }));
    REQUIRE(both.until([&] { return both.schedule.hook != nullptr; }));
    both.run_and_look(3);
    both.recorder.forget_records();
    both.run_and_look(3);
    const std::vector<std::string> lines = both.lines();
    CHECK(lines.size() == 6);
    CHECK(std::all_of(lines.begin(), lines.end(),
                      [](const std::string& line) { return line.find("by system") != std::string::npos; }));
    both.writes().want({}, {}, false);
    REQUIRE(both.until([&] { return both.schedule.hook == nullptr; }));
}

TEST_CASE("Program writes: a write between two ticks is a direct call", "[program][record]") {
    Both both;
    both.probe.show(both.world, both.schedule);
    both.want({both.hero});
    both.world.get_mut<Label>(both.hero).text = "by hand";
    both.run_and_look(1);
    const std::vector<std::string> lines = both.lines();
    REQUIRE(lines.size() == 3);
    CHECK(lines.front().ends_with("by direct "));
}

TEST_CASE("Program writes: of a loop without a schedule, each zone is a writer, in the tick that the program counts",
          "[program][record]") {
    Both both;
    both.run_tick = [&] {
        {
            const ecs::Zone zone("burn");
            both.world.get_mut<Health>(both.hero).hp -= 2;
        }
        both.world.get_mut<Health>(both.hero).armour[1] += 1;
        const ecs::Zone zone("heal");
        both.world.get_mut<Health>(both.hero).hp += 1;
    };
    both.probe.show(both.world);
    REQUIRE(both.until([&] { return both.mirror.world().alive(both.hero) && both.owner.writes() != nullptr; }));
    both.recorder.choose_entities(std::vector<ecs::Entity>{both.hero});
    both.writes().want(std::vector<ecs::Entity>{both.hero}, {}, false);
    REQUIRE(test::go_on([&] { both.step_and_look(); },
                        [&] {
                            const std::vector<std::string> lines = both.lines();
                            return !lines.empty() && lines.back().ends_with("by system heal");
                        }));
    both.run_and_look(1);
    both.recorder.forget_records();
    both.run_and_look(4);
    const std::vector<std::string> lines = both.lines();
    REQUIRE(lines.size() == 12);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        CHECK(lines[i].ends_with(i % 3 == 0 ? "by system burn" : i % 3 == 1 ? "by direct " : "by system heal"));
        CHECK(lines[i].substr(0, lines[i].find(' ')) == lines[i / 3 * 3].substr(0, lines[i / 3 * 3].find(' ')));
    }
    CHECK(lines.front().substr(0, lines.front().find(' ')) != lines.back().substr(0, lines.back().find(' ')));
}

}  // namespace program_writes_test
