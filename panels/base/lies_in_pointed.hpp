// For lists of entities: which of their rows belong to what the mouse is over in another panel.
#pragma once

#include "panels/base/panel.hpp"
#include "panels/base/selection.hpp"

namespace panels {

/// Whether the entity, which must be alive, is in the archetype or the chunk that the mouse is over, or has the
/// component. Lists mark such rows at their edge; the entity itself gets a frame.
inline bool lies_in_pointed(const Context& context, ecs::Entity entity) {
    const Selection& pointed = context.selection;
    if (pointed.hovered_component != ecs::no_component && context.world.has(entity, pointed.hovered_component))
        return true;
    if (pointed.hovered_archetype == ecs::no_archetype) return false;
    const ecs::Location at = context.world.location(entity);
    return at.archetype == pointed.hovered_archetype && (!pointed.hovered_chunk || at.chunk == *pointed.hovered_chunk);
}

}  // namespace panels
