// A program with a probe::Probe and its client, in one process:
//
//     ProgramClient: ProgramOwner <- Mirror -> shown, history
//     LinkedProgram: world, schedule -> Probe <- Relay <- ProgramClient, all on the thread of the test
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ecs/edit/history.hpp"
#include "ecs/mirror/mirror.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/world/world.hpp"
#include "probe/run/probe.hpp"
#include "remote/program/program_owner.hpp"
#include "remote/support/relay.hpp"
#include "remote/support/until.hpp"

namespace test {

struct ProgramClient {
    remote::ProgramOwner owner;
    ecs::Mirror mirror{owner};
    ecs::Schedule shown;
    ecs::History history{mirror.world(), shown};
    std::vector<std::string> messages;  // of all updates

    explicit ProgramClient(remote::LinkOptions options) : owner(std::move(options)) {
        owner.know(&mirror);
        mirror.follow(history);
        mirror.show_systems(shown);
    }
    ~ProgramClient() {
        mirror.unfollow();
        owner.know(nullptr);
    }
    ProgramClient(const ProgramClient&) = delete;
    ProgramClient& operator=(const ProgramClient&) = delete;

    void update() {
        const ecs::Mirror::News& news = mirror.update();
        messages.insert(messages.end(), news.messages.begin(), news.messages.end());
    }
    /// Updates until `done`, while the program runs on another thread.
    bool until(const std::function<bool()>& done) {
        return go_on([this] { update(); }, done);
    }
    bool control(const ecs::OwnerControl& control) { return mirror.control(control).empty(); }
};

/// A program that shows nothing yet, and a Relay in front of it.
struct RelayedProgram {
    ecs::World world;
    ecs::Schedule schedule{world};
    probe::Probe probe;
    Relay relay{probe.port()};
    std::function<void()> run_tick = [this] { schedule.tick(); };
    bool holds = false;  // the world does not tick, although it may

    // One chunk in each part, so that worlds of a few chunks come in parts, too.
    explicit RelayedProgram(bool read_only)
        : probe("test", {.announced = false, .share = 0, .read_only = read_only, .part_secs = 0}) {}
    void run() {
        if (probe.tick() && !holds) run_tick();
    }
};

struct LinkedProgram : RelayedProgram, ProgramClient {
    explicit LinkedProgram(bool read_only = false)
        : RelayedProgram(read_only), ProgramClient({.port = relay.port(), .token = probe.token()}) {}

    void step() {
        run();
        update();
    }
    bool until(const std::function<bool()>& done) {
        return go_on([this] { step(); }, done);
    }
    bool known() {
        return until([&] { return owner.clock() != nullptr && mirror.lost().empty(); });
    }
    /// The copy has become equal to the world.
    bool equal() {
        return until([&] {
            return mirror.lost().empty() && mirror.unanswered() == 0 &&
                   ecs::state_hash(mirror.world()) == ecs::state_hash(world);
        });
    }
    /// Ends the connection; a later step makes another one.
    bool cut() {
        relay.cut();
        return until([&] { return !mirror.lost().empty(); });
    }
};

}  // namespace test
