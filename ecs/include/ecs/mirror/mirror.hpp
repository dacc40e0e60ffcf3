// A Mirror is a World that shows somebody else's: it is filled from an Owner (ecs/mirror/owner.hpp) and sends edits
// back.
//
//     owner --pull, at update()--> Mirror::world() --> panels --> History --edits, as requests--> owner
//
//     Mirror mirror(owner);
//     History history(mirror.world(), schedule);
//     mirror.follow(history);
//     while (…) mirror.update();
//
// The owner is always right. An edit takes effect in the copy at once and is sent to the owner in the same call. When
// the owner refuses, now or later, update() takes the step back and says why; of a step that may be partial
// (HistoryStep::may_be_partial), it takes back only what was refused. While a request waits for its answer,
// what the owner says about that entity is held back, because it may be older than the edit. Undo is the inverse edits,
// sent in the same way.
//
// When the owner begins another run (Owner::run()), its entities are others. What was edited before is not undone any
// more, and requests without an answer are dropped. An entity keeps its handle when exactly one in either run has its
// name, below parents of the same names. All others get new handles, so that a handle never names two entities.
//
// Nothing else may change the copy: no system, no file. Code that does it anyway changed only a copy, and update()
// puts it right. The Mirror owns the World, unless it was given one; the Owner belongs to its maker and outlives the
// Mirror, even when its world disappears.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ecs/edit/history.hpp"
#include "ecs/mirror/owner.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

class Mirror final : private EditListener {
public:
    /// Empty until the first update().
    explicit Mirror(Owner& owner);
    /// Fills a world that somebody else keeps, which must be empty and outlive the Mirror.
    Mirror(Owner& owner, World& world);
    ~Mirror();
    Mirror(const Mirror&) = delete;
    Mirror& operator=(const Mirror&) = delete;

    World& world() { return world_; }
    const World& world() const { return world_; }
    const Owner& owner() const { return owner_; }

    /// Sends what this history does to the owner from now on. It must be a history of world(), must outlive the Mirror
    /// or unfollow(), and can have no other log.
    void follow(History& history);
    void unfollow();
    /// Shows the owner's systems in this schedule from the next update() on: as systems that do nothing, with the
    /// owner's times. Its listeners hear tick_ended() after each update that brought another tick. It must be the one of
    /// the history that is followed, and have no other systems. A person switching one switches the owner's.
    void show_systems(Schedule& schedule) { schedule_ = &schedule; }

    using HandlesByPath = std::unordered_map<std::string, Entity>;
    /// The handles of entities by their names and those of their parents. A path that several have is there with the null
    /// handle; entities without a name, or below one without, are left out.
    HandlesByPath handles_by_path() const;
    /// Before the first update(): entities of these paths get these handles, as if they were of a run before. So two worlds
    /// of one program can be compared, in which the same thing has two ids.
    void take_handles(HandlesByPath handles) { wanted_handles_ = std::move(handles); }

    /// What one update() brought.
    struct News {
        std::size_t created = 0, destroyed = 0;
        std::size_t changed = 0;                 // entities that got or lost components
        std::size_t written = 0;                 // values
        std::vector<std::string> messages = {};  // for a person: what was refused and taken back, and why
        bool put_right = false;                  // the copy had been changed without an edit
        bool new_run = false;                    // the owner may be another program or world than before
    };
    /// Asks the owner what changed, and makes the copy equal. Does nothing while the history stands still. During the
    /// call, the owner's world must not run, and no code may iterate over the copy. Valid until the next call.
    const News& update();
    /// Only asks the owner whether it still answers, for a view that stands still: the copy stays as it is, lost() is
    /// up to date.
    void check() {
        lost_ = owner_.check();
        miss_update();
    }
    /// What a person looks at closely, the most important one first. Until the next call.
    void look_at(std::span<const Entity> entities);

    /// Whether entities that the owner leaves out are shown, from a later update() on; see Owner::hidden(). It changes
    /// only what the copy contains, not the owner's world.
    void show_hidden(bool shown) const { owner_.show_hidden(shown); }

    /// Shows another world of the owner's program, from a later update() on; see Owner::worlds().
    void show_world(std::string_view name) const { owner_.show_world(name); }

    /// Asks the owner to run or hold its ticks; no step of the history. Returns why not, for a person.
    std::string control(const OwnerControl& control) const { return lost_.empty() ? owner_.control(control) : lost_; }
    /// Null: the program of the owner does not check breakpoints itself.
    OwnerBreakpoints* breakpoints() const { return owner_.breakpoints(); }
    /// Null: the program of the owner does not say who wrote what.
    OwnerWrites* writes() const { return owner_.writes(); }

