// The timeline over the demo scenes: every tick has the state that it had, with edits, undo, branches and keys, on one
// thread and on four.
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "editor/demo/components.hpp"
#include "editor/session/session.hpp"
#include "editor/support/demo.hpp"

namespace timeline_scenes_test {

using namespace editor;

namespace {

/// Somebody who plays a scene, edits it and goes to other moments.
class Player {
public:
    Player(const char* scene, std::size_t count, std::size_t threads, std::uint64_t seed)
        : session(demo::start(*demo_game().find_scene(scene), count)), random(seed) {
        session->use_threads(threads);
        session->schedule.share_from_rows = 0;
        session->schedule.share_from_secs = 0;
        session->record();
        note();
    }

    void play(int ticks, bool edits) {
        for (int i = 0; i < ticks; ++i) {
            if (random.below(20) == 0)
                session->keys = {.up = random.below(2) == 0,
                                 .down = random.below(2) == 0,
                                 .left = random.below(2) == 0,
                                 .right = random.below(2) == 0};
            if (edits && random.below(5) == 0) edit();
            session->tick();
            note();
        }
    }
    /// How many of some random moments are not as they were.
    int wrong(int moments) {
        int count = 0;
        for (int i = 0; i < moments; ++i) {
            auto each = states_.begin();
            std::advance(each, random.below(static_cast<std::uint32_t>(states_.size())));
            REQUIRE(session->timeline.seek({each->first.first, each->first.second}).empty());
            if (session->hash_line() != each->second) ++count;
        }
        return count;
    }

    std::unique_ptr<Session> session;
    ecs::Random random;

private:
    void note() { states_[{session->timeline.branch(), session->world.tick()}] = session->hash_line(); }
    ecs::Entity some() {
        const ecs::World& world = session->world;
        for (int i = 0; i < 50; ++i)
            if (const ecs::Entity entity =
                    world.entity_at_slot(random.below(static_cast<std::uint32_t>(world.slot_count()))))
                return entity;
        return ecs::null_entity;
    }
    void edit() {
        ecs::World& world = session->world;
        const ecs::Entity entity = some();
        ecs::History& history = session->history;
        std::vector<ecs::Edit> edits;
        switch (random.below(7)) {
            case 0:
                if (history.can_undo()) (void)history.undo();
                break;
            case 1:
                if (history.can_redo()) (void)history.redo();
                break;
            case 2:
                edits.emplace_back(ecs::duplicate(world, {entity}));
                break;
            case 3:
                if (world.entity_count() > 20) edits.emplace_back(ecs::DestroyEntity{entity});
                break;
            case 4:
                edits.push_back(ecs::rename(world, entity, "Renamed " + std::to_string(world.tick())));
                break;
            case 5: {
                const auto systems = session->schedule.systems();
                const ecs::System& system = *systems[random.below(static_cast<std::uint32_t>(systems.size()))];
                edits.emplace_back(ecs::ToggleSystem{system.description.name, !system.enabled});
                break;
            }
            default:
                if (entity && world.has(entity, world.types().find("Position")->id)) {
                    ecs::Value value(*world.types().find("Position"));
                    static_cast<Position*>(value.data())->x = random.between(0, 500);
                    edits.emplace_back(ecs::SetComponent{entity, std::move(value), {}});
                }
        }
        // What does not fit is refused, and nothing changes.
        if (!edits.empty()) (void)history.perform({"Step", std::move(edits)});
        if (random.below(2) == 0) history.seal();
        note();
    }

    std::map<std::pair<ecs::BranchId, std::uint64_t>, std::string> states_;
};

struct Played {
    const char* scene;
    std::size_t count, threads;
};
constexpr Played all_played[] = {{"bullets", 300, 1}, {"bullets", 300, 4}, {"traffic", 400, 1},
                                 {"traffic", 400, 4}, {"chase", 200, 1},   {"chase", 200, 4}};

}  // namespace

TEST_CASE("Timeline: a thousand random ticks of the scenes have the states that they had", "[editor][timeline]") {
    for (const Played& played : all_played) {
        CAPTURE(played.scene, played.threads);
        Player player(played.scene, played.count, played.threads, 3);
        player.play(1500, false);
        CHECK(player.wrong(170) == 0);
        CHECK_FALSE(player.session->timeline.divergence());
        REQUIRE(player.session->timeline.return_to_now().empty());
        CHECK(player.session->world.tick() == 1500);
    }
}

TEST_CASE("Timeline: the same with edits, undo, toggled systems and branches", "[editor][timeline]") {
    for (const Played& played : all_played) {
        CAPTURE(played.scene, played.threads);
        Player player(played.scene, played.count, played.threads, 8);
        player.play(300, true);
        for (int branch = 0; branch < 5; ++branch) {
            const std::uint64_t last = player.session->timeline.last_tick();
            const auto tick = player.random.below(static_cast<std::uint32_t>(last) + 1);
            REQUIRE(player.session->timeline.seek(tick).empty());
            player.play(120, true);
        }
        CHECK(player.wrong(150) == 0);
        CHECK_FALSE(player.session->timeline.divergence());
        // Undo never meets a world that its steps are not about.
        for (const ecs::TimeBranch* branch : player.session->timeline.branches()) {
            REQUIRE(player.session->timeline.switch_to(branch->id).empty());
            std::string refused;
            while (player.session->history.can_undo() && refused.empty()) refused = player.session->history.undo();
        }
    }
}

TEST_CASE("Timeline: Stop begins a branch, and what was played stays", "[editor][timeline]") {
    const auto session = demo::start(*demo_game().find_scene("chase"));
    session->record();
    const std::string authored = session->hash_line();
    REQUIRE(session->play.begin().empty());
    for (int i = 0; i < 50; ++i) session->tick();
    const std::string played = session->hash_line();
    REQUIRE(session->play.stop().empty());
    CHECK(session->hash_line() == authored);
    CHECK(session->timeline.at_now());
    REQUIRE(session->timeline.branches().size() == 2);
    REQUIRE(session->play.begin().empty());
    for (int i = 0; i < 30; ++i) session->tick();
    const std::string again = session->hash_line();
    REQUIRE(session->timeline.seek({0, 50}).empty());
    CHECK(session->hash_line() == played);
    REQUIRE(session->timeline.seek({1, 30}).empty());
    CHECK(session->hash_line() == again);
}

}  // namespace timeline_scenes_test
