// The ids that people see. Of a copy of another program's world they are those of that program, also where the copy has
// others: after undo, a destroyed entity has a new id there.
#pragma once

#include <string>

#include "ecs/mirror/mirror.hpp"
#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"

namespace panels {

inline ecs::Entity shown_id(const Context& context, ecs::Entity entity) {
    const ecs::Entity there = context.mirror == nullptr ? ecs::null_entity : context.mirror->id_there(entity);
    return there ? there : entity;
}

/// For tooltips: "12v3", and where it is another one here, both.
inline std::string id_words(const Context& context, ecs::Entity entity) {
    const ecs::Entity shown = shown_id(context, entity);
    if (shown == entity) return ecs::to_string(entity);
    return phrase("{}, which this window keeps as {}", ecs::to_string(shown), ecs::to_string(entity));
}

}  // namespace panels
