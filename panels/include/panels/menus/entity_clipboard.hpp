// Copies entities to the clipboard of the system and back, as text of world files. So they go from one window to
// another, and to and from a text editor:
//
//     { "entities": [ { "id": "1v1", "name": "Player", … } ], "outside": { "7v2": "Door" },
//       "components": { "Health": { "fields": { "hp": "i32" } } }, "prefabs": [ { "id": "3v1", … } ] }
//
// References between the copied entities point to the copies when they are pasted. "outside" names what else they
// refer to: such a reference is kept where an entity with this id has this name. Elsewhere it refers to nothing, and
// pasting says how many did.
// A world that lacks the components gets them, by their descriptions; and the prefabs, where no prefab has that name
// and the same children.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/base/result.hpp"
#include "ecs/edit/edit.hpp"
#include "panels/base/panel.hpp"

namespace panels {

/// Of these entities and all below them.
ecs::Result<std::string> text_of_entities(const ecs::World& world, const std::vector<ecs::Entity>& entities);

struct PastedEntities {
    ecs::CreateEntities create;
    std::vector<ecs::Entity> originals;  // of those that are not below another one, in the order of `create`
    // What the world lacks and the text describes. It has to come first, the types before the prefabs: without it
    // `create` is not whole.
    std::vector<ecs::ComponentType> lacks_types;
    ecs::CreateEntities prefabs;
    std::vector<std::string> prefab_names;
    std::size_t dropped = 0;  // references to entities that were not copied and are not in this world
    std::size_t orphans = 0;  // whose parent was not copied and is not in this world: they come to the top
};
/// Reads that text, a list of entities, one entity, or the entities of a world file.
ecs::Result<PastedEntities> pasted_entities(const ecs::World& world, std::string_view text);

/// Empty when it can be done, else the reason for a person.
std::string why_not_copy(const Context& context, const std::vector<ecs::Entity>& entities);
std::string why_not_paste(const Context& context);

void copy_entities(const std::vector<ecs::Entity>& entities, const Context& context);
void cut_entities(const std::vector<ecs::Entity>& entities, const Context& context);
/// Below `parent`; where the originals stood when that is null. Selects what was pasted.
void paste_entities(const Context& context, ecs::Entity parent = ecs::null_entity);
void paste_entities(const Context& context, std::string_view text, ecs::Entity parent);

}  // namespace panels
