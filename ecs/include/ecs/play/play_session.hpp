// A PlaySession lets a person play the world that they author, and puts it back afterwards, exactly as it was:
//
//     begin() ─► the authored world is kept ─► ticks and edits ─► stop() ─► the authored world
//                                                     │                        ▲
//                                                     └─ what a person keeps ──┘  as a step of the history
//
// What is put back: the steps of the history, entities, values, the tree, resources, handles that come next, the tick,
// the random source, which systems are switched on, which of them have run on_create, and the types that people made or
// changed. Systems that were added or removed while the world was played stay so. What a system keeps outside of the
// world is its own affair. The owner of world, schedule and history owns the session, too, and destroys it first.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ecs/base/random.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/snapshot/snapshot.hpp"

namespace ecs {

class PlaySession {
public:
    PlaySession(World& world, Schedule& schedule, History& history)
        : world_(world), schedule_(schedule), history_(history), snapshots_(world) {}

    /// Keeps the present world. Call it between two ticks. Returns for a person why that is impossible, else an empty
    /// text. Nothing happens when one is kept already.
    [[nodiscard]] std::string begin();
    /// Why the world could not be kept when it was played last, for a person; empty: it could.
    const std::string& problem() const { return problem_; }
    /// Names the authored world: it grows each time one is kept.
    std::uint64_t number() const { return number_; }
    bool begun() const { return static_cast<bool>(authored_); }
    /// Of the authored world.
    std::uint64_t tick() const { return authored_.tick(); }
    /// The steps of the history that were in force when it began.
    std::size_t steps_before() const { return steps_before_; }
    /// Whether a person did something since it began, or took something back, at whatever moment of its time.
    bool changed_by_person() const { return begun() && history_.stepped_since_noted(); }
    /// What they did that is in force now, and what was in force when it began and was taken back: see History.
    std::span<const HistoryStep> done_by_person() const { return history_.done_since_noted(); }
    std::vector<const HistoryStep*> undone_by_person() const { return history_.undone_since_noted(); }

    /// The authored world, for comparing: a copy of the snapshot may make its world on another thread. Empty unless
    /// begun().
    const Snapshot& authored() const { return authored_; }
    /// What stop() puts back beside that world, for the code that writes a file: the random source, and which systems
    /// run.
    const Random& random() const { return random_; }
    const std::vector<std::pair<std::string, bool>>& enabled() const { return enabled_; }
    /// The component types that there were; those that came since have the ids behind them.
    std::size_t type_count() const { return types_.size(); }
    /// Bytes that the kept world takes.
    std::size_t bytes() const { return snapshots_.stats().bytes_in_use; }

    /// Puts the authored world back. A tick that was begun is finished first. Returns for a person why that is
    /// impossible; the world then stays as it is.
    [[nodiscard]] std::string stop();
    /// The same, and then makes the authored world in these differences as the played one was, as one step of the
    /// history. `kept` are positions in the entries of diff(*authored().make_world(), world), of the world as it is
    /// now.
    [[nodiscard]] std::string stop_and_keep(std::string label, std::span<const std::uint32_t> kept);
    /// The played world was saved, and not the authored one, which is unsaved when stop() has put it back.
    void note_saved_as_played() { saved_as_played_ = begun(); }
    /// Goes on with the present world as the authored one, which nobody has saved. There is nothing to put back any
    /// more.
    void go_on();
    /// There is nothing to put back any more.
    void forget();

private:
    World& world_;
    Schedule& schedule_;
    History& history_;
    Snapshots snapshots_;
    Snapshot authored_;
    Random random_;
    std::size_t steps_before_ = 0;
    bool saved_as_played_ = false;
    std::string problem_;
    std::uint64_t number_ = 0;
    std::vector<std::pair<std::string, bool>> enabled_;
    std::vector<std::string> created_;
    std::vector<TypeRegistry::Label> types_;
};

}  // namespace ecs
