// The RequestRunner executes what panels request of a world: edits and undo go through the History, the transport is
// set, ticks are run. It is the one place where requests change a world; the editor, a host with its own loop and the
// tests of panels all use it. Requests about the program itself (a file to export, a panel to show) go to its owner.
//
//     panels push requests -> execute() between two ticks -> History, Schedule, Transport, or Program::other
//                                  |  world must stand still
//                                  v
//                             waiting() -> execute_waiting() when it may change again
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "ecs/edit/history.hpp"
#include "panels/base/panel.hpp"

namespace ecs {
struct TimePoint;
}

namespace panels {

class RunBack;
class SeekInParts;

/// An edit request that was executed.
struct ExecutedEdit {
    std::string_view label, done_label;
    bool destroys = false;    // entities, so a person may want them back at once
    std::uint64_t state = 0;  // of the history, after it
};

class RequestRunner {
public:
    /// What requests are about. All of it must stay where it is while execute() runs.
    struct Subject {
        ecs::World& world;
        ecs::Schedule& schedule;
        ecs::History& history;
        Selection& selection;
        Transport& transport;
        ecs::PlaySession* play = nullptr;      // keeps the authored world while it is played; null: nobody does
        ecs::Timeline* timeline = nullptr;     // records what happens; null: nobody does
        const Recording* recording = nullptr;  // who wrote what; null: nobody records it
    };
    /// What the program adds to the execution of requests. Every function may be empty.
    struct Program {
        // Runs one tick, in the past along what was recorded; empty: Schedule::tick.
        std::function<void()> tick = {};
        std::function<void()> step_system = {};         // likewise one system; empty: Schedule::step_system
        std::function<std::string()> back_system = {};  // runs the last system back, or says why not; empty: nobody can
        // Another program runs the ticks, and is asked: returns why it does not do that, or an empty text. Nothing: they run
        // here.
        std::function<std::optional<std::string>(const TransportRequest&)> elsewhere = {};
        /// Whether this program runs the ticks, and a person may play and pause them; empty: no.
        std::function<bool()> ticks_here = {};
        // True: the program asks the person first, and makes the request that `again` returns if they agree. It calls
        // `again` at once.
        std::function<bool(const EditRequest& request, const std::function<Request()>& again)> asks_before = {};
        // True: the world in view is older than the one that another program has, as after a look at the past. What `again`
        // returns is made once it is that one.
        std::function<bool(const std::function<Request()>& again)> waits_for_now = {};
        std::function<void(const std::vector<ecs::Edit>&)> before_edits = {};
        std::function<void(const ExecutedEdit&)> after_edits = {};
        std::function<void(const std::string& label, bool undone)> after_undo = {};  // or redo
        std::function<void(std::size_t kept)> stopped = {};      // the authored world is back, with so many differences
        std::function<void()> time_jumped = {};                  // the timeline brought the world to another moment
        std::function<void(const std::string& text)> told = {};  // what a person asked for was found out
        std::function<void(const std::string& reason)> refused = {};  // an edit, an undo or a redo
        std::function<void(Request&)> other = {};                     // a request about the program
        std::function<const KnownSystems*()> known_systems = {};      // that scripts can add
        std::function<double()> now_secs = {};                        // a clock that only grows; empty: the computer's
    };

    RequestRunner() = default;
    explicit RequestRunner(Program program) : program_(std::move(program)) {}

    /// Executes the requests in order, also those that are pushed meanwhile, and leaves the list empty. While the world
    /// stands still, those that would change it wait.
    void execute(const Subject& subject, std::vector<Request>& requests, bool world_stands_still);
    /// Executes what waits.
    void execute_waiting(const Subject& subject);
    /// Once a frame, while the world may change: goes on with what takes longer than a frame. Between two calls the
    /// world is where it was.
    void go_on(const Subject& subject);
    /// Whether go_on() has something to do.
    bool busy() const { return run_back_ != nullptr || seek_ != nullptr; }
    /// Asked for while the world stood still, oldest first; valid until the next call that is not const.
    std::span<const Request> waiting() const { return waiting_; }
    /// Call when no widget is held any more. The next edit request then starts a new step of the history.
    void end_gesture(const Subject& subject);
    /// Forgets what waits or goes on, because its world goes.
    void clear() {
        waiting_.clear();
        run_back_.reset();
        seek_.reset();
    }

private:
    void execute(const Subject& subject, Request& request);
    void execute(const Subject& subject, EditRequest& request);
    void perform(const Subject& subject, EditRequest& request);
    void execute(const Subject& subject, const StepInPartsRequest& request);
    void execute(const Subject& subject, const HistoryRequest& request);
    void execute(const Subject& subject, const TransportRequest& request);
    void step_tick(const Subject& subject);
    void run_to_tick(const Subject& subject, std::uint64_t tick);
    void stop(const Subject& subject, const TransportRequest& request);
    void execute(const Subject& subject, const RunScriptRequest& request);
    void execute(const Subject& subject, const TimelineRequest& request);
    void execute(const Subject& subject, const WorldAtRequest& request);
    void execute(const Subject& subject, const RunBackRequest& request);
    void execute(const Subject& subject, const CheckOrderRequest& request);
    void execute(const Subject& subject, const MakePrefabRequest& request);
    void execute(const Subject& subject, const PlaceSiblingsRequest& request);
    void execute(const Subject& subject, const HistoryLimitRequest& request);
    /// Adds what edits of prefabs mean for their instances. False, and said why, when they make no sense.
    bool reach_instances(const Subject& subject, EditRequest& request);
    void refuse(const std::string& reason) const;
    void begin_seek(const Subject& subject, ecs::TimePoint to);
    void restore(const Subject& subject, const TimelineRequest& asked);
    /// Says that recorded time went because of the cap: the first time, and whenever an edit was the cause.
    void tell_of_dropped_time(const Subject& subject, bool by_edit);

    /// The field that a gesture drags in a prefab, and the entities that follow it: those that equalled the prefab when
    /// it began.
    struct PrefabDrag {
        ecs::Entity entity;
        ecs::ComponentId component = ecs::no_component;
        std::vector<std::uint32_t> fields;
        std::unordered_set<ecs::Entity> followers;
    };

    Program program_;
    PrefabDrag drag_;
    std::vector<Request> waiting_;
    std::string dropped_told_;           // what the timeline dropped last, as far as it was seen
    std::shared_ptr<SeekInParts> seek_;  // null: the world is where it was to go
    std::shared_ptr<RunBack> run_back_;  // null: nothing is searched for
};

/// What panels show of a history.
HistoryState state_of(const ecs::History& history);

}  // namespace panels
