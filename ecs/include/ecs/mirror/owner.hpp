// An Owner is somebody else's world: an EnTT registry, a flecs world, a program at the other end of a socket. A Mirror
// (ecs/mirror/mirror.hpp) asks it what changed, and sends it what a person wants changed. A program that makes such a
// world visible implements this interface; panels and editor see the mirror only.
//
// An Owner says nothing on its own: it is asked, on one thread, between two ticks of its world.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/base/entity.hpp"
#include "ecs/base/progress.hpp"
#include "ecs/base/result.hpp"
#include "ecs/mirror/owner_memory.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/types/component_type.hpp"
#include "ecs/types/value.hpp"

namespace ecs {

class OwnerBreakpoints;
class OwnerWrites;

/// What an owner may be unable to do or to say.
enum class OwnerAbility : std::uint8_t {
    Create,
    Destroy,
    AddComponent,
    RemoveComponent,
    SetValue,
    SetParent,
    Rename,
    SwitchSystem,
    SeeMemory,
    SeeSystems,
};
inline constexpr std::size_t owner_ability_count = 10;

/// One change that a person wants. `type` is a position in Owner::types().
struct OwnerRequest {
    enum class Kind : std::uint8_t { Create, Destroy, Add, Remove, Set, SetParent, Rename, Switch };
    struct Part {
        std::uint32_t type = 0;
        Value value;
    };

    Kind kind = Kind::Set;
    OwnerKey key = no_owner_key;   // Create: the one to take if it is free, or no_owner_key
    std::vector<Part> parts = {};  // Create: what it has; Add, Set: the one value; Remove: the one type, without value
    std::vector<std::uint32_t> fields = {};  // Set: positions of the fields to write; all when empty
    OwnerKey parent = no_owner_key;          // SetParent, Create: no_owner_key is the top
    std::string name = {};                   // Rename, Create; Switch: of the system
    bool on = false;                         // Switch
    bool again = false;  // it was asked before, with an unknown outcome: check that it is not done twice
};

struct OwnerReply {
    enum class Outcome : std::uint8_t {
        Done,
        Refused,  // with the reason
        Unknown,  // whether it was done: a connection broke, a time ran out
        Later,    // the answer comes with a Pull
    };
    Outcome outcome = Outcome::Done;
    std::string why = {};         // for a person; of what was Done: what came out otherwise than it was asked
    OwnerKey key = no_owner_key;  // Create, done: of the new entity

    static OwnerReply refused(std::string why) { return {Outcome::Refused, std::move(why)}; }
};

/// What changed since the last one. What it says again although it did not change does no harm.
struct Pull {
    struct Created {
        OwnerKey key = no_owner_key;
        Entity wanted = {};  // the handle that a person should see, if it is free; null: any
    };
    /// Entities that got this component, or whose value was written; tags have no values. A value lies as types() says, and
    /// names entities as Created::wanted does. It is the owner's: valid until the owner runs on or is asked again.
    struct Column {
        std::uint32_t type = 0;
        std::vector<OwnerKey> keys;
        std::vector<const void*> values;
    };
    struct Removed {
        std::uint32_t type = 0;
        OwnerKey key = no_owner_key;
    };
    struct Named {
        OwnerKey key = no_owner_key;
        std::string name;  // empty: it has none any more
    };
    struct Moved {
        OwnerKey key = no_owner_key, parent = no_owner_key;  // no_owner_key: it is at the top
    };
    /// Of a request that was answered with Later.
    struct Answer {
        std::uint64_t number = 0;
        OwnerReply reply;
    };
    // The Mirror looks at these in this order.
    std::vector<Answer> answers;
    std::vector<OwnerKey> destroyed;
    std::vector<Created> created;
    std::vector<Removed> removed;
    std::vector<Column> columns;
    std::vector<Moved> moved;
    std::vector<Named> named;

    /// Keeps the memory. There is a column for each of `types`.
    void clear(std::size_t types);
};

/// A system of the owner, or something else that its library lists among the systems. The mirror shows it as a system
/// of a Schedule that is never ticked.
struct OwnerSystem {
    std::string name;              // unique
    std::string phase = {};        // "OnUpdate"; empty: none
    Phase part = Phase::Update;    // the part of a tick that comes next to that phase
    std::string description = {};  // one line: what it asks for, in the owner's words
    bool enabled = true;
    std::string why_not_switch = {};  // empty: a person may switch it on and off
    /// What it reads and writes: positions in Owner::types(). Empty: not known.
    struct Access {
        std::uint32_t type = 0;
        bool writes = false;
    };
    std::vector<Access> accesses = {};
    // Of its runs, as far as the owner measures. A negative time is not known.
    double last_secs = -1, mean_secs = -1, min_secs = -1, max_secs = -1;
    std::uint64_t runs = 0, entities = 0;  // entities: that it matched last
};

/// A component that an entity has from another one, and not in its own memory.
struct OwnerInherited {
    std::uint32_t type = 0;
    OwnerKey from = no_owner_key;
};

/// Where the ticks of an owner's program are.
struct OwnerClock {
    std::uint64_t tick = 0;        // that runs next, or runs now; it only grows while Owner::run() is the same
    bool paused = false;           // the program leaves its ticks out
    double speed = 1;              // share of its ticks that run; at most 1
    std::string next_system = {};  // while only some of the systems of this tick have run; empty: no tick is half done
    std::string why_not_systems = {};  // why its systems cannot be run one by one, for a person; empty: they can
    std::string why_not_control = {};  // why nothing of this can be controlled; empty: it can

