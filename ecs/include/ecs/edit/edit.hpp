// An Edit is a change to a world that a person or a script makes, as a value. Applying an edit executes it and replaces
// it by its own inverse. So undo, redo, scripts and bulk changes are one mechanism.
//
//     edit --apply--> inverse --apply--> edit
//
// An edit and its undoing leave no trace, down to the next free handle. There is one exception: a system that runs
// between the two can have seen the new entities. Then undoing parks their handles instead of freeing them.
// An edit that can bring entities back keeps their slots parked. When the edit is dropped, release() frees these slots.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "ecs/base/boxed.hpp"
#include "ecs/base/entity_runs.hpp"
#include "ecs/edit/edit_members.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/types/value.hpp"
#include "ecs/world/taken_rows.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

/// The functions and names of one kind of edit. Each kind has one as its static member `kind`; only ecs uses them.
template <class Kind>
struct EditKind;

/// One entity outside of its world. `Name` is among the values, `Parent` is not.
struct EntityRecord {
    Entity entity;  // null: the next free handle, filled in when the edit is applied
    Entity parent;
    std::vector<Value> values;
    bool kept = false;  // the slot is parked for this record; only edits that were applied set it
    static constexpr void members(auto& member) {
        member("id", &EntityRecord::entity, MemberUse::Optional);
        member("parent", &EntityRecord::parent, means::Record{});
        member("kept", &EntityRecord::kept);
        member("values", &EntityRecord::values);
    }
};

/// Takes the place of the handle of another record of the same CreateEntities, which has no handle yet. It may be
/// the parent of a record. In records without a handle it may also be the value of Entity fields. Applying the edit
/// replaces it. It equals no handle of a world, because its generation is 0.
constexpr Entity handle_of_record(std::size_t position) { return {static_cast<std::uint32_t>(position + 1), 0}; }

/// Creates entities; a parent comes before its children.
struct CreateEntities {
    std::vector<EntityRecord> entities;
    bool in_any_dead_slot = false;  // also handles that the slot had before, or that another edit may bring back: for
                                    // going to a state of the world where they live (ecs/diff)
    static constexpr void members(auto& member) {
        member("any_slot", &CreateEntities::in_any_dead_slot);
        member("entities", &CreateEntities::entities);
    }
    static const EditKind<CreateEntities> kind;
};
/// Destroys an entity and all below it.
struct DestroyEntity {
    Entity entity;
    static constexpr void members(auto& member) { member("entity", &DestroyEntity::entity); }
    static const EditKind<DestroyEntity> kind;
};

/// What a CreateEntities took from the entity index, so that undoing it can give it back. Filled in by apply().
struct TakenHandles {
    std::vector<Entity> fresh;  // from the free list, in the order in which they were taken
    std::vector<Entity> lent;   // were parked by another edit
    struct Displaced {
        Entity created, former;  // two handles of one slot
        bool was_free = false;   // else parked
        static constexpr void members(auto& member) {
            member("created", &Displaced::created);
            member("former", &Displaced::former);
            member("free", &Displaced::was_free);
        }
    };
    std::vector<Displaced> displaced;  // by CreateEntities::in_any_dead_slot
    std::size_t slot_count = 0;
    std::optional<std::vector<FreeRun>> free_runs;  // before the edit; set when a handle was taken out of turn
    std::uint64_t system_calls = 0;                 // Schedule::total_calls at that time
    static constexpr void members(auto& member) {
        member("fresh", &TakenHandles::fresh);
        member("lent", &TakenHandles::lent);
        member("slots", &TakenHandles::slot_count);
        member("seen", &TakenHandles::system_calls, means::Flag{});
        member("free", &TakenHandles::free_runs);
        member("displaced", &TakenHandles::displaced, MemberUse::Optional);
    }
};
/// Destroys exactly these entities, the last one first: the inverse of CreateEntities. None may have other children.
struct DestroyEntities {
    std::vector<Entity> entities;
    TakenHandles taken = {};
    static constexpr void members(auto& member) {
        member("entities", &DestroyEntities::entities);
        member.parts(&DestroyEntities::taken);
    }
    static const EditKind<DestroyEntities> kind;
};
/// Destroys these entities and all below them. Of many it takes a fraction of the time and memory of as many
/// DestroyEntity: their rows leave the world column by column.
struct DestroyMany {
    EntityRuns entities;
    static constexpr void members(auto& member) { member("entities", &DestroyMany::entities); }
    static const EditKind<DestroyMany> kind;
};
/// The inverse of DestroyMany: brings all of it back, also the order of rows and of children. The slots are parked for
/// it. Copies of the edit share the rows.
struct RestoreRows {
    std::shared_ptr<TakenRows> rows;
    static constexpr void members(auto& member) { member("rows", &RestoreRows::rows); }
    static const EditKind<RestoreRows> kind;
};
struct AddComponent {
    Entity entity;
    Value value;
    static constexpr void members(auto& member) {
        member("entity", &AddComponent::entity);
        member("component", &AddComponent::value, means::TypeOf{});
        member("value", &AddComponent::value, MemberUse::Optional);
    }
    static const EditKind<AddComponent> kind;
};
struct RemoveComponent {
    Entity entity;
    ComponentId component = no_component;
    static constexpr void members(auto& member) {
        member("entity", &RemoveComponent::entity);
        member("component", &RemoveComponent::component, means::Component{});
    }
    static const EditKind<RemoveComponent> kind;
};
/// Adds a component to many entities, each named once. It takes a fraction of the time and memory of as many
/// AddComponent: rows that lie side by side move together.
struct AddToMany {
    EntityRuns entities;
    std::shared_ptr<TakenRows::Column> values;  // one for each, in this order; or a single one, which all get a copy of

