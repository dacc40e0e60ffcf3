// What subcommands that look at a running program have in common. All throw InputError with the reason, for a person.
// Private to this library.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "editor/attach/attach_target.hpp"
#include "editor/attach/attached_world.hpp"

namespace editor {

/// "flecs", "bevy", …
std::vector<std::string> attach_kind_names();
/// The program that runs under this name and has a chunkscope::probe.
AttachTarget program_to_attach(const std::string& name);
/// What this word means: a kind, at its usual address, or else the name of a program.
AttachTarget target_to_attach(const std::string& kind_or_name);

/// Updates until the world was seen, or the time is over. `name`: of several; empty: any of them.
void wait_for_world(AttachedWorld& attached, std::chrono::seconds patience, const std::string& name = {});

}  // namespace editor
