// The Selection is what the person looks at: entities, an archetype, a chunk, a row. All panels share one, so a
// change shows in all of them. It has a history to go back and forward in.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ecs/base/entity.hpp"
#include "ecs/storage/chunk.hpp"
#include "ecs/world/world.hpp"
#include "panels/base/flash.hpp"

namespace panels {

/// Whether there is no such entity and a new one may get its id: its creation was undone before a system saw it, or the
/// world was put back to where it had not been created yet.
bool gave_id_back(const ecs::World& world, ecs::Entity entity);

class Selection {
public:
    /// The entity that the inspector shows: the last one selected. Null when none is selected. It may be dead.
    ecs::Entity entity() const { return entities_->empty() ? ecs::null_entity : entities_->back(); }
    /// In the order they were selected.
    const std::vector<ecs::Entity>& entities() const { return *entities_; }
    bool has(ecs::Entity entity) const;
    /// Whether these are the selected ones, in whatever order. `sorted` are in the order of their ids.
    bool has_just(const std::vector<ecs::Entity>& sorted) const { return *sorted_ == sorted; }

    /// Selects one entity (null: none) and adds a step to the history of selections.
    void select(ecs::Entity entity);
    void select_all(std::vector<ecs::Entity> entities);
    /// The same when they are already in the order of their ids, as `sorted`.
    void select_all(std::vector<ecs::Entity> entities, std::vector<ecs::Entity> sorted);
    /// Adds the entity to the selection, or removes it.
    void toggle(ecs::Entity entity);
    void clear() { select(ecs::null_entity); }

    /// The archetype picked since entities were last selected; without one, panels show that of entity().
    std::optional<ecs::ArchetypeId> archetype() const { return archetype_; }
    void select_archetype(std::optional<ecs::ArchetypeId> archetype);
    /// Position among the chunks of archetype(); nothing when no chunk is selected.
    std::optional<std::size_t> chunk() const { return chunk_; }
    void select_chunk(ecs::ArchetypeId archetype, std::size_t chunk);

    // Back and forward go through former selections. They skip empty selections, and those whose entities are all
    // gone.
    bool can_go_back(const ecs::World& world) const { return step_back(world) != no_step; }
    bool can_go_forward(const ecs::World& world) const { return step_forward(world) != no_step; }
    void go_back(const ecs::World& world) { go_to(step_back(world)); }
    void go_forward(const ecs::World& world) { go_to(step_forward(world)); }

    /// Grows whenever entities are selected. A list that sees a new number scrolls to entity().
    std::size_t revision() const { return revision_; }
    /// Whether the present entities came by going back or forward.
    bool stepped() const { return stepped_; }

    /// Drops, from the present and the former selections, entities that gave their ids back: others may get them.
    void forget_given_back(const ecs::World& world);

    // What is under the mouse in any panel, for the others to mark in the same frame: panels tell it with point_at()
    // (pointed_at.hpp), and the panel under the mouse is drawn first. The program clears it before each frame.

    ecs::Entity hovered;
    ecs::ComponentId hovered_component = ecs::no_component;
    ecs::ArchetypeId hovered_archetype = ecs::no_archetype;
    std::optional<std::size_t> hovered_chunk;  // of hovered_archetype
    std::string hovered_system;                // its name
    void clear_hovered();

    /// The prefab that the list and the scene show alone; null: they show the world. It may be gone.
    ecs::Entity opened_prefab() const { return opened_prefab_; }
    /// Opening one remembers what was selected; null selects that again, as far as it lives.
    void open_prefab(const ecs::World& world, ecs::Entity prefab);

    Flash flash;  // what was undone or done again just now

private:
    static constexpr std::size_t no_step = static_cast<std::size_t>(-1);
    using Entities = std::shared_ptr<const std::vector<ecs::Entity>>;
    /// A former selection.
    struct Step {
        Entities entities, sorted;
        // Of a large one, a part is looked at a time: see any_alive().
        mutable std::size_t looked_at = 0, dead = 0;
    };
    static bool any_alive(const ecs::World& world, const Step& step);
    bool is_present(const Step& step) const;
    void set(Entities entities, Entities sorted);
    void remember();
    std::size_t step_back(const ecs::World& world) const;
    std::size_t step_forward(const ecs::World& world) const;
    void go_to(std::size_t step);

    // Never null. Lists are shared with former selections: a million entities are listed once.
    Entities entities_ = std::make_shared<const std::vector<ecs::Entity>>();
    Entities sorted_ = entities_;  // the same entities, so that has() stays fast with thousands selected
    std::optional<ecs::ArchetypeId> archetype_;
    std::optional<std::size_t> chunk_;
    std::vector<Step> past_;  // never empty selections
    std::size_t cursor_ = 0;
    std::size_t revision_ = 0;
    bool stepped_ = false;
    ecs::Entity opened_prefab_;
    std::vector<ecs::Entity> before_prefab_;  // what was selected when it was opened
};

}  // namespace panels
