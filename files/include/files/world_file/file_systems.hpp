// Systems between a schedule and a world file: which there are, in which order, whether they are switched on, and the
// rules, which only the file knows.
#pragma once

#include <string>
#include <string_view>

#include "ecs/schedule/schedule.hpp"
#include "files/world_file/world_file.hpp"

namespace files {

/// The change of the rule with this name; null when the file has none.
const std::string* find_rule(const WorldFile& file, std::string_view name);
/// What the file notes about the system with this name; null when that is nothing.
const SystemNote* find_note(const WorldFile& file, std::string_view name);
/// `{ "enabled": true }`, as the file has it; `rule` and `note` may be null.
std::string system_text(bool enabled, const std::string* rule, const SystemNote* note);

/// Puts the systems of the schedule into `file`, in the order in which they run, instead of what it said of systems.
void note_systems(const ecs::Schedule& schedule, WorldFile& file);

/// Adds the file's rule of this name to the end of the schedule. False when the file has none, or when the schedule has
/// another system of the name.
bool add_rule(const WorldFile& file, std::string_view name, ecs::Schedule& schedule);
/// After all systems were added: switches them as the file says, looks up the names in rules, and lets the systems run
/// in the order of the file if it names all of them. A rule whose names are not found waits, with a warning.
void settle_systems(WorldFile& file, const ecs::World& world, ecs::Schedule& schedule);

}  // namespace files
