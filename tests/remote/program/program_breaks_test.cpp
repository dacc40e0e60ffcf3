// Thousands of connections that break after any byte, and programs that start again in between. Whatever is on its way
// then, each request is done once, to the entity that was meant, or it is said that it was not.
#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/ecs.hpp"
#include "remote/support/cutting_relay.hpp"
#include "remote/support/linked_program.hpp"

namespace program_breaks_test {

namespace {

using Edits = std::vector<ecs::Edit>;

/// Never the same twice, in no run.
struct Serial {
    std::uint32_t number = 0;
};
/// The client writes it, and the program takes it away.
struct Mark {
    std::uint32_t value = 0;
};

std::vector<ecs::Entity> entities_of(const ecs::World& world) {
    std::vector<ecs::Entity> all;
    for (std::size_t slot = 0; slot < world.slot_count(); ++slot)
        if (const ecs::Entity entity = world.entity_at_slot(slot)) all.push_back(entity);
    return all;
}

/// One run of the program.
struct Run {
    ecs::World world;
    ecs::Schedule schedule{world};
    probe::Probe probe{"test", {.announced = false, .share = 0}};

    Run() {
        world.types().add<Serial>("Serial").field("number", &Serial::number);
        world.types().add<Mark>("Mark").field("value", &Mark::value);
        probe.show(world, schedule);
    }
};

std::uint32_t serial_of(const ecs::World& world, ecs::Entity entity) {
    const ecs::ComponentType* const type = world.types().find("Serial");
    if (type == nullptr || !world.has(entity, type->id)) return 0;
    return static_cast<const Serial*>(world.get(entity, type->id))->number;
}

std::vector<std::uint32_t> serials_of(const ecs::World& world) {
    std::vector<std::uint32_t> all;
    for (const ecs::Entity entity : entities_of(world)) all.push_back(serial_of(world, entity));
    std::sort(all.begin(), all.end());
    return all;
}

struct Scene {
    explicit Scene(std::uint32_t seed) : random(seed), relay(seed) { start(); }

    void start() {
        run.reset();  // its port is closed before there is another one
        run = std::make_unique<Run>();
        relay.lead_to(run->probe.port(), run->probe.token());
        wanted.clear();
        controls = 0;
        for (int i = 0; i < 20; ++i) create();
    }
    void create() {
        wanted.push_back(++serials);
        run->world.create(Serial{serials}, Mark{});
    }
    bool forget(std::uint32_t serial) { return std::erase(wanted, serial) == 1; }

    /// Takes the marks that came, each of which it must be the first and only one to see.
    void take_marks() {
        for (const ecs::Entity entity : entities_of(run->world)) {
            const std::uint32_t value = run->world.get<Mark>(entity).value;
            if (value == 0) continue;
            const auto known = marks.find(value);
            REQUIRE(known != marks.end());
            REQUIRE(known->second == serial_of(run->world, entity));
            marks.erase(known);
            run->world.get_mut<Mark>(entity).value = 0;
        }
    }
    void step() {
        if (run->probe.tick()) run->schedule.tick();
        take_marks();
        relay.step();
        client.update();
    }
    template <class Done>
    bool until(Done&& done) {
        return test::go_on([this] { step(); }, done);
    }
    bool settled() {
        const ecs::Mirror& mirror = client.mirror;
        return mirror.lost().empty() && mirror.unanswered() == 0 && run->probe.counts().controls == controls &&
               serials_of(mirror.world()) == serials_of(run->world);
    }

