// A copy of one world of a program that has a probe::Probe, over a connection of its own. Private to remote.
#pragma once

#include <memory>
#include <string>

#include "ecs/base/progress.hpp"
#include "ecs/base/result.hpp"
#include "ecs/mirror/mirror.hpp"
#include "ecs/world/world.hpp"
#include "remote/link/link.hpp"

namespace remote {

/// The world of this name as the program has it when it answers; that is its World::tick(). Entities of these paths get
/// these handles. Waits for some seconds, on any thread. An error is for a person; a cancelled copy is one, too.
ecs::Result<std::unique_ptr<ecs::World>> copy_world(const LinkOptions& options, const std::string& name,
                                                    ecs::Mirror::HandlesByPath handles, ecs::Progress& progress);

}  // namespace remote
