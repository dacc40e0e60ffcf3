#include "panels/desk/request_runner.hpp"

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/support/headless.hpp"

namespace request_runner_test {

using panels::RequestRunner;
using panels::TransportRequest;

namespace {

struct Desk {
    ecs::World world;
    ecs::Schedule schedule;
    ecs::History history{world, schedule};
    panels::Selection selection;
    panels::Transport transport;
    std::vector<panels::Request> requests;
    std::vector<std::string> refused, done;
    RequestRunner runner{program()};

    RequestRunner::Program program() {
        RequestRunner::Program result;
        result.refused = [this](const std::string& reason) { refused.push_back(reason); };
        result.after_edits = [this](const panels::ExecutedEdit& edit) { done.emplace_back(edit.done_label); };
        return result;
    }
    RequestRunner::Subject subject() { return {world, schedule, history, selection, transport}; }
    void run(bool stands_still = false) { runner.execute(subject(), requests, stands_still); }
    void ask_to_create(const char* label, bool select = false) {
        ecs::CreateEntities create;
        create.entities.emplace_back();
        panels::EditRequest request{label, {}, select};
        request.edits.emplace_back(std::move(create));
        requests.emplace_back(std::move(request));
    }
};

}  // namespace

TEST_CASE("RequestRunner: edits go through the history, and what they create can be selected", "[panels][host]") {
    Desk desk;
    desk.ask_to_create("Create it", true);
    desk.run();
    CHECK(desk.requests.empty());
    REQUIRE(desk.history.steps().size() == 1);
    CHECK(desk.history.steps()[0].label == "Create it");
    CHECK(desk.world.alive(desk.selection.entity()));
    CHECK(desk.done == std::vector<std::string>{"Create it"});
    desk.requests.emplace_back(panels::HistoryRequest{.undo = true});
    desk.run();
    CHECK(desk.world.entity_count() == 0);
    desk.requests.emplace_back(panels::HistoryRequest{.undo = false});
    desk.run();
    CHECK(desk.world.entity_count() == 1);
}

TEST_CASE("RequestRunner: who selected an undone creation does not get the next one with its id", "[panels][host]") {
    Desk desk;
    const ecs::Entity rock = desk.world.create();
    desk.selection.select(rock);
    desk.ask_to_create("Create", true);
    desk.run();
    const ecs::Entity made = desk.selection.entity();
    REQUIRE(made != rock);
    desk.requests.emplace_back(panels::HistoryRequest{.undo = true});
    desk.run();
    CHECK(desk.selection.entity() == rock);
    CHECK_FALSE(desk.selection.can_go_forward(desk.world));
    // A system creates one, which gets the id.
    CHECK(desk.world.create() == made);
    CHECK_FALSE(desk.selection.can_go_forward(desk.world));
    CHECK_FALSE(desk.selection.can_go_back(desk.world));
    CHECK(desk.selection.entities() == std::vector{rock});
}

TEST_CASE("RequestRunner: a creation that is done again is selected again", "[panels][host]") {
    Desk desk;
    desk.ask_to_create("Create", true);
    desk.run();
    const ecs::Entity made = desk.selection.entity();
    desk.requests.emplace_back(panels::HistoryRequest{.undo = true});
    desk.run();
    CHECK_FALSE(desk.selection.entity());
    desk.requests.emplace_back(panels::HistoryRequest{.undo = false});
    desk.run();
    CHECK(desk.selection.entity() == made);
}

TEST_CASE("RequestRunner: an edit that the program asks about first is done when it comes again", "[panels][host]") {
    Desk desk;
    RequestRunner::Program program = desk.program();
    std::vector<panels::Request> asked_about;
    bool agreed = false;
    program.asks_before = [&](const panels::EditRequest&, const std::function<panels::Request()>& again) {
        if (agreed) return false;
        asked_about.push_back(again());
        return true;
    };
    RequestRunner runner(std::move(program));
    desk.ask_to_create("Create it");
    runner.execute(desk.subject(), desk.requests, false);
    CHECK(desk.history.steps().empty());
    CHECK(desk.world.entity_count() == 0);
    REQUIRE(asked_about.size() == 1);
    agreed = true;
    desk.requests.push_back(std::move(asked_about.front()));
    runner.execute(desk.subject(), desk.requests, false);
    CHECK(desk.history.steps().size() == 1);
    CHECK(desk.world.entity_count() == 1);
}

TEST_CASE("RequestRunner: the history goes to a step, over others", "[panels][host]") {
    Desk desk;
    for (const char* label : {"One", "Two", "Three"}) {
        desk.ask_to_create(label);
        desk.run();
    }
    const auto go_to = [&](std::size_t steps) {
        desk.requests.emplace_back(panels::HistoryRequest{.go_to = steps});
        desk.run();
    };
    go_to(1);
    CHECK(desk.world.entity_count() == 1);
    CHECK(panels::state_of(desk.history).all.size() == 3);
    go_to(3);
    CHECK(desk.world.entity_count() == 3);
    go_to(0);
    CHECK(desk.world.entity_count() == 0);
    go_to(4);  // there are not so many
    go_to(0);
    CHECK(desk.world.entity_count() == 0);
    CHECK(desk.refused.empty());
}

TEST_CASE("RequestRunner: an edit that does not fit is refused with its reason", "[panels][host]") {
    Desk desk;
    panels::EditRequest request{"Destroy nobody", {}};
    request.edits.emplace_back(ecs::DestroyEntity{{5, 1}});
    desk.requests.emplace_back(std::move(request));
    desk.run();
    REQUIRE(desk.refused.size() == 1);
    CHECK(desk.history.steps().empty());
    CHECK(desk.done.empty());
}

TEST_CASE("RequestRunner: what would change a world that stands still waits, the rest does not", "[panels][host]") {
    Desk desk;
    desk.ask_to_create("Create it");
    desk.requests.emplace_back(TransportRequest{TransportRequest::Kind::Play});
    desk.requests.emplace_back(TransportRequest{TransportRequest::Kind::StepTick});
    desk.run(true);
    CHECK(desk.runner.waiting().size() == 2);
    CHECK(desk.world.entity_count() == 0);
    CHECK(desk.world.tick() == 0);
    CHECK(desk.transport.playing);
    desk.runner.execute_waiting(desk.subject());
    CHECK(desk.runner.waiting().empty());
    CHECK(desk.world.entity_count() == 1);
    CHECK(desk.world.tick() == 1);
    CHECK_FALSE(desk.transport.playing);  // a step pauses
}

TEST_CASE("RequestRunner: an undo meant for another state takes back nothing", "[panels][host]") {
    Desk desk;
    desk.ask_to_create("Create it");
    desk.run();
    const std::uint64_t state = desk.history.state();
    desk.ask_to_create("Create another");
    desk.run();
    desk.requests.emplace_back(panels::HistoryRequest{.undo = true, .only_at = state});
    desk.run();
    CHECK(desk.world.entity_count() == 2);
    CHECK(desk.refused.size() == 1);
}

TEST_CASE("RequestRunner: speeds stay within what the transport can", "[panels][host]") {
    Desk desk;
    desk.requests.emplace_back(TransportRequest{TransportRequest::Kind::SetSpeed, 1000});
    desk.run();
    CHECK(desk.transport.speed == panels::Transport::max_speed);
    desk.requests.emplace_back(TransportRequest{TransportRequest::Kind::SetSpeed, 0.001});
    desk.run();
    CHECK(desk.transport.speed == panels::Transport::min_speed);
    // As fast as it goes; the speed of before comes back with the next one.
    desk.requests.emplace_back(TransportRequest{TransportRequest::Kind::SetSpeed, 0});
    desk.run();
    CHECK(desk.transport.flat_out);
    CHECK(desk.transport.speed == panels::Transport::min_speed);
    desk.requests.emplace_back(TransportRequest{TransportRequest::Kind::SetSpeed, 2});
    desk.run();
    CHECK_FALSE(desk.transport.flat_out);
}

TEST_CASE("RequestRunner: requests that are pushed meanwhile are executed, too, and others go to the program",
          "[panels][host]") {
    Desk desk;
    RequestRunner::Program program = desk.program();
    std::vector<std::string> shown;
    program.other = [&](panels::Request& request) {
        shown.push_back(std::get<panels::ShowPanelRequest>(request).id);
        if (shown.size() == 1) desk.requests.emplace_back(panels::ShowPanelRequest{"chunks"});
    };
    RequestRunner runner(std::move(program));
    desk.requests.emplace_back(panels::ShowPanelRequest{"moves"});
    runner.execute(desk.subject(), desk.requests, false);
    CHECK(shown == std::vector<std::string>{"moves", "chunks"});
}

TEST_CASE("RequestRunner: a selection of thousands is destroyed by one edit, and undo selects them again",
          "[panels][host]") {
    Harness harness;
    std::vector<ecs::Entity> all;
    for (int i = 0; i < 3000; ++i) all.push_back(harness.world.create(ecs::Name{std::to_string(i)}));
    harness.world.set_parent(all[1], all[0]);
    harness.selection.select_all(all);
    const std::uint64_t hash = ecs::state_hash(harness.world);
    panels::request_destroy(harness.context(), harness.selection.entities());
    harness.frames(1);
    CHECK(harness.world.entity_count() == 0);
    REQUIRE(harness.history.steps().size() == 1);
    const ecs::HistoryStep& step = harness.history.steps().front();
    CHECK(step.edits.size() == 1);
    CHECK(step.entities == all.size());
    CHECK(step.label == "Destroy 3,000 entities");
    harness.selection.clear();
    harness.requests.emplace_back(panels::HistoryRequest{.undo = true});
    harness.frames(1);
    CHECK(ecs::state_hash(harness.world) == hash);
    CHECK(harness.selection.entities().size() == all.size() - 1);  // the child comes with its parent
    harness.requests.emplace_back(panels::HistoryRequest{.undo = false});
    harness.frames(1);
    CHECK(harness.world.entity_count() == 0);

    // Few are told one by one.
    harness.requests.emplace_back(panels::HistoryRequest{.undo = true});
    harness.frames(1);
    panels::request_destroy(harness.context(), {all[5], all[6]});
    harness.frames(1);
    CHECK(harness.history.steps().back().edits.size() == 2);
}

}  // namespace request_runner_test