    const ComponentType& type() const { return values->type(); }
    static constexpr void members(auto& member) {
        member("component", &AddToMany::values, means::TypeOf{});
        member("entities", &AddToMany::entities);
        member("values", &AddToMany::values);
    }
    static const EditKind<AddToMany> kind;
};
/// The inverse: removes the component from these entities, each named once, and keeps its values as one column.
struct RemoveFromMany {
    ComponentId component = no_component;
    EntityRuns entities;
    static constexpr void members(auto& member) {
        member("component", &RemoveFromMany::component, means::Component{});
        member("entities", &RemoveFromMany::entities);
    }
    static const EditKind<RemoveFromMany> kind;
};
/// Sets the fields that are named (positions in ComponentType::fields), or the whole value when none is. All other
/// fields keep their present values, on undo too.
struct SetComponent {
    Entity entity;
    Value value;
    std::vector<std::uint32_t> fields;
    static constexpr void members(auto& member) {
        member("entity", &SetComponent::entity);
        member("component", &SetComponent::value, means::TypeOf{});
        member("value", &SetComponent::value);
        member("fields", &SetComponent::fields);
    }
    static const EditKind<SetComponent> kind;
};
/// Sets one field (a position in ComponentType::fields) of a component of many entities, each named once. The values
/// lie side by side, Field::size_bytes() each. The field must hold no text. For a hundred thousand entities it takes a
/// fiftieth of the memory and of the time of as many SetComponent.
struct SetField {
    ComponentId component = no_component;
    std::uint32_t field = 0;
    std::vector<Entity> entities;
    std::vector<std::byte> values;
    static constexpr void members(auto& member) {
        member("component", &SetField::component, means::Component{});
        member("field", &SetField::field, means::Field{});
        member("entities", &SetField::entities);
        member("values", &SetField::values);
    }
    static const EditKind<SetField> kind;
};
/// Moves the entity below `parent`, or to the top when that is null.
struct SetParent {
    Entity entity;
    Entity parent;
    static constexpr void members(auto& member) {
        member("entity", &SetParent::entity);
        member("parent", &SetParent::parent);
    }
    static const EditKind<SetParent> kind;
};
struct ToggleSystem {
    std::string system;
    bool enabled = true;
    static constexpr void members(auto& member) {
        member("system", &ToggleSystem::system, means::System{});
        member("enabled", &ToggleSystem::enabled);
    }
    static const EditKind<ToggleSystem> kind;
};

// These edits change where rows lie in memory, or how many archetypes there are. The doctor (ecs/diagnose/doctor.hpp)
// proposes them.

