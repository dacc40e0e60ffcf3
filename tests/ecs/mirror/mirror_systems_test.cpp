#include "ecs/mirror/mirror_desk.hpp"

namespace mirror_systems_test {

using Desk = test::MirrorDesk;
using test::contains;
using test::FakeOwner;
using Edits = std::vector<ecs::Edit>;

TEST_CASE("Mirror: the owner's systems stand in the schedule, in its order and with its times", "[ecs][mirror]") {
    Desk desk;
    desk.mirror.show_systems(desk.schedule);
    using System = ecs::OwnerSystem;
    desk.owner.running.push_back({.name = "Move", .phase = "OnUpdate", .accesses = {{FakeOwner::position, true}}});
    desk.owner.running.push_back({.name = "Heal", .phase = "OnUpdate", .last_secs = 2e-3, .runs = 7, .entities = 3});
    desk.mirror.update();
    REQUIRE(desk.schedule.systems().size() == 2);
    CHECK(desk.schedule.systems()[0]->description.name == "Move");
    CHECK(desk.schedule.systems()[0]->description.group == "OnUpdate");
    REQUIRE(desk.schedule.systems()[0]->description.accesses.size() == 1);
    CHECK(desk.schedule.systems()[0]->description.accesses[0].component == desk.id(FakeOwner::position));
    CHECK(desk.schedule.find("Heal")->stats.last_secs == 2e-3);
    CHECK(desk.schedule.find("Heal")->stats.entities_visited == 3);

    desk.owner.running.insert(desk.owner.running.begin(), System{.name = "Load", .part = ecs::Phase::PreUpdate});
    std::swap(desk.owner.running[1], desk.owner.running[2]);
    desk.mirror.update();
    std::string order;
    for (const ecs::System* each : desk.schedule.systems()) order += each->description.name + " ";
    CHECK(order == "Load Heal Move ");

    desk.owner.running.erase(desk.owner.running.begin() + 1);
    desk.mirror.update();
    CHECK(desk.schedule.find("Heal") == nullptr);
    CHECK(desk.schedule.systems().size() == 2);
}

TEST_CASE("Mirror: switching a system switches the owner's, and undo switches it back", "[ecs][mirror]") {
    Desk desk;
    desk.mirror.show_systems(desk.schedule);
    desk.owner.running.push_back({.name = "Move"});
    desk.owner.running.push_back({.name = "Rest", .why_not_switch = "the connection needs it"});
    desk.mirror.update();
    const auto perform = [&](const char* name, bool on) {
        return desk.history.perform({"Switch", Edits{ecs::ToggleSystem{name, on}}});
    };
    CHECK(desk.mirror.why_not(ecs::ToggleSystem{"Move", false}).empty());
    CHECK(perform("Move", false).empty());
    CHECK_FALSE(desk.owner.running[0].enabled);
    desk.mirror.update();
    CHECK_FALSE(desk.schedule.find("Move")->enabled);
    CHECK(desk.history.undo().empty());
    CHECK(desk.owner.running[0].enabled);

    // The owner's own program switches, too.
    desk.owner.running[0].enabled = false;
    desk.mirror.update();
    CHECK_FALSE(desk.schedule.find("Move")->enabled);

    CHECK(desk.mirror.why_not(ecs::ToggleSystem{"Rest", false}) == "the connection needs it");
    (void)perform("Rest", false);
    const auto& news = desk.mirror.update();
    CHECK(desk.owner.running[1].enabled);
    CHECK(desk.schedule.find("Rest")->enabled);
    REQUIRE(news.messages.size() == 1);
    CHECK_THAT(news.messages[0], contains("the connection needs it"));
}

TEST_CASE("Mirror: while the switching of a system is not answered, what the owner says of it waits", "[ecs][mirror]") {
    Desk desk;
    desk.mirror.show_systems(desk.schedule);
    desk.owner.running.push_back({.name = "Move"});
    desk.mirror.update();
    desk.owner.late = true;
    (void)desk.history.perform({"Switch", Edits{ecs::ToggleSystem{"Move", false}}});
    desk.mirror.update();
    CHECK_FALSE(desk.schedule.find("Move")->enabled);
    CHECK(desk.mirror.unanswered() == 1);
    desk.owner.answer_now();
    desk.mirror.update();
    CHECK_FALSE(desk.owner.running[0].enabled);
    CHECK_FALSE(desk.schedule.find("Move")->enabled);
    CHECK(desk.mirror.unanswered() == 0);
}

}  // namespace mirror_systems_test
