// While a world is written to a file it stands still, and edits wait (Context::waiting). What edits shows already what
// was asked for: else a second drag or click would start from a value that is out of date.
#pragma once

#include "panels/base/panel.hpp"

namespace panels {

/// The component as it will be; empty when nothing that waits changes it. The type must be copyable.
ecs::Value pending_value(const Context& context, ecs::Entity entity, const ecs::ComponentType& type);
bool pending_enabled(const Context& context, const ecs::System& system);

}  // namespace panels
