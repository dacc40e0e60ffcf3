// SystemSteps runs one system at a time and says exactly what it changed: the difference of the whole world before and
// after it. It keeps snapshots, which share what did not change, so that systems can be run back, too.
//
//     ecs::SystemSteps steps(world, schedule);
//     steps.step(history.state());             // Movement: 3 entities more, 812 fields
//     steps.back(history.state());             // as if it had not run
//
// The differences hold no values: they are read from before() and from the world, until the world changes. The code
// that shows the world owns the SystemSteps, and destroys it before the world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/diff/world_diff.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/schedule/schedule_state.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/world/journal.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

/// What one run of a system changed.
struct SystemStep {
    std::string system;
    std::uint64_t tick = 0;
    WorldDiff diff;
    std::size_t created = 0, destroyed = 0;  // entities
    std::size_t moved = 0;                   // entities that got or lost components
    std::size_t added = 0, removed = 0;      // components of entities that were there before and after
    std::size_t fields = 0;                  // values, names and parents included
    std::size_t changed = 0;                 // entities that these fields are of
    std::uint64_t structural_changes = 0;    // operations, also those that took each other back
    std::uint64_t skipped_commands = 0;      // recorded commands whose entity was gone
    /// What the recorded commands did to entities, in their order: the first most_commands. Places are those of then.
    std::vector<StructuralChange> commands;
    std::uint64_t commands_in_all = 0;
    bool knows_commands = true;  // false: it ran in another program, which does not say them
    std::string problem;         // why it is not known what changed; empty: it is
};

class SystemSteps {
public:
    static constexpr std::size_t most_steps = 64;
    static constexpr std::size_t most_commands = 1'000;  // kept of each step

    SystemSteps(World& world, Schedule& schedule) : world_(world), schedule_(schedule) {}
    SystemSteps(const SystemSteps&) = delete;
    SystemSteps& operator=(const SystemSteps&) = delete;

    /// Runs the next system. `edits` names the state of the history, see History::state(). False when none is enabled,
    /// so that only the tick ended.
    bool step(std::uint64_t edits);
    /// Brings the world to the moment of this tick before this system. Returns why that is impossible; empty: it is
    /// done.
    using GoTo = std::function<std::string(std::uint64_t tick, std::string_view system)>;
    /// Runs the last system back, or lets `go` do it. Returns why that is impossible; empty: it is done.
    std::string back(std::uint64_t edits, const GoTo& go = {});
    std::string why_not_back(std::uint64_t edits) const;
    /// Another program runs a system, and the world is a copy of its: keeps how the copy is before it. Those that are
    /// expected at once make one step together.
    void expect(std::string_view system);
    bool expects() const { return expected_.has_value(); }
    /// The copy is as after what was expected. This step cannot be run back.
    void expected_ran();
    void expect_no_more() { expected_.reset(); }
    /// The other program still stands behind the shown step, and the copy was only written with what it had.
    void is_still_present() { version_ = world_.version(); }
    /// Name of the system that back() runs back.
    std::string_view back_to() const {
        return kept_.empty() ? std::string_view() : std::string_view(kept_.back().system);
    }
    /// Whether back() leads into the tick before.
    bool back_leaves_tick() const { return !kept_.empty() && kept_.back().tick != world_.tick(); }
    /// The world went on by other means: what was stepped before cannot be run back.
    void forget();

    /// The step that led to the present moment; null: none did.
    const SystemStep* shown() const { return shown_ ? shown_.get() : nullptr; }
    /// Whether the world is as the shown step left it, so that values can be read.
    bool is_present() const { return shown_ && before_ && world_.version() == version_; }
    /// The world before the shown step; null when it is not known.
    const World* before() const { return before_.get(); }

private:
    class CommandsWatch;
    struct Kept {
        Snapshot before;
        ScheduleState schedule;
        std::string system;
        std::uint64_t edits = 0, tick = 0;
        std::uint64_t structural_changes = 0, skipped_commands = 0;
        std::vector<StructuralChange> commands = {};
        std::uint64_t commands_in_all = 0;
    };
    struct Expected {
        std::string system;
        std::size_t systems = 1;
        std::uint64_t tick = 0;
        Result<Snapshot> before;
    };
    void show(const Kept& kept);
    void show_difference(const Snapshot& before);

    World& world_;
    Schedule& schedule_;
    Snapshots snapshots_{world_};
    std::deque<Kept> kept_;
    std::optional<Expected> expected_;
    std::unique_ptr<World> before_;
    std::unique_ptr<SystemStep> shown_;
    std::uint64_t version_ = 0;  // of the world that is shown
    std::uint64_t calls_ = 0;    // of systems, after the last step
};

/// What the entries of a difference count up to.
void count_changes(SystemStep& step);

}  // namespace ecs
