// While a world is written to a file it cannot change, and edits wait (Context::waiting). Widgets that edit already
// show the pending value; otherwise a second drag or click would start from an outdated value.
#pragma once

#include "panels/base/panel.hpp"

namespace panels {

/// The pending value of a component; empty when no waiting edit changes it. The type must be copyable.
ecs::Value pending_value(const Context& context, ecs::Entity entity, const ecs::ComponentType& type);
bool pending_enabled(const Context& context, const ecs::System& system);

}  // namespace panels
