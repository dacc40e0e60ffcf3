// A FieldRecorder keeps which system or edit wrote which value. It compares recorded values with copies of them, before
// and after each system, each hook of an observer and each step of the history; so a
// difference was written by what ran between two comparisons. Nothing is guessed. A value that one system writes and
// writes back counts as unchanged.
//
//     direct calls | system A | direct calls | system B | … | step of the history | direct calls
//                  ^          ^              ^          ^   ^                     ^
//     Here columns whose version grew are compared.
//
// Systems that run together are compared around their stage: no two of them write the same component, so the one that
// declares to write it did. With nothing chosen there is no hook and no listener, so world and schedule work as without
// a recorder. Writes that were seen elsewhere, in the program whose world this mirrors, can be told to it: then it does not
// find them once more. Records are kept up to a limit of memory, and the oldest are dropped first.
// It belongs to the code that shows the world, and follows entities by their handles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/edit/history.hpp"
#include "ecs/record/field_place.hpp"
#include "ecs/record/field_record.hpp"
#include "ecs/schedule/hook_place.hpp"
#include "ecs/types/value.hpp"
#include "ecs/world/observers.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

class OwnerWrites;
class RecordRing;
struct RecordedColumn;

class FieldRecorder final : public ScheduleHook, public HistoryListener, public HookListener {
public:
    static constexpr std::size_t default_cap_bytes = 16 * 1024 * 1024;  // of records
    static constexpr std::size_t default_copy_bytes = 256 * 1024 * 1024;
    static constexpr std::size_t most_entities = 1000;

    FieldRecorder();
    ~FieldRecorder();
    FieldRecorder(const FieldRecorder&) = delete;
    FieldRecorder& operator=(const FieldRecorder&) = delete;

    /// All three must stay until detach(). Without a history, there are no steps.
    void attach(World& world, Schedule& schedule, History* history);
    /// Forgets all records and what was chosen.
    void detach();

    /// The name under which direct calls are recorded: of the program whose world this mirrors. Empty: "direct call".
    void name_direct(std::string_view name) { direct_name_ = name; }

    // What is recorded. A choice costs one look at the values, and nothing when it is as before.

    /// All components of these entities; of more than most_entities, the first.
    void choose_entities(std::span<const Entity> entities);
    /// These components of all entities that have them.
    void choose_components(std::span<const ComponentId> components);
    /// All components of all entities.
    void choose_everything(bool everything);
    bool everything() const { return everything_; }
    std::span<const ComponentId> components() const { return components_; }
    bool recording() const { return hooked_; }

    /// What was written since the last look, outside of systems and steps, counts as direct calls. Call it between
    /// ticks, to see such changes soon.
    void look_now();
    /// What was written since the last look was written by this.
    void look_at(const WrittenBy& writer);
    /// A write that was seen elsewhere, in the tick that the record says. The next look_now() does not record it again; a
    /// value that is another one by then was written once more. Its number is not looked at.
    void tell(const FieldRecord& record);
    /// Likewise of what is chosen, with all that the owner's program tells; then look_now().
    void look_now(OwnerWrites& told);
    /// Ticks are counted elsewhere, because the world does not know them: the records are of this one from now on.
    void set_tick(std::uint64_t tick) { tick_ = tick; }
    /// The world was brought to another moment of its time, perhaps an earlier one. That is nobody's change. Records of
    /// what is now to come are forgotten, unless it `comes_again` as it was: then they are only left out until it has come.
    void time_jumped(bool comes_again = false);

    // The records. Their texts and bytes are valid until something is recorded again.

    std::size_t record_count() const;
    /// Grows with each record.
    std::uint64_t total() const;
    /// Older records that were dropped, to stay below the limit.
    std::uint64_t dropped() const;
    /// Of the records; and of the copies that they are compared with.
    std::size_t memory_bytes() const;
    std::size_t copy_bytes() const;
    void set_cap(std::size_t record_bytes);
    std::size_t cap() const;
    /// Components whose copies would take more than this are not recorded.
    void set_copy_limit(std::size_t bytes);
    /// Whether something is not recorded because its copies would be too large.
    bool refused() const { return refused_; }
    void forget_records();

