// "Restore this moment" of a world that another program runs, which goes on meanwhile.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/mirror/fake_owner.hpp"
#include "ecs/mirror/owner_model.hpp"
#include "ecs/timeline/timeline.hpp"
#include "panels/base/timeline_request.hpp"
#include "panels/desk/request_runner.hpp"

namespace restore_moment_test {

using panels::TimelineRequest;
using test::FakeOwner;
using Texts = std::vector<std::string>;

namespace {

/// A mirrored world that is recorded, and what a person is asked and told.
struct Desk {
    FakeOwner owner;
    ecs::Mirror mirror{owner};
    ecs::Schedule schedule;
    ecs::History history{mirror.world(), schedule};
    ecs::Timeline timeline{mirror.world(), schedule, history};
    panels::Selection selection;
    panels::Transport transport;
    Texts told, refused;
    bool agreed = true;
    std::optional<panels::Request> asked_about;
    panels::RequestRunner runner;

    Desk() {
        mirror.follow(history);
        mirror.show_systems(schedule);
        timeline.start(nullptr, {.by_states = true});
        panels::RequestRunner::Program program;
        program.told = [this](const std::string& text) { told.push_back(text); };
        program.refused = [this](const std::string& reason) { refused.push_back(reason); };
        program.asks_before = [this](const panels::EditRequest&, const std::function<panels::Request()>& again) {
            if (!agreed) asked_about = again();
            return !agreed;
        };
        runner = panels::RequestRunner(std::move(program));
    }
    ~Desk() {
        timeline.stop();
        mirror.unfollow();
        owner.forget();
    }
    ecs::OwnerKey spawn(int hp) {
        const ecs::OwnerKey key = owner.spawn();
        owner.set(key, FakeOwner::health, hp);
        return key;
    }
    /// In update 1 they have 10 and 20 hp, in update 2 they have 3 and 4.
    std::pair<ecs::OwnerKey, ecs::OwnerKey> two_that_change() {
        const ecs::OwnerKey hero = spawn(10), guest = spawn(20);
        update();
        owner.set(hero, FakeOwner::health, 3);
        owner.set(guest, FakeOwner::health, 4);
        update();
        return {hero, guest};
    }
    Texts update() { return mirror.update().messages; }
    void ask(panels::Request request) {
        std::vector<panels::Request> requests;
        requests.push_back(std::move(request));
        runner.execute({mirror.world(), schedule, history, selection, transport, nullptr, &timeline}, requests, false);
    }
    void restore(std::uint64_t tick) {
        ask(TimelineRequest{.tick = tick});
        ask(TimelineRequest{.kind = TimelineRequest::Kind::Restore,
                            .tick = tick,
                            .branch = timeline.branch(),
                            .name = "update " + std::to_string(tick)});
    }
    int hp(ecs::OwnerKey key) const { return owner.get<int>(key, FakeOwner::health); }
};

}  // namespace

TEST_CASE("Restore this moment: what differs when the person agrees is restored, not what differed before",
          "[panels][timeline]") {
    Desk desk;
    const auto [hero, guest] = desk.two_that_change();
    desk.agreed = false;
    desk.restore(1);
    REQUIRE(desk.asked_about);
    CHECK(desk.timeline.at_now());
    // The program goes on while the question is open.
    desk.owner.kill(guest);
    desk.owner.set(hero, FakeOwner::health, 5);
    desk.update();
    desk.agreed = true;
    desk.ask(std::move(*desk.asked_about));
    CHECK(desk.refused.empty());
    CHECK(desk.told == Texts{"Restored update 1: 2 entities"});
    CHECK(desk.hp(hero) == 10);
    CHECK(desk.owner.things.size() == 2);
    REQUIRE(desk.history.steps().size() == 1);
    CHECK(desk.history.steps()[0].label == "Restore update 1");
}

TEST_CASE("Restore this moment: the clock of the program's engine goes on, and its own entities stay",
          "[panels][timeline]") {
    Desk desk;
    desk.owner.set_description(FakeOwner::position, "bevy_time::time::Time<()>");
    desk.owner.set_description(FakeOwner::frozen, "bevy_ecs::observer::Observer");
    const ecs::OwnerKey hero = desk.spawn(10), clock = desk.owner.spawn();
    desk.owner.set(clock, FakeOwner::position, test::Place{1, 0});
    desk.update();
    const ecs::OwnerKey observer = desk.owner.spawn();
    desk.owner.tag(observer);
    desk.owner.set(clock, FakeOwner::position, test::Place{2, 0});
    desk.update();
    desk.restore(1);
    CHECK(desk.refused == Texts{"The world is as it was at update 1"});
    desk.owner.set(hero, FakeOwner::health, 3);
    desk.update();
    desk.restore(1);
    CHECK(desk.told == Texts{"Restored update 1: 1 entity"});
    CHECK(desk.hp(hero) == 10);
    CHECK(desk.owner.get<test::Place>(clock, FakeOwner::position).x == 2);
    CHECK(desk.owner.things.contains(observer));
}

TEST_CASE("Restore this moment: what the program refuses is counted, and the rest is restored", "[panels][timeline]") {
    Desk desk;
    const auto [hero, guest] = desk.two_that_change();
    desk.owner.refuses = [guest = guest](const ecs::OwnerRequest& request) {
        return request.key == guest ? "it is locked" : "";
    };
    desk.restore(1);
    CHECK(desk.update() == Texts{"Fake did \"Restore update 1\", but refused 1 of 2 changes: it is locked"});
    CHECK(desk.hp(hero) == 10);
    CHECK(desk.hp(guest) == 4);
    desk.owner.refuses = {};
    // An undo leaves out what is gone by then.
    desk.owner.kill(guest);
    desk.update();
    desk.ask(panels::HistoryRequest{.undo = true});
    REQUIRE(desk.told.size() == 2);
    CHECK_THAT(desk.told.back(), test::contains("Undo left out 1 of 2 entities of \"Restore update 1\": "));
    CHECK(desk.hp(hero) == 3);
    CHECK(desk.refused.empty());
}

TEST_CASE("Restore this moment: while the program is lost, the past stays in view", "[panels][timeline]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.spawn(10);
    desk.update();
    desk.owner.set(hero, FakeOwner::health, 3);
    desk.update();
    desk.owner.gone = "the connection is lost";
    desk.update();
    desk.restore(1);
    CHECK(desk.refused == Texts{"the connection is lost"});
    CHECK_FALSE(desk.timeline.at_now());
    CHECK(desk.history.steps().empty());
}

}  // namespace restore_moment_test
