// Where the world is a copy of another program's (Context::mirror), that program runs its ticks. Some programs let them be
// controlled from here.
#pragma once

#include <string>

#include "ecs/mirror/owner.hpp"
#include "panels/base/panel.hpp"

namespace panels {

/// The ticks of that program; null: they run here, or that program does not let them be controlled.
const ecs::OwnerClock* owner_clock(const Context& context);
/// Whether the ticks go on in another program while this view of it stands still.
bool runs_elsewhere(const Context& context);
/// Why nobody can run the next system alone, for a person; empty: they can. There may be no system.
std::string why_not_step_system(const Context& context);
/// What to call one of the worlds of that program.
std::string world_label(const std::string& name);
/// The highest speed that can be asked for.
double most_speed(const Context& context);

}  // namespace panels