    /// Empty, or why nothing comes from the owner any more. The copy stays as it was; each update() tries again.
    const std::string& lost() const { return lost_; }
    /// See Owner::still_to_come(): world() is only a part of the owner's.
    std::size_t still_to_come() const { return owner_.still_to_come(); }
    /// Requests without an answer.
    std::size_t unanswered() const { return requests_.size(); }
    /// Whether what is shown of this entity waits for an answer.
    bool waits(Entity entity) const { return waiting_.contains(entity); }
    /// Empty, or why the owner would refuse this edit now, for a person.
    std::string why_not(const Edit& edit) const;

    /// Of the owner, as of the last update().
    std::uint64_t run() const { return run_; }
    /// Null when the owner never said this key, or the entity is gone.
    Entity entity_of(OwnerKey key) const;
    /// no_owner_key when the owner does not have the entity.
    OwnerKey key_of(Entity entity) const;
    /// The id that the owner's program shows for it, if it differs from the one here: the entity was destroyed and
    /// created again, or the handle was taken. Null: the same, or not known.
    Entity id_there(Entity entity) const;
    /// The opposite: the entity here for an id that the owner's program shows, as values name it. The id itself when
    /// nobody has it there; null when it is the handle of another entity here.
    Entity entity_called(Entity id) const;
    /// Nobody here has this handle any more, and it may be the id of an entity in the owner's program that is another one,
    /// now or later. A value with it must not be sent.
    bool may_mislead(Entity handle) const { return other_ids_ && handle && !world_.alive(handle); }
    /// Replaces each id of an entity in a value by its handle here.
    void resolve_references(const ComponentType& type, void* value) const;
    /// The type in world() of the owner's type at this position; no_component when the owner has no type there.
    ComponentId component_of(std::uint32_t type) const {
        return type < components_.size() ? components_[type] : no_component;
    }
    /// The opposite; OwnerPool::no_type for types that are not the owner's.
    std::uint32_t type_of(ComponentId component) const {
        return component < types_.size() ? types_[component] : OwnerPool::no_type;
    }

    /// How often a request with an unknown outcome is asked before it counts as refused.
    static constexpr int most_tries = 3;

private:
    /// What one entity was before a step, as far as the step could change it.
    struct Before {
        Entity entity;
        ComponentId only = no_component;  // nothing else of it could change
        bool alive = false;
        Entity parent;
        std::vector<Value> values;
    };
    struct Waiting {
        std::uint64_t number = 0;
        std::uint64_t step = 0;  // 0: it was answered
        Entity entity, parent;   // whose keys the request gets when they are known
        OwnerRequest request;
        int tries = 0;
        bool asked = false, asked_again = false;  // asked_again: at the next update
        /// Sets nothing new, but names these, who come back, and had these keys before. Empty: it is wanted for itself.
        std::vector<std::pair<Entity, OwnerKey>> names_back = {};
        std::vector<ComponentId> left_out = {};  // of who comes back: nobody outside can make them
    };
    struct Step {
        std::uint64_t number = 0, state = 0;
        std::string label;
        StepDirection direction = StepDirection::Done;
        std::vector<std::pair<Entity, std::uint32_t>> done;  // entity and type of the requests that were done
        std::vector<Entity> entities;                        // all that it is about
        std::size_t open = 0;                                // requests without an answer
        std::string refused;                                 // why; empty: nothing was
        bool quiet = false;                                  // it takes another one back
        bool forgotten = false;                              // by the history: it cannot be taken back any more
        bool may_be_partial = false;                         // what was refused does not take back the rest
        std::vector<Entity> refused_entities;  // one for each refused request of a step that may be partial

        bool is_partial() const { return may_be_partial && !done.empty(); }
    };
    struct Change {
        Entity entity;
        ComponentId component = no_component;
        bool added = false;

        friend auto operator<=>(const Change&, const Change&) = default;
    };

    // mirror.cpp: from the owner
    /// Counts an update that brought nothing, so that a record shows a gap.
    void miss_update() {
        if (world_.tick() > 0) ++missed_;
    }
    void register_types();
    ComponentId component_for(const ComponentType& type);
    void apply_pull();
    void destroy_pulled();
    std::size_t destroy_here(std::span<const Entity> gone);
    void create_pulled();
    void gather_changes();
    void apply_changes();
    void overwrite(const ComponentType& type, void* to, const void* from) const;
    void write_values();
    void move_and_name();
    void move_blocked(const std::vector<std::pair<Entity, Entity>>& blocked);
    void update_systems();
    SystemDescription description_of(const OwnerSystem& system) const;
    void bind(Entity entity, OwnerKey key);
    void note_id(Entity entity, Entity id);
    void tell_new_ids();
    Entity create_for(const Pull::Created& created, std::span<const ComponentId> components);
    Entity create_apart(Entity wanted, std::span<const ComponentId> components);
    bool comes_back(Entity entity) const;
    bool holds_back(Entity entity);
    bool put_right();

