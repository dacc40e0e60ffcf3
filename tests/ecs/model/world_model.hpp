// The WorldModel does random operations on a World and on a plain model of one, a table of structs, and compares the
// two. Which operations these are is up to a source of choices, so that the tests and the fuzzer share all of it.
//
//     WorldModel model(choices, {});
//     for (…) model.step();    // throws ModelFailure as soon as the world does what the model does not
//     model.compare();         // everything; step() looks only at what it touched, and at one entity more
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "choices.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/world/query.hpp"
#include "kinds.hpp"
#include "mirror.hpp"
#include "versions.hpp"

namespace test {

struct ModelFailure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct ModelOptions {
    std::size_t max_entities = 1500;
    std::uint32_t kinds = ~0u;  // bit by position: which are used at all
    bool tree = true;           // whether entities get parents: batches take another way without
    std::uint32_t check_versions_one_in = 64;
};

class WorldModel {
public:
    WorldModel(Choices& choices, ModelOptions options);
    ~WorldModel();
    WorldModel(const WorldModel&) = delete;
    WorldModel& operator=(const WorldModel&) = delete;

    void step();
    void compare();

    const ecs::World& world() const { return world_; }
    /// How often each operation was done, by name.
    std::vector<std::pair<std::string, std::uint64_t>> counts() const;

private:
    using Mask = std::uint32_t;  // bit by position of the kind; parent_bit for Parent
    static constexpr Mask parent_bit = 1u << 31;

    enum class SlotState : std::uint8_t { Unused, Free, Alive, Parked, Reserved, Retired };
    struct Slot {
        SlotState state = SlotState::Unused;
        std::uint32_t generation = 0;  // of the last handle that was in use
        Mask kinds = 0;
        std::array<std::int32_t, kind_count> numbers{};
        ecs::Entity parent;
        std::vector<ecs::Entity> children;
        std::uint32_t position = 0;  // in live_, or in parked_

        Mask mask() const { return kinds | (parent ? parent_bit : 0); }
    };
    struct Operation {
        const char* name;
        std::uint32_t weight;
        void (WorldModel::*run)();
    };
    struct Recorded;
    /// The model itself, as it was when the snapshot was taken.
    struct Moment {
        ecs::Snapshot snapshot;
        std::vector<Slot> slots;
        std::vector<ecs::Entity> live, parked;
        std::array<std::size_t, kind_count> values{};
    };
    static const std::vector<Operation>& operations();

    // world_model.cpp: the model itself
    void expect(bool holds, const char* what) const;
    [[noreturn]] void fail(const std::string& what) const;
    Slot& slot(ecs::Entity entity) { return slots_[entity.index]; }
    const Slot* alive_slot(ecs::Entity entity) const;
    bool affordable();
    ecs::Entity any();
    int number() { return static_cast<int>(choices_.below(1000)); }
    std::size_t any_kind();
    Mask any_mask(std::uint32_t most);
    bool room_for(Mask mask, std::size_t count) const;
    std::vector<ecs::ComponentId> ids_of(Mask mask);
    void born(ecs::Entity entity, Mask mask);
    void gone(ecs::Entity entity, SlotState state);
    void subtree_gone(ecs::Entity entity, SlotState state);
    void released(ecs::Entity entity);
    void give(ecs::Entity entity, std::size_t kind, int number);
    void lose(ecs::Entity entity, std::size_t kind);
    bool is_below(ecs::Entity entity, ecs::Entity ancestor) const;
    void link(ecs::Entity child, ecs::Entity parent);
    void check_entity(ecs::Entity entity);
    void expect_next(ecs::Entity made, ecs::Entity announced) const;

    // world_model_entities.cpp: operations on one entity
    void create_typed();
    void create_with();
    void create_many();
    void create_at();
    void destroy();
    void park();
    void revive();
    void take_back();
    void use_dead_handle();
    void set_parent();
    void add();
    void add_default();
    void remove();
    void take();
    void change();
    void write();

    // world_model_batches.cpp: queries, batches, command buffers
    bool matches(Mask mask, const std::vector<ecs::QueryTerm>& terms) const;
    std::vector<ecs::QueryTerm> any_terms(bool writing);
    std::vector<ecs::Entity> all_matching(const std::vector<ecs::QueryTerm>& terms) const;
    std::size_t kind_of(ecs::ComponentId component) const;
    void query();
    void write_by_query();
    void check_query(ecs::Query& query);
    void destroy_all();
    void destroy_many();
    void add_to_all();
    void remove_from_all();
    void fit_block();
    void gather_blocks();
    void observe();
    void record_commands();
    bool execute(const Recorded& recorded);

    // world_model_failures.cpp: what is refused or throws; snapshots
    void refuse_while_iterating();
    void take_snapshot();
    void restore_snapshot();
    void throw_in_create();
    void throw_in_add();
    void throw_in_batch();
    template <class F>
    bool threw(F&& operation);
    void rebuild();

    Choices& choices_;
    ModelOptions options_;
    ecs::World world_;
    std::vector<std::unique_ptr<Kind>> kinds_;
    std::vector<std::size_t> usable_kinds_;
    std::vector<std::size_t> kind_by_component_;
    std::vector<Slot> slots_{1};
    std::vector<ecs::Entity> live_, parked_;
    std::array<std::size_t, kind_count> values_{};  // how many entities have each kind
    std::vector<ecs::Query> queries_;               // kept, to see them find new archetypes
    std::optional<Mirror> mirror_;
    ecs::Snapshots snapshots_{world_};
    std::vector<Moment> moments_;
    std::vector<ecs::Entity> touched_;
    Effect effect_;  // of the present operation
    const Operation* operation_ = nullptr;
    std::vector<std::uint64_t> counts_;
    std::uint64_t last_version_ = 0;
};

}  // namespace test