    friend bool operator==(const OwnerClock&, const OwnerClock&) = default;
};

/// The worlds of an owner's program, of which one at a time is shown.
struct OwnerWorlds {
    std::vector<std::string> names = {};  // unique
    std::size_t shown = 0;

    friend bool operator==(const OwnerWorlds&, const OwnerWorlds&) = default;
};

/// What a person wants of the ticks of an owner's program. It is not an edit: undo does not take it back.
struct OwnerControl {
    enum class Kind : std::uint8_t {
        Pause,
        Go,
        StepTicks,   // runs so many, then pauses
        StepSystem,  // runs the next system, then pauses
        RunToTick,   // pauses at this one
        SetSpeed,
    };
    static constexpr std::size_t kinds = 6;

    Kind kind = Kind::Pause;
    std::uint64_t ticks = 1;
    double speed = 1;
};

/// Empty, or why a program with this clock does not do that, for a person.
std::string why_not(const OwnerClock& clock, const OwnerControl& control);

class Owner {
public:
    virtual ~Owner() = default;

    /// What it is, for labels: "EnTT 3.14.0".
    virtual std::string name() const = 0;
    /// Types made at run time: fields lie where lay_out() puts them. More may come behind; none goes during a run.
    virtual std::span<const ComponentType> types() const = 0;
    /// Empty, or why the owner cannot do or say this, for a person.
    virtual std::string why_not(OwnerAbility ability) const = 0;

    /// The number of the program's run that the last pull() was about. It grows when the program or its world is
    /// another one than before, or may be. The first pull of a run says all there is and types() begin again. Keys of
    /// former runs are no longer valid.
    virtual std::uint64_t run() const { return 0; }
    /// Entities that it has and leaves out, because people rarely look for them; and whether it can show them.
    virtual std::size_t hidden() const { return 0; }
    virtual std::string why_not_show_hidden() const;
    /// Shows them, or leaves them out again, from one of the next pulls on.
    virtual void show_hidden(bool) {}
    virtual bool shows_hidden() const { return false; }

    /// As of the last pull; null: there is no other world than the one that is shown. Valid until the next pull.
    virtual const OwnerWorlds* worlds() const { return nullptr; }
    /// Shows another one from one of the next pulls on, which begins another run(). A name that there is not yet waits.
    virtual void show_world(std::string_view) {}
    using CopyWorld = std::function<Result<std::unique_ptr<World>>(Progress&)>;
    /// A function that copies the world of this name among worlds(), as it is when the function runs. It waits, may run on
    /// any thread, and outlives the owner. Entities whose names and parents' names are those of one that is shown have its
    /// handle. The error is for a person. Empty: only the world that is shown can be read.
    virtual CopyWorld copy_of(std::string_view) const { return {}; }

    /// Fills in what changed since the last call; all there is, the first time. Returns for a person why nothing can be
    /// said now, or nothing: the connection is lost, the world was destroyed. Then the mirror keeps what it has.
    virtual std::string pull(Pull& pull) = 0;
    /// Entities that the owner has and no pull has said yet, as of the last pull: a large world comes in parts, over the
    /// first pulls of a run and of a connection.
    virtual std::size_t still_to_come() const { return 0; }
    /// As pull(), but only whether it still answers: what changed waits for the next pull.
    virtual std::string check() { return {}; }
    /// What a person looks at closely, the most important one first: an owner that asks for its world now and then says
    /// these more often. Until the next call.
    virtual void look_at(std::span<const OwnerKey>) {}
    /// The next pull says all of these entities: each as destroyed, or each of its types as a column or as removed.
    virtual void send_again(std::span<const OwnerKey> keys) = 0;

    /// Empty, or why this request would be refused now. Cheap; changes nothing.
    virtual std::string why_not(const OwnerRequest& request) const = 0;
    /// Carries it out, or starts to. `number` names it in a later Pull::answers.
    virtual OwnerReply ask(std::uint64_t number, const OwnerRequest& request) = 0;

    /// What of this entity does not come back when its destruction is undone, for a person; empty: all of it does.
    virtual std::string lost_by_destroying(OwnerKey) const { return {}; }

    /// In the order in which they run. Valid until the next pull.
    virtual std::span<const OwnerSystem> systems() const { return {}; }

    /// As of the last pull; null: its ticks are not known and cannot be controlled. Valid until the next pull.
    virtual const OwnerClock* clock() const { return nullptr; }
    /// Carries it out, or starts to: a later clock() shows what became of it. Returns why not, for a person.
    virtual std::string control(const OwnerControl& control);
    /// Null: the program does not check breakpoints itself, so they are checked in the mirrored world after each pull.
    /// See ecs/breakpoints/owner_breakpoints.hpp.
    virtual OwnerBreakpoints* breakpoints() { return nullptr; }
    /// Null: who wrote what is known only as far as the mirror sees it, at the end of a tick. See
    /// ecs/record/owner_writes.hpp.
    virtual OwnerWrites* writes() { return nullptr; }

    /// What this entity has from others.
    virtual std::vector<OwnerInherited> inherited(OwnerKey) const { return {}; }

    /// Of all pools; costs as much as they have entities.
    virtual OwnerMemory memory() const;
    /// What each byte of a block of memory() is. The pools and blocks are numbered as there. For read_block(); nothing
    /// where the memory is another process'.
    virtual std::vector<PoolSpan> describe(std::size_t pool, std::size_t block) const;
    /// Reads a part of a block of this memory, which memory() said just now: before the owner ran on. Nothing: the bytes
    /// are on their way, and come with one of the next answers of memory().
    virtual std::optional<PoolBytes> read_block(const OwnerMemory& memory, const PoolPart& part) const;
};

}  // namespace ecs
