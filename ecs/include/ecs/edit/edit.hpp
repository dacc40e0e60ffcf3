// An Edit is a change that a person (or a script) makes to a world, as a value. Applying it carries it out and turns
// it into its own inverse, so that undo, redo, scripts and bulk changes are all the same mechanism.
//
//     edit --apply--> inverse --apply--> edit
//
// An edit that can bring entities back keeps their slots parked; release() lets go of them when the edit is dropped.
// An edit and its undoing leave no trace, down to the next free handle; only when a system ran between the two, and
// can have seen what was created, are the handles of undone creations parked instead of being handed out again.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ecs/schedule/schedule.hpp"
#include "ecs/types/value.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

/// One entity outside of its world. `Name` is among the values, `Parent` is not.
struct EntityRecord {
    Entity entity;  // null: the next free handle, filled in when the edit is applied
    Entity parent;
    std::vector<Value> values;
    bool kept = false;  // the slot is parked for this record alone; only edits that were applied say so
};

/// Stands for the handle of a record of the same CreateEntities whose handle is not known yet: as parent of another
/// record, and in Entity fields of the values of records without a handle. Replaced when the edit is applied.
/// No world ever hands out such a handle: its generation is 0.
constexpr Entity handle_of_record(std::size_t position) { return {static_cast<std::uint32_t>(position + 1), 0}; }

/// Creates entities; a parent stands before its children.
struct CreateEntities {
    std::vector<EntityRecord> entities;
};
/// Destroys an entity and all below it.
struct DestroyEntity {
    Entity entity;
};

/// What a CreateEntities did to the entity index, so that undoing it can take it back. Filled in by apply().
struct TakenHandles {
    std::vector<Entity> fresh;  // from the free list, in the order in which they were taken
    std::vector<Entity> lent;   // were parked, but not for this edit
    std::size_t slot_count = 0;
    std::optional<std::vector<FreeRun>> free_runs;  // as they were, if a handle was taken out of turn
    std::uint64_t system_calls = 0;                 // Schedule::total_calls by then
};
/// Destroys exactly these entities, last one first: the inverse of CreateEntities. None may have other children.
struct DestroyEntities {
    std::vector<Entity> entities;
    TakenHandles taken = {};
};
struct AddComponent {
    Entity entity;
    Value value;
};
struct RemoveComponent {
    Entity entity;
    ComponentId component = no_component;
};
/// Sets the fields that are named (positions in ComponentType::fields), or the whole value when none is. Fields that
/// are not named keep what the world has by then, also on undo.
struct SetComponent {
    Entity entity;
    Value value;
    std::vector<std::uint32_t> fields;
};
/// Moves below `parent`, or to the top when null.
struct SetParent {
    Entity entity;
    Entity parent;
};
struct ToggleSystem {
    std::string system;
    bool enabled = true;
};

// Edits that change where the world's rows lie, or how many archetypes they take; see doctor.hpp for when.

/// Gives archetypes blocks of other sizes: see World::fit_block. Its inverse gives them the former ones.
struct FitBlocks {
    struct Block {
        ArchetypeId archetype = no_archetype;
        std::uint32_t bytes = 0;
    };
    std::vector<Block> blocks;
};
/// Moves chunks together: see World::gather_blocks. Its inverse does nothing, as where chunks lie is no part of a
/// world.
struct GatherBlocks {
    bool undo = false;
};
/// Replaces tags, on all entities that have one of them, by a single component that has a bool field for each, in this
/// order and called like it: they split no archetypes then. Its type is registered when it is new, and stays.
struct FoldTags {
    std::vector<ComponentId> tags;
    std::string into;             // name of the component
    std::vector<Entity> without;  // get the component although they have none of the tags
};
/// The inverse: gives entities the tags whose fields are true, and takes the component away.
struct UnfoldTags {
    ComponentId from = no_component;
    std::vector<ComponentId> tags;
};

/// Adds a system behind the first `position` that were added (all, by default).
struct AddSystem {
    SystemDescription description;
    std::size_t position = static_cast<std::size_t>(-1);
};
/// Takes a system out of the schedule, after its on_destroy if it was set up.
struct RemoveSystem {
    std::string system;
};

using Edit =
    std::variant<CreateEntities, DestroyEntity, DestroyEntities, AddComponent, RemoveComponent, SetComponent, SetParent,
                 ToggleSystem, FitBlocks, GatherBlocks, FoldTags, UnfoldTags, AddSystem, RemoveSystem>;

/// Empty when the edit can be applied now, else the reason for a person: "2v1 is gone", "Player (1v1) already has
/// Velocity". A running world may have moved on since the edit was made.
std::string why_not(const World& world, const Schedule& schedule, const Edit& edit);
inline bool fits(const World& world, const Schedule& schedule, const Edit& edit) {
    return why_not(world, schedule, edit).empty();
}

/// Carries the edit out and rewrites it into its inverse. The edit must fit, and no query may iterate. When memory runs
/// out, std::bad_alloc is thrown, and world and edit are as they were.
/// The journal puts the changes down to "edit: create", "edit: destroy", "edit: add", "edit: remove", "edit: set",
/// "edit: move", "edit: fit", "edit: gather" or "edit: fold".
void apply(World& world, Schedule& schedule, Edit& edit);

/// All or nothing: applies the edits in order; when one does not fit, takes back those before it and returns where and
/// why. An empty `why` means that all were applied. Those before it are also taken back when memory runs out; should
/// there not even be enough for that, those that could not be taken back stay in force.
struct ApplyFailure {
    std::size_t position = 0;
    std::string why;
};
ApplyFailure apply_all(World& world, Schedule& schedule, std::vector<Edit>& edits);
/// The same from last to first: takes back what apply_all did.
ApplyFailure apply_all_backwards(World& world, Schedule& schedule, std::vector<Edit>& edits);

/// Frees the handles that only this edit could have brought back. Call when an edit is forgotten, applied or undone;
/// it must not be applied after.
void release(World& world, const Edit& edit);

/// What the edit does, for history and scripts: "Set Health of Player", "Destroy 12v3".
std::string describe_edit(const World& world, const Edit& edit);

/// How sentences call an entity: "Player (1v1)", or "1v1" when it has no name.
std::string label_of(const World& world, Entity entity);

// Edits from what a person does

/// Rename is a set (or add, or remove when `name` is empty) of Name.
Edit rename(const World& world, Entity entity, std::string name);

/// An entity and all below it as records, parents first. Values of types that cannot be copied are left out.
std::vector<EntityRecord> copy_subtree(const World& world, Entity root);

/// A CreateEntities of a copy of the subtrees below `roots`, each beside its original, with new handles taken when it
/// is applied. References between the copied entities (parents and Entity fields, not the text of values kept as
/// text) point inside the copy. A root below another root, or named twice, is copied once; roots that are gone are
/// passed over.
Edit duplicate(const World& world, const std::vector<Entity>& roots);

}  // namespace ecs
