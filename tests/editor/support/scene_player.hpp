// Somebody who plays a demo scene, edits it and goes to other moments of its time.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "editor/demo/components.hpp"
#include "editor/session/session.hpp"
#include "editor/support/demo.hpp"

namespace demo {

class Player {
public:
    Player(const char* scene, std::size_t count, std::size_t threads, std::uint64_t seed)
        : session(start(scene, count)), random(seed) {
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

    std::unique_ptr<editor::Session> session;
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
                    static_cast<editor::Position*>(value.data())->x = random.between(0, 500);
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

}  // namespace demo
