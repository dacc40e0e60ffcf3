// A program with a probe::Probe and its client, here in one process.
#include "remote/program/program_owner.hpp"

#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/ecs.hpp"
#include "ecs/mirror/fake_owner.hpp"
#include "probe/net/socket.hpp"
#include "probe/support/programs_folder.hpp"
#include "remote/support/linked_program.hpp"

namespace program_owner_test {

namespace {

using Edits = std::vector<ecs::Edit>;

struct Place {
    float x = 0, y = 0;
};
struct Label {
    std::string text;
    std::int32_t weight = 0;
};
struct Target {
    ecs::Entity whom;
};
struct Secret {
    std::vector<int> hidden;
};
struct Marked {};

void describe(ecs::World& world) {
    world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
    world.types().add<Label>("Label").field("text", &Label::text).field("weight", &Label::weight);
    world.types().add<Target>("Target").field("whom", &Target::whom);
    world.types().add<Marked>("Marked");
    world.types().add<Secret>("Secret");
}

/// A program that does not tick, and its client.
struct Both : test::LinkedProgram {
    Both() {
        holds = true;
        describe(world);
        probe.show(world, schedule);
    }
};

ecs::Entity random_entity(ecs::World& world, ecs::Random& random) {
    if (world.slot_count() < 2) return ecs::null_entity;
    return world.entity_at_slot(random.below(static_cast<std::uint32_t>(world.slot_count())));
}

void change_something(ecs::World& world, ecs::Random& random) {
    const ecs::Entity entity = random_entity(world, random);
    switch (random.below(12)) {
        case 0:
        case 1:
            world.create(Place{float(random.below(100)), 1});
            break;
        case 2:
            world.create(Label{"label " + std::to_string(random.below(50)), 3}, Marked{});
            break;
        case 3:
            if (entity && random.below(3) == 0) world.destroy(entity);
            break;
        case 4:
            if (entity) world.add(entity, Place{2, float(random.below(100))});
            break;
        case 5:
            if (entity) world.remove<Place>(entity);
            break;
        case 6:
            if (entity) world.add(entity, Target{random_entity(world, random)});
            break;
        case 7:
            if (entity) world.add(entity, Marked{});
            break;
        case 8:
            if (entity) world.remove<Marked>(entity);
            break;
        case 9:
            if (entity) world.set_parent(entity, random_entity(world, random));
            break;
        case 10:
            if (entity) world.add(entity, ecs::Name{"name " + std::to_string(random.below(9))});
            break;
        default:
            if (entity) world.remove<ecs::Name>(entity);
    }
}

}  // namespace

// 1,000 changes before each: of values, rows, types and parents.
TEST_CASE("Program owner: after each of 1,000 ticks, through edits and lost connections, the program's world is seen",
          "[program]") {
    Both both;
    ecs::Random random(7);
    std::size_t most = 0;
    int edits = 0;
    for (int tick = 0; tick < 1'000; ++tick) {
        for (int i = 0; i < 1'000; ++i) {
            change_something(both.world, random);
            if (both.world.entity_count() <= 1'000) continue;
            if (const ecs::Entity one = random_entity(both.world, random)) both.world.destroy(one);
        }
        if (tick % 50 == 49) REQUIRE(both.cut());
        REQUIRE(both.equal());
        most = std::max(most, both.world.entity_count());
        // A person destroys something, and half of the time takes that back.
        const ecs::Entity one = random_entity(both.mirror.world(), random);
        if (tick % 10 != 5 || !one) continue;
        REQUIRE(both.history.perform({"Destroy", Edits{ecs::DestroyEntity{one}}}).empty());
        REQUIRE(both.equal());
        ++edits;
        if (tick % 20 != 5) continue;
        REQUIRE(both.history.undo().empty());
        REQUIRE(both.equal());
    }
    CHECK(most > 200);
    CHECK(edits > 50);
    CHECK(both.messages.empty());
}

TEST_CASE("Program owner: entities keep their handles, and types what is known of them", "[program]") {
    Both both;
    const ecs::Entity first = both.world.create(Place{1, 2}), second = both.world.create(Target{first});
    both.world.create(Secret{{1, 2, 3}});
    REQUIRE(both.equal());
    const ecs::World& seen = both.mirror.world();
    CHECK(seen.alive(first));
    const ecs::ComponentType* const place = seen.types().find("Place");
    REQUIRE(place != nullptr);
    CHECK(place->size == sizeof(Place));
    REQUIRE(place->fields.size() == 2);
    CHECK(place->fields[1].name == "y");
    const ecs::ComponentType* const target = seen.types().find("Target");
    REQUIRE(target != nullptr);
    CHECK(*static_cast<const ecs::Entity*>(seen.get(second, target->id)) == first);
    // Nobody described what is in it, and memcpy cannot copy it.
    const ecs::ComponentType* const secret = seen.types().find("Secret");
    REQUIRE(secret != nullptr);
    CHECK(secret->is_tag());
    CHECK(secret->hidden_bytes == sizeof(Secret));
    CHECK(seen.types().find("Marked")->hidden_bytes == 0);
}

TEST_CASE("Program owner: edits are carried out in the program, and undone there", "[program]") {
    Both both;
    const ecs::Entity entity = both.world.create(Place{1, 2});
    REQUIRE(both.equal());
    const ecs::ComponentType& place = *both.mirror.world().types().find("Place");
    const auto set_x = [&](float x) {
        ecs::SetField edit{
            .component = place.id, .field = 0, .entities = {entity}, .values = std::vector<std::byte>(4)};
        std::memcpy(edit.values.data(), &x, sizeof x);
        return both.history.perform({"Set x", Edits{edit}});
    };
    SECTION("a field") {
        REQUIRE(set_x(5).empty());
        REQUIRE(both.equal());
        CHECK(both.world.get<Place>(entity).x == 5);
        CHECK(both.world.get<Place>(entity).y == 2);
        REQUIRE(both.history.undo().empty());
        REQUIRE(both.equal());
        CHECK(both.world.get<Place>(entity).x == 1);
    }
    SECTION("an entity that is destroyed, and comes back with its values and its handle") {
        REQUIRE(both.history.perform({"Destroy", Edits{ecs::DestroyEntity{entity}}}).empty());
        REQUIRE(both.equal());
        CHECK_FALSE(both.world.alive(entity));
        REQUIRE(both.history.undo().empty());
        REQUIRE(both.equal());
        REQUIRE(both.world.alive(entity));
        CHECK(both.world.get<Place>(entity).y == 2);
    }
    SECTION("what the program destroyed meanwhile is refused, with the reason") {
        both.world.destroy(entity);
        REQUIRE(set_x(5).empty());
        REQUIRE(both.equal());
        REQUIRE(both.messages.size() == 1);
        CHECK(both.messages.front().find("destroyed") != std::string::npos);
    }
}

TEST_CASE("Program owner: systems are listed with their accesses, and switched in the program", "[program]") {
    Both both;
    both.world.create(Place{});
    both.schedule.system<Place>("Move", [](Place& place) { place.x += 1; });
    both.schedule.tick();
    REQUIRE(both.equal());
    REQUIRE(both.until([&] { return both.shown.find("Move") != nullptr; }));
    const ecs::System& move = *both.shown.find("Move");
    REQUIRE(move.description.accesses.size() == 1);
    CHECK(move.description.accesses.front().access == ecs::Access::Write);
    REQUIRE(both.history.perform({"Switch off", Edits{ecs::ToggleSystem{"Move", false}}}).empty());
    REQUIRE(both.until([&] { return !both.schedule.find("Move")->enabled; }));
}

TEST_CASE("Program owner: after a broken connection what went meanwhile is gone, and undo still reaches the program",
          "[program]") {
    Both both;
    ecs::World& world = both.world;
    ecs::Mirror& mirror = both.mirror;
    const ecs::Entity parent = world.create(Place{1, 1}, ecs::Name{"parent"});
    const ecs::Entity child = world.create(Place{2, 2}, Marked{}, ecs::Name{"child"}), victim = world.create(Place{});
    world.set_parent(child, parent);
    REQUIRE(both.equal());
    REQUIRE(both.history.perform({"Destroy", Edits{ecs::DestroyEntity{victim}}}).empty());
    REQUIRE(both.equal());
    for (int round = 0; round < 5; ++round) {
        REQUIRE(both.cut());
        if (round == 0) {
            world.set_parent(child, ecs::null_entity);
            world.remove<ecs::Name>(child);
            world.remove<Marked>(child);
            world.create(Label{"new", 1});
        }
        world.get_mut<Place>(child).x += 1;
        REQUIRE(both.equal());
        CHECK(mirror.run() == 0);
    }
    CHECK(mirror.world().alive(child));
    // Requests under way when it breaks are carried out once, whatever became of their answers. New entities may have
    // other ids here than there.
    const auto as_many = [&] {
        return mirror.lost().empty() && mirror.unanswered() == 0 &&
               mirror.world().entity_count() == world.entity_count();
    };
    const std::size_t before = world.entity_count();
    for (int round = 0; round < 20; ++round) {
        REQUIRE(both.history.perform({"Create", Edits{ecs::CreateEntities{{ecs::EntityRecord{}}}}}).empty());
        mirror.update();
        if (round % 2 == 0) both.probe.tick();
        REQUIRE(both.cut());
        REQUIRE(both.until(as_many));
    }
    CHECK(world.entity_count() == before + 20);
    CHECK(both.history.undo().empty());
    REQUIRE(both.until(as_many));
    CHECK(world.entity_count() == before + 19);
}

TEST_CASE("Program owner: a request for a world that is not shown any more changes nothing in the next one",
          "[program]") {
    Both both;
    const ecs::Entity entity = both.world.create(Place{1, 2});
    REQUIRE(both.equal());
    ecs::World next;
    describe(next);
    REQUIRE(next.create(Place{3, 4}) == entity);
    REQUIRE(both.history.perform({"Destroy", Edits{ecs::DestroyEntity{entity}}}).empty());
    both.probe.show(next);
    REQUIRE(both.until([&] {
        return both.mirror.run() == 1 && both.mirror.unanswered() == 0 && both.mirror.world().entity_count() == 1;
    }));
    CHECK(next.alive(entity));
    both.probe.hide();
    REQUIRE(both.until([&] { return both.mirror.lost().find("shows no world now") != std::string::npos; }));
    both.probe.show(both.world);
    CHECK(both.until([&] { return both.mirror.run() == 2 && both.mirror.world().entity_count() == 1; }));
}

TEST_CASE("Program owner: in another run, values name the entities that the program means", "[program]") {
    Both both;
    std::vector<ecs::Entity> ring(50);
    for (ecs::Entity& each : ring) each = both.world.create(Target{});
    for (std::size_t i = 0; i < ring.size(); ++i)
        both.world.get_mut<Target>(ring[i]).whom = ring[(i * 7 + 1) % ring.size()];
    REQUIRE(both.equal());
    both.probe.show(both.world);
    const ecs::World& seen = both.mirror.world();
    REQUIRE(both.until([&] { return both.mirror.run() == 1 && seen.entity_count() == ring.size(); }));
    const ecs::ComponentId target = seen.types().find("Target")->id;
    for (const ecs::Entity each : ring) {
        const ecs::Entity here = both.mirror.entity_of(each.bits());
        REQUIRE(here != each);
        const ecs::Entity whom = static_cast<const Target*>(seen.get(here, target))->whom;
        CHECK(both.mirror.key_of(whom) == both.world.get<Target>(each).whom.bits());
    }
}

TEST_CASE("Program owner: a world of another library is whole again after it was hidden", "[program]") {
    Both both;
    test::FakeOwner fake;
    for (int i = 0; i < 3; ++i) fake.set(fake.spawn(), test::FakeOwner::health, std::int32_t{i});
    both.probe.show(fake);
    REQUIRE(both.until([&] { return both.mirror.world().entity_count() == 3; }));
    both.probe.hide();
    REQUIRE(both.until([&] { return !both.mirror.lost().empty(); }));
    both.probe.show(fake);
    REQUIRE(both.until([&] { return both.mirror.lost().empty() && both.mirror.run() == 1; }));
    CHECK(both.mirror.world().entity_count() == 3);
    both.probe.hide();
}

namespace {

/// Says two entities once, and their values again and again. The first has the key 0, as in EnTT, and targets nothing;
/// the second one targets it.
class ZeroOwner final : public ecs::Owner {
public:
    ZeroOwner() {
        ecs::ComponentType type;
        type.name = "Target";
        type.fields.resize(1);
        type.fields[0].name = "whom";
        type.fields[0].kind = ecs::FieldKind::Entity;
        type.fields[0].element_size = sizeof(ecs::Entity);
        types_ = {layout_[*layout_.add_at_run_time(type)]};
    }
    std::string name() const override { return "Zero"; }
    std::span<const ecs::ComponentType> types() const override { return types_; }
    std::string why_not(ecs::OwnerAbility) const override { return {}; }
    std::string pull(ecs::Pull& pull) override {
        if (!std::exchange(said_, true)) pull.created = {{0, {1, 1}}, {1, {2, 1}}};
        pull.columns[0].keys = {0, 1};
        pull.columns[0].values = {&targets_[0], &targets_[1]};
        return {};
    }
    void send_again(std::span<const ecs::OwnerKey>) override {}
    std::string why_not(const ecs::OwnerRequest&) const override { return {}; }
    ecs::OwnerReply ask(std::uint64_t, const ecs::OwnerRequest&) override { return {}; }

private:
    ecs::TypeRegistry layout_;
    std::vector<ecs::ComponentType> types_;
    Target targets_[2] = {{}, {{1, 1}}};
    bool said_ = false;
};

}  // namespace

TEST_CASE("Program owner: no entity stays no entity, also where an entity has the key 0", "[program]") {
    Both both;
    ZeroOwner zero;
    both.probe.show(zero);
    const ecs::World& seen = both.mirror.world();
    REQUIRE(both.until([&] { return seen.entity_count() == 2 && both.mirror.entity_of(1); }));
    const ecs::ComponentType& type = *seen.types().find("Target");
    const auto target_of = [&](ecs::OwnerKey key) {
        return *static_cast<const ecs::Entity*>(seen.get(both.mirror.entity_of(key), type.id));
    };
    // Once the entities are known, a value that comes again is read with them.
    const std::uint64_t pictures = both.owner.rounds();
    REQUIRE(both.until([&] { return both.owner.rounds() > pictures + 2; }));
    CHECK_FALSE(target_of(0));
    CHECK(target_of(1) == both.mirror.entity_of(0));
    both.probe.hide();
}

TEST_CASE("Program owner: a program that does not tick is said not to answer, and what was seen last stays",
          "[program]") {
    Both both;
    const ecs::Entity entity = both.world.create(Place{1, 2});
    REQUIRE(both.equal());
    REQUIRE(test::go_on([&] { both.update(); },
                        [&] { return both.mirror.lost().find("it does not tick") != std::string::npos; }));
    CHECK(both.mirror.world().alive(entity));
    CHECK(both.equal());
}

TEST_CASE("Program owner: while nobody looks, or somebody with another token, the world stays unread", "[program]") {
    ecs::World world;
    probe::Probe probe("test", {.announced = false});
    probe.show(world);
    world.create(Place{});
    for (int i = 0; i < 100; ++i) probe.tick();
    CHECK(probe.counts().pictures == 0);
    test::ProgramClient stranger({.port = probe.port(), .token = "guessed"});
    CHECK(stranger.until([&] {
        probe.tick();
        return stranger.mirror.lost().find("the token is not that of the program") != std::string::npos;
    }));
    CHECK(probe.counts().pictures == 0);
    CHECK(stranger.mirror.world().entity_count() == 0);
}

TEST_CASE("Program owner: what speaks HTTP is called so, and another kind is proposed", "[program]") {
    std::uint16_t port = 0;
    std::string why;
    const probe::Descriptor listener = probe::listening(port, why);
    REQUIRE(listener);
    std::vector<probe::Descriptor> said;
    test::ProgramClient client({.port = port, .token = "any"});
    CHECK(client.until([&] {
        if (probe::Descriptor socket = probe::accepted(listener)) {
            constexpr std::string_view refusal = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
            (void)probe::send_some(socket, std::as_bytes(std::span(refusal)));
            said.push_back(std::move(socket));
        }
        return client.mirror.lost().find("choose another kind") != std::string::npos;
    }));
}

TEST_CASE("Program owner: when the program ends, what was seen last stays", "[program]") {
    ecs::World before;
    describe(before);
    const ecs::Entity entity = before.create(Place{1, 1});
    auto probe = std::make_unique<probe::Probe>("test", probe::ProbeOptions{.announced = false, .share = 0});
    probe->show(before);
    test::ProgramClient client({.port = probe->port(), .token = probe->token()});
    REQUIRE(client.until([&] {
        probe->tick();
        return client.mirror.world().alive(entity);
    }));
    probe.reset();
    REQUIRE(client.until([&] { return !client.mirror.lost().empty(); }));
    CHECK(client.mirror.world().alive(entity));
}

TEST_CASE("Program owner: a line of the log that comes before the first tick with a client has the tick of its time",
          "[program][log]") {
    ecs::World world;
    ecs::Schedule schedule(world);
    probe::Probe probe("test", {.announced = false, .share = 0});
    probe.show(world, schedule);
    world.set_tick(500);
    REQUIRE(probe.tick());  // nobody is connected
    test::ProgramClient client({.port = probe.port(), .token = probe.token()});
    REQUIRE(client.until([&] { return probe.connected(); }));
    probe.log("within that tick");
    schedule.tick();
    probe::LogLines log;
    REQUIRE(client.until([&] {
        if (probe.tick()) schedule.tick();
        log = client.owner.take_log();
        return !log.lines.empty();
    }));
    CHECK(log.lines.front().text == "within that tick");
    CHECK(log.lines.front().tick == 501);
}

TEST_CASE("Program owner: a program is found by its name, also after it was started again elsewhere", "[program]") {
    const test::ProgramsFolder folder;
    ecs::World before, after;
    describe(before);
    describe(after);
    const ecs::Entity old =
        before.create(Place{1, 1}, Label{"a text of the first run that needs memory", 1}, ecs::Name{"old"});
    after.create();
    const ecs::Entity fresh = after.create(Place{2, 2}, ecs::Name{"new"});
    auto probe = std::make_unique<probe::Probe>("the game", probe::ProbeOptions{.share = 0});
    CHECK(probe->problem().empty());
    probe->show(before);
    {
        test::ProgramClient client({.program = "the game"});
        const ecs::Mirror& mirror = client.mirror;
        const auto until = [&](const std::function<bool()>& done) {
            return client.until([&] {
                if (probe != nullptr) probe->tick();
                return done();
            });
        };
        REQUIRE(until([&] { return mirror.world().name(old) == "old"; }));
        CHECK(client.owner.name() == "Program the game");
        probe.reset();
        REQUIRE(until([&] { return mirror.lost().find("no program called \"the game\" runs") != std::string::npos; }));
        probe = std::make_unique<probe::Probe>("the game", probe::ProbeOptions{.share = 0});
        probe->show(after);
        REQUIRE(until([&] { return mirror.lost().empty() && mirror.world().find_by_name("new"); }));
        CHECK_FALSE(mirror.world().find_by_name("old"));
        CHECK(mirror.run() == 1);
        CHECK(mirror.world().entity_count() == after.entity_count());
        CHECK(mirror.world().find_by_name("new").index == fresh.index);
    }
    probe.reset();
    CHECK(std::filesystem::is_empty(folder.path));
}

}  // namespace program_owner_test