    // mirror_runs.cpp: another run of the owner
    void begin_run();
    void close_past();
    void keep_known(const HandlesByPath& former);
    void begin_with_handles();
    void retire_former_types();

    // mirror_edits.cpp: to the owner
    std::string why_not_now() const override { return lost_; }
    void will_apply(const std::vector<Edit>& edits, bool backwards) override;
    void applied(const Applied& step) override;
    void refused() override;
    void will_release(const std::vector<Edit>&) override {}
    void world_replaced() override {}
    void note_before(Entity entity, ComponentId only);
    std::vector<Waiting> requests_since(Step& step) const;
    void add_value_requests(const Before& before, Step& step, std::vector<Waiting>& to) const;
    void add_switch_requests(const std::vector<Edit>& edits, Step& step, std::vector<Waiting>& to) const;
    std::string why_not_switch(std::string_view system) const;
    bool resolve(Waiting& waiting) const;
    std::string leave_parts_out(Waiting& creation, std::string why);

    // mirror_references.cpp: entities that values name
    void ask_for_stale_references();
    void empty_references_to(const std::unordered_set<Entity>& taken);
    void add_reference_requests(std::vector<Waiting>& requests) const;
    bool has_new_key(const Waiting& waiting) const;
    std::unordered_set<Entity> entities_to_come() const;
    static bool names_one_of(const Waiting& waiting, const std::unordered_set<Entity>& entities);
    void ask_all();
    void settle(Waiting& waiting, const OwnerReply& reply);
    void answer(std::uint64_t number, const OwnerReply& reply);
    void note_waiting();
    void end_steps();
    /// Notes that a request of the step was refused.
    static void refuse(Step& step, Entity entity, const std::string& why);
    void take_back(const Step& step);
    void take_back_refused(const Step& step);
    /// Shows what the owner has of these entities, once it has said it again.
    void ask_again(std::span<const Entity> entities);
    std::string refusal_of(const Step& step) const;
    std::string partial_refusal_of(const Step& step) const;
    std::string why_not_kind(const Edit& edit) const;
    Step* find_step(std::uint64_t number);

    struct Known {
        Entity entity;
        OwnerKey key = no_owner_key;
        Entity id = {};      // that the owner wants people to see
        bool again = false;  // it was created again, and its new id is not known yet
    };

    Mirror(Owner& owner, std::unique_ptr<World> own);

    Owner& owner_;
    std::unique_ptr<World> own_;  // null: the world is somebody else's
    World& world_;
    History* history_ = nullptr;
    Schedule* schedule_ = nullptr;
    Pull pull_;
    News news_;
    std::vector<std::string> told_;  // what came out otherwise than it was asked, for the next news
    std::string lost_;
    CauseId cause_ = 0;
    std::vector<ComponentId> components_;                        // by the owner's types
    std::vector<std::uint32_t> types_;                           // by ComponentId
    std::uint64_t run_ = 0;                                      // of the owner
    bool had_runs_ = false;                                      // there was one before it
    std::unordered_map<std::string, ComponentId> former_types_;  // of runs before, by the names that they had
    std::unordered_map<OwnerKey, Entity> entities_;
    HandlesByPath wanted_handles_;  // of the first run
    std::vector<Known> known_;      // by slot: the last handle that the owner had there; also of entities that are gone
    std::vector<Entity> new_ids_;   // of entities that were created again
    std::unordered_map<Entity, Entity> called_;  // by the id there: those whose id differs from the handle here
    bool other_ids_ = false;                     // some entity of this run had another id there
    std::unordered_set<Entity> newly_called_;    // keys of called_ since the last pull
    std::vector<Change> changes_;
    std::vector<std::pair<const Pull::Column*, std::size_t>> late_;  // values of components that have to be added first
    std::uint64_t version_ = 0;                                      // of the world, after the last own change
    std::uint64_t went_on_ = 0;                                      // History::went_on()
    bool is_part_ = false;                                           // still_to_come() was not 0
    bool begins_ = false;                                            // a run began, and its first tick is not known yet
    std::uint64_t missed_ = 0;  // updates in which nothing could come, since the last other one

    const std::vector<Edit>* edits_ = nullptr;  // of the step that is being applied
    bool backwards_ = false;                    // the edits that are applied now are those of an undo
    std::vector<Before> before_;
    std::string refused_kind_;  // why an edit of the present step cannot be sent at all
    std::vector<Waiting> requests_;
    std::vector<Step> steps_;  // with requests that have no answer, or with refused ones
    std::unordered_set<Entity> waiting_;
    std::unordered_set<OwnerKey> held_back_;
    const Step* taken_back_ = nullptr;  // while its inverse is sent
    std::uint64_t next_number_ = 1;
};

}  // namespace ecs
