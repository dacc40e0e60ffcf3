// BreakpointLooks finds the breakpoints that have come true since the last look. It knows which columns matter to
// which breakpoint:
//
//     columns that were written ──► breakpoints that read them ──► whose range may hold ──► asked, chunk by chunk
//     journal of moves          ──► breakpoints that wait for such a move
//     values                    ──► compared with a copy, by slot, of what they were
//
// It changes nothing. Breakpoints owns it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ecs/breakpoints/armed_breakpoint.hpp"
#include "ecs/breakpoints/column_ranges.hpp"
#include "ecs/language/change_baseline.hpp"
#include "ecs/schedule/schedule.hpp"

namespace ecs {

/// Who changed the world since the last look.
struct LookedAfter {
    WriterKind kind = WriterKind::Direct;
    std::string_view name = {};
    std::span<const System* const> stage = {};  // not empty: these ran together
    bool again = false;                         // in a tick that runs again
};

class BreakpointLooks {
public:
    /// Takes over what is switched on now. What was armed before with the same text remembers what it knew.
    void arm(const World& world, std::span<Breakpoint> list);
    void forget();
    /// Appends what has come true. Writes the errors of breakpoints that can no longer be bound, or can again.
    void look(const World& world, const Schedule& schedule, const LookedAfter& after, std::span<Breakpoint> list,
              std::vector<BreakpointHit>& hits);
    /// What holds now is known.
    void rebase(const World& world);
    void count_anew(BreakpointId id);
    /// changed(), added() and removed() are about what comes from here on.
    void begin_tick(const World& world);

    QueryInputs inputs;
    std::size_t copy_limit = 0;
    std::uint64_t looks = 0, chunks_asked = 0, missed = 0;

private:
    struct Bounded {
        double bound = 0;
        std::uint32_t armed = 0;
    };
    /// Conditions that compare the same field with constants.
    struct Group {
        FieldPath field;
        std::size_t number = 0;              // of the field in the ranges of its column
        std::vector<Bounded> below;          // hold up to a bound; the highest bound first
        std::vector<Bounded> above;          // hold from a bound on; the lowest bound first
        std::vector<std::uint32_t> others;   // hold between two
        std::vector<std::uint32_t> holding;  // hold for some entity now
    };
    /// One entity for which a breakpoint has come true.
    struct Found {
        std::uint32_t armed = 0;
        Entity entity;
        CauseId cause = 0;
        bool by_cause = false;  // the journal knows who did it
        Value before = {};      // of a Change, where it is wanted
    };

    void index(const World& world);
    void join_groups();
    void note_holding();
    void settle_copies(const World& world);
    void rebind(const World& world, std::span<Breakpoint> list);
    void base(const World& world, ArmedBreakpoint& armed);

    void read_journal(const World& world);
    void read_change(const World& world, const StructuralChange& change);
    const std::vector<std::uint32_t>& waiting_for(const World& world, const StructuralChange& change);
    void touch(const World& world, ArchetypeId archetype);
    void find_written(const World& world);
    void find_due(const World& world);
    const ColumnRanges::Range& range_of(const Group& group) const;
    bool must_ask(const ArmedBreakpoint& armed) const;
    void make_due(std::uint32_t armed);
    void ask(const World& world, std::uint32_t armed);
    void ask_pinned(const World& world, std::uint32_t armed);
    void copy_columns(const World& world, bool tell);
    /// Drops the copies of rows that are gone. An entity that comes back has no former value, so nothing of it changed.
    void forget_copies_of_left(const World& world);
    void copy_chunk(const World& world, RecordedColumn& column, const Archetype& archetype, std::size_t chunk,
                    std::size_t position, bool tell);
    void report(const World& world, const Schedule& schedule, const LookedAfter& after, std::span<Breakpoint> list,
                std::vector<BreakpointHit>& hits);
    void describe(const World& world, const Schedule& schedule, const LookedAfter& after, const ArmedBreakpoint& armed,
                  const Found& found, BreakpointHit& hit) const;
    const void* copy_of(const World& world, ComponentId component, Entity entity) const;
    void name_writer(const World& world, const LookedAfter& after, const ArmedBreakpoint& armed, Entity entity,
                     BreakpointHit& hit) const;

    std::vector<std::unique_ptr<ArmedBreakpoint>> armed_;  // in the order of the list
    std::vector<std::vector<std::uint32_t>> readers_;      // by component: those to ask when it was written
    std::vector<std::optional<ColumnRanges>> ranges_;      // by component; none: no group is about it
    std::vector<Group> groups_;
    std::vector<std::vector<std::uint32_t>> groups_of_;  // by component
    std::vector<std::uint32_t> structural_, any_write_;
    std::vector<std::vector<std::uint32_t>> changes_;      // by component: Changes that compare its copies
    std::vector<std::unique_ptr<RecordedColumn>> copies_;  // by component; null: none is kept
    std::vector<std::uint64_t> copied_at_;                 // World::version()
    std::vector<std::vector<std::pair<int, ComponentId>>> watched_columns_;  // by archetype
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> waiting_;  // by kind of move
    ChangeBaseline baseline_;

    std::uint64_t version_ = 0, types_ = 0, journal_read_ = 0;
    const Journal* journal_ = nullptr;
    std::uint64_t structure_seen_ = 0;
    std::vector<std::pair<int, ComponentId>> unwritten_;
    bool restored_ = false, needs_baseline_ = false;
    bool again_ = false;        // the look is about a tick that runs again
    std::vector<Entity> left_;  // were destroyed or moved since the last look
    bool any_may_have_left_ = false;
    std::vector<std::uint8_t> touched_;      // by component, in this look
    std::vector<std::uint64_t> touched_at_;  // by archetype: number of the look
    std::vector<std::uint32_t> due_;
    std::vector<Found> found_;
    std::vector<Found> moved_;  // structural changes whose rows still have to be asked
    MatchEdges edges_;
};

}  // namespace ecs