/// Gives archetypes blocks of other sizes: see World::fit_block. The inverse gives them blocks of the former sizes.
struct FitBlocks {
    struct Block {
        ArchetypeId archetype = no_archetype;
        std::uint32_t bytes = 0;
    };
    std::vector<Block> blocks;
    static constexpr void members(auto& member) { member("blocks", &FitBlocks::blocks); }
    static const EditKind<FitBlocks> kind;
};
/// Moves chunks together: see World::gather_blocks. The inverse does nothing, because the place of a chunk is not part
/// of the world.
struct GatherBlocks {
    bool undo = false;
    static constexpr void members(auto& member) { member("undo", &GatherBlocks::undo); }
    static const EditKind<GatherBlocks> kind;
};
/// Replaces tags by one component, on all entities that have any of them. The component has a bool field for each tag,
/// with the same name, in this order. So the tags split no archetypes any more. The type of the component is registered
/// when it is new, and stays registered on undo.
struct FoldTags {
    std::vector<ComponentId> tags;
    std::string into;             // name of the component
    std::vector<Entity> without;  // get the component although they have none of the tags
    static constexpr void members(auto& member) {
        member("tags", &FoldTags::tags, means::Component{});
        member("into", &FoldTags::into, MemberUse::OfVerb);
        member("without", &FoldTags::without, MemberUse::NotInScripts);
    }
    static const EditKind<FoldTags> kind;
};
/// The inverse: gives entities the tags whose fields are true, and removes the component.
struct UnfoldTags {
    ComponentId from = no_component;
    std::vector<ComponentId> tags;
    static constexpr void members(auto& member) {
        member("component", &UnfoldTags::from, means::Component{});
        member("tags", &UnfoldTags::tags, means::Component{});
    }
    static const EditKind<UnfoldTags> kind;
};

/// Adds a system after the first `position` systems in the order in which they were added (after all, by default).
struct AddSystem {
    Boxed<SystemDescription> description;
    std::size_t position = static_cast<std::size_t>(-1);
    static constexpr void members(auto& member) {
        member("system", &AddSystem::description);
        member("position", &AddSystem::position, MemberUse::Optional);
    }
    static const EditKind<AddSystem> kind;
};
/// Removes a system from the schedule. Calls its on_destroy first if it was set up.
struct RemoveSystem {
    std::string system;
    static constexpr void members(auto& member) { member("system", &RemoveSystem::system, means::System{}); }
    static const EditKind<RemoveSystem> kind;
};

/// Moves a system behind the first `position` others, in the order in which they were added. A system that must run
/// before or after another one still does.
struct MoveSystem {
    std::string system;
    std::size_t position = 0;
    static constexpr void members(auto& member) {
        member("system", &MoveSystem::system, means::System{});
        member("position", &MoveSystem::position);
    }
    static const EditKind<MoveSystem> kind;
};

/// Sets what a person notes about a system: the group it belongs to (empty: none), and how long it may take in
/// microseconds (0: as long as it wants). An empty name means the tick as a whole, which belongs to no group.
struct NoteSystem {
    std::string system;
    std::string group;
    double budget_us = 0;
    static constexpr void members(auto& member) {
        member("system", &NoteSystem::system, means::System{});
        member("group", &NoteSystem::group, MemberUse::Optional);
        member("budget_us", &NoteSystem::budget_us, MemberUse::Optional);
    }
    static const EditKind<NoteSystem> kind;
};

/// Makes a component type, or changes or takes away one that was made at run time. All entities that have the type keep
/// their values: fields are carried over by name, numbers to other kinds of numbers where they fit. Undoing brings back
/// what was left out. A type never changes its layout, so the changed one is another type in the registry that gets the
/// name; the former one is retired.
struct SetType {
    std::string from;                                          // its name now; empty: it is a new type
    Boxed<ComponentType> to;                                   // as it will be; without a name: it goes
    std::vector<std::pair<std::string, std::string>> renamed;  // fields that are called otherwise: now, afterwards

    // Of edits that were applied
    ComponentId again = no_component;                 // the type that `to` describes
    std::vector<std::pair<Entity, Value>> kept = {};  // what entities had of that type
    static constexpr void members(auto& member) {
        member("from", &SetType::from);
        member("to", &SetType::to);
        member("renamed", &SetType::renamed);
        member("again", &SetType::again, means::Component{});
        member("kept", &SetType::kept);
    }
    static const EditKind<SetType> kind;
};

/// The kinds of edits. A new one needs a struct above that describes its members, its place here, and its functions:
/// see edit_kind.hpp. Messages list the verbs of edit scripts in this order.
using Edit =
    std::variant<CreateEntities, DestroyEntity, DestroyEntities, AddComponent, RemoveComponent, SetComponent, SetField,
                 SetParent, ToggleSystem, AddSystem, MoveSystem, NoteSystem, RemoveSystem, SetType, FitBlocks,
                 GatherBlocks, FoldTags, UnfoldTags, DestroyMany, RestoreRows, AddToMany, RemoveFromMany>;

