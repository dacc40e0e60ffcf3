// What panels ask of the world in view. The RequestRunner (panels/desk/request_runner.hpp) executes these, in a program
// of its own as in the editor. Each says itself whether it changes the world: what does waits while the world must not
// change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ecs/base/result.hpp"
#include "ecs/edit/edit.hpp"
#include "ecs/edit/sibling_edits.hpp"
#include "ecs/timeline/time_facts.hpp"

namespace ecs {
struct OrderEffect;
}

namespace panels {

/// Edits that are done and undone together, under one name: "Set hp of Player".
struct EditRequest {
    std::string label;
    std::vector<ecs::Edit> edits;
    bool select_created = false;  // select the entities that the edits create
    bool ends_gesture = false;    // the next request is a step of its own
    std::string done_label = {};  // the name after the edits were applied: "Destroyed Player"; empty: as label
    bool may_be_partial = false;  // see ecs::HistoryStep

    static bool changes_world() { return true; }
};

/// Undoes the last step, or redoes the last undone one.
struct HistoryRequest {
    bool undo = true;
    std::optional<std::uint64_t> only_at = {};  // HistoryState::state; in another state nothing happens
    std::optional<std::size_t> go_to = {};      // instead: until so many steps are in force
    bool gives_up = false;                      // instead: the gesture that goes on, as if it had never begun

    static bool changes_world() { return true; }
};

/// How much memory the history may hold.
struct HistoryLimitRequest {
    std::size_t bytes = 0;

    static bool changes_world() { return false; }
};

/// Executes an edit script as one step of the history.
struct RunScriptRequest {
    std::string text, name;
    /// Gets the empty text, or what is wrong: "script:3:12: …".
    std::function<void(const std::string& problem)> done = {};

    static bool changes_world() { return true; }
};

/// One step of the history that is asked for in parts, because each part depends on what the one before did: an entity
/// that is pasted needs the component types that come with it.
struct StepInPartsRequest {
    /// The next part, after those before were done; nothing when there are no more. The step is called as the last one.
    std::function<std::optional<EditRequest>()> next;
    /// What a person is told when all parts are done. May be empty.
    std::function<std::vector<std::string>()> told;

    static bool changes_world() { return true; }
};

struct TransportRequest {
    enum class Kind { Play, Pause, StepTick, StepSystem, SetSpeed, Stop, GoOn, BackSystem, RunToTick };
    Kind kind = Kind::Play;
    double speed = 1;                      // for SetSpeed; 0: as fast as it goes
    std::vector<std::uint32_t> kept = {};  // for Stop: see ecs::PlaySession::stop_and_keep()
    std::uint64_t tick = 0;                // for RunToTick: where the world is to be

    bool changes_world() const {
        return kind != Kind::Play && kind != Kind::Pause && kind != Kind::SetSpeed && kind != Kind::GoOn;
    }
};

/// Moves in recorded time, or changes what is recorded. The clock stops; Play goes on from the tick of the world. In the
/// past, Play runs the recorded ticks again. An edit in the past begins a branch without a question: nothing is lost by
/// it.
struct TimelineRequest {
    enum class Kind {
        Seek,      // to `tick` of `branch`
        StepBack,  // by one tick
        StepOn,    // to the next tick that was recorded
        ReturnToNow,
        Switch,   // to the end of `branch`
        Rename,   // `branch`, to `name`
        Remove,   // `branch`
        Mark,     // the present tick, with `name`
        Restore,  // makes the world of now as it was at `tick` of `branch`, which is called `name`, as a step
    };
    Kind kind = Kind::Seek;
    std::uint64_t tick = 0;
    std::optional<ecs::BranchId> branch = {};  // nothing: the one in use
    std::string name = {};

    static bool changes_world() { return true; }
};

/// Makes a copy of the world as it was at a moment; the world itself is afterwards where it was.
struct WorldAtRequest {
    ecs::TimePoint point;
    /// The error is for a person.
    std::function<void(ecs::Result<std::unique_ptr<ecs::World>>)> done;

    static bool changes_world() { return true; }  // and changes it back
};

/// Finds the last write of a value, by running recorded time again, and goes to where it had just happened. The
/// RequestRunner tells what it found. A long search goes on over many frames, with a Job that shows how far it is and
/// cancels it; any other command of the person ends it.
struct RunBackRequest {
    ecs::Entity entity;
    ecs::ComponentId component = ecs::no_component;
    std::uint32_t offset = 0;  // of the value
    std::string what = {};     // how a person calls it: "Health.hp of Player"

    static bool changes_world() { return true; }
};

/// Asks whether the order of two systems matters in the present tick: it is run in both orders and taken back, see
/// ecs/order/order_check.hpp.
struct CheckOrderRequest {
    std::string first, second;  // systems
    std::function<void(const ecs::OrderEffect&)> done;

    static bool changes_world() { return true; }  // and changes it back
};

/// Makes a prefab of the subtree below the entity, which becomes its first instance. The world gets the types of
/// prefabs first.
struct MakePrefabRequest {
    ecs::Entity root;

    static bool changes_world() { return true; }
};

/// Moves the entities to a place among siblings. The world gets the type of their order first.
struct PlaceSiblingsRequest {
    std::vector<ecs::Entity> entities;  // topmost(), in their new order
    ecs::SiblingPlace place;

    static bool changes_world() { return true; }
};

}  // namespace panels