    /// The records of one value (offset: see field_at), or of one component as a whole, from the newest on, until
    /// `visit(const FieldRecord&)` returns false.
    template <class F>
    void each_of(Entity entity, ComponentId component, std::uint32_t offset, F&& visit) const {
        walk(entity, component, offset, visitor<F>(),
             const_cast<void*>(static_cast<const void*>(std::addressof(visit))));
    }
    /// All records, from the oldest on, until `visit(const FieldRecord&)` returns false.
    template <class F>
    void each(F&& visit) const {
        walk_all(visitor<F>(), const_cast<void*>(static_cast<const void*>(std::addressof(visit))));
    }

    void before_system(const World& world, const System& system) override;
    void after_system(const World& world, const System& system) override;
    void before_commands(const World& world, const System& system) override;
    bool takes_stages() const override { return true; }
    void before_stage(const World& world, std::span<const System* const> systems) override;
    void after_stage(const World& world, std::span<const System* const> systems) override;
    void after_commands(const World& world, const System& system) override;
    void before_hook(const World& world) override;
    void after_hook(const World& world, std::string_view name) override;
    void before_step(const World& world) override;
    void after_step(const World& world, std::string_view label, StepDirection direction) override;

private:
    using Visit = bool (*)(void* to, const FieldRecord& record);
    template <class F>
    static Visit visitor() {
        return
            [](void* to, const FieldRecord& record) { return (*static_cast<std::remove_reference_t<F>*>(to))(record); };
    }
    void walk(Entity entity, ComponentId component, std::uint32_t offset, Visit visit, void* to) const;
    void walk_all(Visit visit, void* to) const;
    /// An earlier tick is in view.
    bool is_to_come(const FieldRecord& record) const;

    /// A component of a chosen entity, as it was at the last look.
    struct Kept {
        ComponentId component = no_component;
        Value value;  // empty: of a tag, or of a type that cannot be recorded
    };
    struct Chosen {
        Entity entity;
        bool alive = false;
        std::vector<Kept> kept;  // in order of the ids
    };

    void settle_choice();
    void add_new_types();
    void hook(bool wanted);
    void look(const WrittenBy& writer);
    void look_at_entity(Chosen& chosen, const WrittenBy& writer, bool first);
    void look_at_columns(const WrittenBy& writer);
    void look_at_chunk(RecordedColumn& column, const Archetype& archetype, std::size_t chunk, std::size_t position,
                       const WrittenBy& writer);
    void drop_removed(RecordedColumn& column, const WrittenBy& writer);
    RecordedColumn* column_of(ComponentId component) const;
    WrittenBy writer_of(ComponentId component, const WrittenBy& writer) const;
    void record_changes(const ComponentType& type, Entity entity, const void* before, const void* after,
                        const WrittenBy& writer);
    void record_whole(RecordKind kind, Entity entity, ComponentId component, const WrittenBy& writer);
    void add(const FieldRecord& record);
    std::uint64_t tick() const { return tick_.value_or(world_->tick()); }

    World* world_ = nullptr;
    Schedule* schedule_ = nullptr;
    History* history_ = nullptr;
    HookPlace place_;                             // in the schedule
    HistoryListener* next_listener_ = nullptr;    // that the history had before
    HookListener* next_hook_listener_ = nullptr;  // that the observers had before
    bool hooked_ = false, everything_ = false, refused_ = false;
    bool in_history_ = false, in_observers_ = false;  // a pointer to it is there, or in a listener before it
    bool running_ = false;                            // a system that was told before, and not yet after
    std::string running_name_, direct_name_;
    std::span<const System* const> stage_;  // not empty: these have run together, and are looked at now

    std::vector<Entity> entities_;         // as chosen
    std::vector<ComponentId> components_;  // as chosen
    std::vector<Chosen> chosen_;
    std::vector<std::unique_ptr<RecordedColumn>> columns_;  // by component; null: not recorded as a whole
    std::size_t column_count_ = 0;
    std::size_t copy_limit_ = default_copy_bytes;
    std::uint64_t version_ = 0;  // of the world at the last look
    std::optional<std::uint64_t> tick_;
    std::unique_ptr<RecordRing> ring_;
    std::unique_ptr<RecordRing> told_;  // since the last look; null: nothing was
};

}  // namespace ecs
