// A real program over flecs (tests/remote/flecs_program), whose entities come and go. CHUNKSCOPE_FLECS_PROGRAM names
// it, CHUNKSCOPE_FLECS_SECONDS says how long it is looked at; without the first there is nothing to test.
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include "catch.hpp"
#include "ecs/mirror/mirror.hpp"
#include "remote/flecs/flecs.hpp"
#include "remote/flecs/flecs_edits.hpp"
#include "remote/flecs/flecs_types.hpp"
#include "remote/support/fake_program.hpp"
#include "remote/support/raw_client.hpp"

namespace flecs_program_test {

using Clock = std::chrono::steady_clock;

std::string variable(const char* name) {
    const char* const text = std::getenv(name);
    return text == nullptr ? std::string() : text;
}

class RealProgram {
public:
    RealProgram(const std::string& file, std::uint16_t port, bool stats) {
        const std::string number = std::to_string(port);
        pid_ = ::fork();
        if (pid_ != 0) return;
        ::execl(file.c_str(), file.c_str(), number.c_str(), "0", "300", stats ? "--stats" : nullptr, nullptr);
        ::_exit(127);
    }
    ~RealProgram() {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    bool runs() const { return ::waitpid(pid_, nullptr, WNOHANG) == 0; }

private:
    pid_t pid_ = 0;
};

/// What an entity is: its name, and its components in words of the program.
using What = std::pair<std::string, std::set<std::string>>;

std::map<ecs::OwnerKey, What> asked_directly(std::uint16_t port) {
    const std::atomic<bool> stop = false;
    const std::string target = "/query?expr=" +
                               remote::percent_encoded(
                                   "!ChildOf(self|up, flecs), !Module(self|up), !flecs.core.Component(self|up), "
                                   "!flecs.system.System(self|up), ?Prefab, ?Disabled") +
                               "&table=true&fields=false&entity_ids=true&limit=5000&" + remote::fresh();
    std::map<ecs::OwnerKey, What> found;
    const auto answer = remote::read_json(remote::exchange({.port = port}, {.target = target}, stop).body);
    if (!answer || !answer->contains("results")) return found;
    for (const remote::Json& row : (*answer)["results"]) {
        What what;
        what.first = row["name"].get<std::string>();
        if (what.first.starts_with("#")) what.first.clear();
        for (const remote::Json& tag : row.value("tags", remote::Json::array()))
            what.second.insert(remote::shown_path(tag.get<std::string>()));
        const remote::Json parts = row.value("components", remote::Json::object()),
                           pairs = row.value("pairs", remote::Json::object());
        for (const auto& [path, value] : parts.items()) what.second.insert(remote::shown_path(path));
        for (const auto& [relationship, targets] : pairs.items())
            for (const remote::Json& each : targets.is_array() ? targets : remote::Json::array({targets}))
                what.second.insert(remote::shown_path("(" + relationship + "," + each.get<std::string>() + ")"));
        found[remote::flecs_key(row["id"].get<std::uint64_t>(), row.value("version", std::uint64_t{0}))] = what;
    }
    return found;
}

std::map<ecs::OwnerKey, What> mirrored(const ecs::Mirror& mirror) {
    std::map<ecs::OwnerKey, What> found;
    const ecs::World& world = mirror.world();
    for (std::size_t slot = 0; slot < world.slot_count(); ++slot)
        if (const ecs::Entity entity = world.entity_at_slot(slot)) {
            What what{std::string(world.name(entity)), {}};
            for (const ecs::ComponentId component : world.archetype_of(entity).components())
                if (component != world.name_id() && component != world.parent_id())
                    what.second.insert(world.types()[component].name);
            found[mirror.key_of(entity)] = what;
        }
    return found;
}

TEST_CASE("Flecs program: what stays is the same on both sides while entities come and go", "[.][flecs_program]") {
    const std::string file = variable("CHUNKSCOPE_FLECS_PROGRAM"), seconds = variable("CHUNKSCOPE_FLECS_SECONDS");
    REQUIRE_FALSE(file.empty());
    const bool stats = GENERATE(false, true);
    std::uint16_t port = 0;
    {
        const test::FakeProgram free([](const test::Asked&) {});
        port = free.port();
    }
    RealProgram program(file, port, stats);
    const auto owner = remote::make_flecs_owner({.port = port});
    ecs::Mirror mirror(*owner);
    owner->know(&mirror);
    std::size_t came = 0, went = 0, lost = 0;
    const auto turn = [&] {
        const ecs::Mirror::News& news = mirror.update();
        came += news.created;
        went += news.destroyed;
        std::this_thread::yield();
    };
    REQUIRE(test::until([&] {
        turn();
        return owner->rounds() > 1;
    }));
    const std::map<ecs::OwnerKey, What> before = asked_directly(port);
    const auto end = Clock::now() + std::chrono::seconds(seconds.empty() ? 5 : std::atoi(seconds.c_str()));
    came = went = 0;
    const std::uint64_t asked = owner->asked();
    const auto begin = Clock::now();
    while (Clock::now() < end) {
        turn();
        lost += mirror.lost().empty() ? 0 : 1;
    }
    const double took = std::chrono::duration<double>(Clock::now() - begin).count();
    const std::map<ecs::OwnerKey, What> seen = mirrored(mirror), after = asked_directly(port);
    std::size_t stayed = 0, wrong = 0;
    for (const auto& [key, what] : before) {
        const auto there = after.find(key);
        if (there == after.end() || there->second != what) continue;
        ++stayed;
        const auto here = seen.find(key);
        if (here == seen.end() || here->second != what) ++wrong;
    }
    std::cout << owner->name() << ": " << came << " came, " << went << " went, " << stayed << " stayed, " << wrong
              << " differ, " << static_cast<double>(owner->asked() - asked) / took << " requests a second\n";
    CHECK(program.runs());
    CHECK(lost == 0);
    CHECK(stayed >= 6);
    CHECK(wrong == 0);
    CHECK(static_cast<double>(owner->asked() - asked) / took <= 10);
}

}  // namespace flecs_program_test
