// An AttachedWorld keeps the world of a session equal to that of another program, at the other end of a socket, and
// sends it what a person changes:
//
//     program <-- socket --> RemoteOwner <--> Mirror --fills--> Session::world
//
// Nobody ticks such a world: its program does. The Session owns the AttachedWorld, which goes before its world.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ecs/edit/history.hpp"
#include "ecs/mirror/mirror.hpp"
#include "ecs/record/field_recorder.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/timeline/timeline.hpp"
#include "ecs/world/world.hpp"
#include "remote/replica/remote_owner.hpp"

namespace editor {

class AttachedWorld {
public:
    /// The world is empty, the schedule has no systems, the history no steps; they outlive this. The timeline records
    /// each update from the first one on.
    AttachedWorld(std::unique_ptr<remote::RemoteOwner> owner, ecs::World& world, ecs::Schedule& schedule,
                  ecs::History& history, ecs::Timeline& timeline);
    ~AttachedWorld();
    AttachedWorld(const AttachedWorld&) = delete;
    AttachedWorld& operator=(const AttachedWorld&) = delete;

    /// Takes what has come, and asks for more; never waits. Call it some times a second, while nobody iterates over the
    /// world. Returns whether there is something new to be seen.
    bool update();
    /// What a person looks at closely, the most important one first, for the next updates.
    void look_at(std::span<const ecs::Entity> entities) { mirror_.look_at(entities); }
    /// Whether update() is to be called while the view `stands_still`: at a breakpoint only answers are taken, because an
    /// undo may need the ids that the program gave, and another program, which has not stopped anywhere. While an
    /// earlier tick is in view, nothing is taken.
    bool wants_update(bool stands_still) const {
        return timeline_.at_now() && (!stands_still || mirror_.unanswered() > 0 || owner_->run() != mirror_.run());
    }
    /// While update() is not wanted: only whether the program still answers. Returns whether that changed.
    bool check();
    /// Whether the world in view is the one that the program has, or had a moment ago. After a look at an earlier tick,
    /// updates bring what was missed.
    bool is_now();
    /// Seconds between two updates that are enough: programs that have to be asked are asked ten times a second at most.
    double interval_secs() const { return owner_->interval_secs(); }

    /// For callers without panels, whose Recording does it otherwise: from now on the program notes which of its systems
    /// write values of this entity, of the last FieldRecorder::most_entities ones.
    void record_writes(ecs::Entity entity);
    const ecs::FieldRecorder& writes() const { return writes_; }

    const ecs::Mirror& mirror() const { return mirror_; }
    const remote::RemoteOwner& owner() const { return *owner_; }
    /// "Flecs 4.1.6 at 127.0.0.1:27750"
    std::string title() const;
    /// "Flecs": the word for programs of this kind.
    std::string kind() const;
    /// Whether y grows up in programs of this kind, unless a person says otherwise.
    bool y_grows_up() const;
    /// What of these edits their undo would not bring back, since the program does not say it; empty: nothing.
    std::string lost_by(const std::vector<ecs::Edit>& edits) const;
    static bool destroys(const ecs::Edit& edit);
    /// A person was asked, and agrees to what these edits and later ones lose.
    void accept_losses() { losses_accepted_ = true; }
    /// Called with each new line of the program's log, before it is drawn. May be empty.
    std::function<void(std::string_view text)> on_log_line;
    /// Of a program that shows several worlds, the name of the one that is seen.
    const std::string& world() const { return world_; }
    /// Whether the world was seen at least once.
    bool arrived() const { return arrived_; }
    /// Whether all of it was: a large world comes in parts.
    bool arrived_whole() const { return whole_; }
    /// Empty, or why nothing comes from the program now.
    const std::string& lost() const { return mirror_.lost(); }

    struct Message {
        std::string text;
        bool good = false;
        std::optional<bool> connected = {};  // it says that the program answers, or does not
    };
    /// For a person, since the last call: what the program refused, that the connection broke or is back.
    std::vector<Message> take_messages() { return std::exchange(messages_, {}); }

private:
    bool update_once();
    bool tell_connection();
    bool mark_log();
    void note_edit();
    void take_writes();

    std::unique_ptr<remote::RemoteOwner> owner_;
    const ecs::History& history_;
    ecs::Timeline& timeline_;
    ecs::Mirror mirror_;
    ecs::FieldRecorder writes_;
    std::vector<ecs::Entity> recorded_;  // by writes_
    std::vector<Message> messages_;
    std::string world_;  // of several, that is shown
    std::string told_lost_, why_not_change_;
    std::uint64_t noted_state_ = 0;  // of the history
    std::uint64_t away_until_ = 0;   // the last recorded tick while an earlier one was in view
    bool was_away_ = false;          // and no later one is known to be now
    bool arrived_ = false, whole_ = false, losses_accepted_ = false, told_new_run_ = false;
};

}  // namespace editor