/// The name of the kind, which is its verb in edit scripts: "create", "fold_tags".
std::string_view name_of(const Edit& edit);
/// Of all kinds, by their position in Edit. Several kinds can have the same verb.
struct KindNames {
    std::string_view verb, in_bundles;
};
std::span<const KindNames> names_of_kinds();

/// Empty when the edit can be applied now, else the reason for a person: "2v1 is gone", "Player (1v1) already has
/// Velocity". The world may have changed since the edit was made.
std::string why_not(const World& world, const Schedule& schedule, const Edit& edit);
inline bool fits(const World& world, const Schedule& schedule, const Edit& edit) {
    return why_not(world, schedule, edit).empty();
}

/// Executes the edit and replaces it by its inverse. The edit must fit, and no query may iterate. When memory runs out,
/// throws std::bad_alloc; world and edit are then as they were.
/// The journal records the changes under the cause in the EditKind: "edit: create", "edit: fold". Kinds that change no
/// rows have no cause.
void apply(World& world, Schedule& schedule, Edit& edit);

/// Applies all edits in order, or none. When one does not fit, takes back those before it, and returns its position and
/// the reason. An empty `why` means that all were applied. When memory runs out, those before it are taken back, too.
/// If taking back runs out of memory, the edits not yet taken back stay applied.
struct ApplyFailure {
    std::size_t position = 0;
    std::string why;
};
ApplyFailure apply_all(World& world, Schedule& schedule, std::vector<Edit>& edits);
/// The same from last to first: takes back what apply_all did.
ApplyFailure apply_all_backwards(World& world, Schedule& schedule, std::vector<Edit>& edits);

/// Frees the handles that only this edit can bring back. Call it when an edit is dropped, whether that edit is in force
/// at that time or undone. Do not apply the edit afterwards.
void release(World& world, const Edit& edit);

/// What the edit does, for a person: "Set Health of Player", "Destroy 12v3".
std::string describe_edit(const World& world, const Edit& edit);

/// How messages call an entity: "Player (1v1)", or "1v1" when it has no name.
std::string label_of(const World& world, Entity entity);

// Edits for what a person does

/// Gives each of them a copy of `value`, whose type must be copyable.
AddToMany add_to_many(EntityRuns entities, const Value& value);
/// What the edit does to `entity`, which is at this position. The type must be copyable.
AddComponent addition_of(const AddToMany& edit, std::size_t position, Entity entity);
/// Calls visit(AddComponent) for each entity. The type must be copyable.
template <class Visit>
void each_addition(const AddToMany& edit, Visit&& visit) {
    std::size_t position = 0;
    edit.entities.each([&](Entity entity) { visit(addition_of(edit, position++, entity)); });
}

/// Sets or adds Name; removes it when `name` is empty.
Edit rename(const World& world, Entity entity, std::string name);

/// An entity and all below it as records, parents first. Leaves out values of types that cannot be copied.
std::vector<EntityRecord> copy_subtree(const World& world, Entity root);

/// The entities that the edit brings back, as records, parents first; what it restores beside them is left out. Leaves
/// out values of types that cannot be copied.
std::vector<EntityRecord> records_of(const World& world, const RestoreRows& edit);

/// A CreateEntities that makes copies of these records under new handles. The handles of the records say whose copies
/// they are: references between them (parents and Entity fields) point to the copies. `outside` tells what becomes of
/// other references. Parents may come after their children; a record that is below itself loses its parent. `roots`,
/// if not null, receives the handles of those whose parents are no records, in the order of the edit.
CreateEntities create_copies(std::vector<EntityRecord> records, const std::function<Entity(Entity)>& outside,
                             std::vector<Entity>* roots = nullptr);

/// A CreateEntities that copies the subtrees below `roots`. Each copy has the same parent as its original, and takes
/// new handles when the edit is applied. References between the copied entities (parents and Entity fields, but not the
/// text of values that are kept as text) point to the copies. Copies a root once if it is below another root or is
/// listed twice. Skips roots that are gone.
Edit duplicate(const World& world, const std::vector<Entity>& roots);

}  // namespace ecs