    /// The program goes on by itself.
    void change() {
        if (wanted.size() < 30) create();
        if (random.below(3) != 0) return;
        // Another entity may get its id.
        const std::vector<ecs::Entity> all = entities_of(run->world);
        const ecs::Entity gone = all[random.below(static_cast<std::uint32_t>(all.size()))];
        if (serial_of(run->world, gone) % 2 != 0) return;  // those are the client's to destroy
        if (forget(serial_of(run->world, gone))) run->world.destroy(gone);
    }
    /// A person does something.
    void edit() {
        ecs::World& seen = client.mirror.world();
        if (!client.mirror.lost().empty()) return;
        const std::vector<ecs::Entity> all = entities_of(seen);
        if (all.empty()) return;
        const ecs::Entity one = all[random.below(static_cast<std::uint32_t>(all.size()))];
        const std::uint32_t serial = serial_of(seen, one);
        const ecs::ComponentType& mark = *seen.types().find("Mark");
        const bool is_marked = static_cast<const Mark*>(seen.get(one, mark.id))->value != 0;
        const bool is_own = serial % 2 != 0 && !is_marked && !client.mirror.waits(one);
        switch (random.below(5)) {
            case 0: {
                if (!is_own) return;
                ecs::SetField set{
                    .component = mark.id, .field = 0, .entities = {one}, .values = std::vector<std::byte>(4)};
                const std::uint32_t value = ++values;
                std::memcpy(set.values.data(), &value, sizeof value);
                marks[value] = serial;
                REQUIRE(client.history.perform({"Mark", Edits{set}}).empty());
                break;
            }
            case 1: {
                ecs::EntityRecord made;
                serials += serials % 2 == 0 ? 1 : 2;  // an odd one is the client's
                made.values.push_back(ecs::Value::of(*seen.types().find("Serial"), Serial{serials}));
                made.values.push_back(ecs::Value::of(mark, Mark{}));
                wanted.push_back(serials);
                REQUIRE(client.history.perform({"Create", Edits{ecs::CreateEntities{{std::move(made)}}}}).empty());
                if (random.below(3) != 0) return;
                REQUIRE(client.history.undo().empty());
                forget(serials);
                break;
            }
            case 2:
                if (!is_own || wanted.size() < 10) return;
                REQUIRE(client.history.perform({"Destroy", Edits{ecs::DestroyEntity{one}}}).empty());
                if (random.below(2) == 0)
                    REQUIRE(client.history.undo().empty());
                else
                    forget(serial);
                break;
            default:
                if (client.control({.kind = ecs::OwnerControl::Kind::StepTicks, .ticks = 1})) ++controls;
        }
    }

    ecs::Random random;
    std::vector<std::uint32_t> wanted;             // serials that the program's world must have
    std::map<std::uint32_t, std::uint32_t> marks;  // that were sent and have not come: on which serial
    std::uint32_t serials = 0, values = 0;
    std::uint64_t controls = 0;  // that were asked for, of this run
    std::unique_ptr<Run> run;
    test::CuttingRelay relay;
    test::ProgramClient client{
        {.port = relay.port(), .token = test::CuttingRelay::token(), .to_retry = std::chrono::milliseconds(1)}};
};

/// Any byte of a handshake, of the pictures and answers after it, or later.
std::size_t some_bytes(ecs::Random& random) {
    constexpr std::uint32_t mosts[] = {60, 200, 1500, 4000};
    return random.below(mosts[random.below(4)]);
}

void break_often(std::uint32_t seed, std::size_t breaks) {
    Scene scene(seed);
    REQUIRE(scene.until([&] { return scene.settled(); }));
    std::size_t starts = 0;
    while (scene.relay.breaks() < breaks) {
        scene.change();
        scene.edit();
        scene.relay.cut_after(some_bytes(scene.random));
        const std::size_t before = scene.relay.breaks();
        REQUIRE(scene.until([&] {
            if (scene.random.below(8) == 0) scene.edit();
            return scene.relay.breaks() > before;
        }));
        if (scene.random.below(40) == 0) {
            scene.start();
            ++starts;
            const std::uint64_t run = scene.client.mirror.run();
            scene.marks.clear();  // what is on its way is of a world that is gone
            REQUIRE(scene.until([&] { return scene.client.mirror.run() > run; }));
        }
        REQUIRE(scene.until([&] { return scene.settled(); }));
        std::sort(scene.wanted.begin(), scene.wanted.end());
        REQUIRE(serials_of(scene.run->world) == scene.wanted);
        REQUIRE(scene.marks.empty());
    }
    CHECK(starts > breaks / 100);
    CHECK(scene.values > breaks / 10);
    // What was on its way to a program that ended, and what came back with another id, is said.
    for (const std::string& message : scene.client.messages) {
        INFO(message);
        const auto says = [&](const char* part) { return message.find(part) != std::string::npos; };
        REQUIRE((says("was not answered: the connection to Program test broke") || says("Program test created ")));
    }
}

}  // namespace

// 10,000 breaks in two halves, which run beside each other.
TEST_CASE("Program breaks: through 5,000 breaks and restarts, nothing is lost, done twice, or done to another",
          "[program][breaks]") {
    break_often(1, 5'000);
}

TEST_CASE("Program breaks: through 5,000 other breaks and restarts, nothing is lost, done twice, or done to another",
          "[program][breaks]") {
    break_often(2, 5'000);
}

}  // namespace program_breaks_test
