#include "ecs/edit/history.hpp"

#include "ecs/support/edit_support.hpp"
#include "out_of_memory.hpp"

namespace history_oom_test {

using namespace ecs;
using namespace test;

namespace {

const std::string long_text(100, 'x');

struct Fixture : EditFixture {
    History history{world, schedule};
    State at_start = state();

    HistoryStep step() const {
        ecs::CreateEntities create;
        create.entities.push_back({ecs::null_entity, child, {}, false});
        create.entities.back().values.push_back(value(Label{long_text}));
        return {"Change a few things",
                {ecs::DestroyEntity{grandchild}, create, ecs::AddComponent{other, value(Label{long_text})}}};
    }
};

std::string unless(bool holds, const char* what) { return holds ? std::string() : what; }

}  // namespace

TEST_CASE("Out of memory: a step is done and remembered, or neither", "[editor][oom][history]") {
    const TrackedScope scope;
    const std::size_t failures = run_out_of_memory([] { return std::make_unique<Fixture>(); },
                                                   [](Fixture& f) {
                                                       HistoryStep step = f.step();
                                                       if (!f.history.perform(std::move(step)).empty())
                                                           throw std::runtime_error("it does not fit");
                                                   },
                                                   [](Fixture& f, const WorldState& before) {
                                                       if (!f.history.steps().empty())
                                                           return std::string("it was remembered");
                                                       return difference(before, state_of(f.world));
                                                   },
                                                   [](Fixture& f) -> std::string {
                                                       if (f.history.done() != 1) return "it was not remembered";
                                                       if (!f.history.undo().empty()) return "it cannot be undone";
                                                       if (f.state() != f.at_start)
                                                           return "undoing does not restore the world";
                                                       return unless(f.history.redo().empty() && f.history.done() == 1,
                                                                     "it cannot be done again");
                                                   },
                                                   true);
    CHECK(failures > 20);
    CHECK(scope.clean());
}

TEST_CASE("Out of memory: undoing and doing again can be repeated", "[editor][oom][history]") {
    const TrackedScope scope;
    for (const bool undoing : {true, false}) {
        const std::size_t failures = run_out_of_memory(
            [&] {
                auto fixture = std::make_unique<Fixture>();
                const std::string reason = fixture->history.perform(fixture->step());
                if (!reason.empty() || (!undoing && !fixture->history.undo().empty())) throw std::runtime_error(reason);
                return fixture;
            },
            [&](Fixture& f) {
                if (!(undoing ? f.history.undo() : f.history.redo()).empty()) throw std::runtime_error("cannot");
            },
            [&](Fixture& f, const WorldState& before) {
                if (f.history.done() != (undoing ? 1u : 0u)) return std::string("the history moved on");
                return difference(before, state_of(f.world));
            },
            [&](Fixture& f) {
                if (!undoing && !f.history.undo().empty()) return "cannot be undone";
                return f.state() == f.at_start ? "" : "undoing does not restore the world";
            },
            true);
        CHECK(failures > 5);
    }
    CHECK(scope.clean());
}

}  // namespace history_oom_test
