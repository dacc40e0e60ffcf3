// Describes one beat of a structural change in a sentence for people: in the Moves panel and in figures.
#pragma once

#include <string>

#include "ecs/diagnose/operation.hpp"

namespace figures {

/// `Velocity is copied to its column there, 8 bytes`
std::string beat_text(const ecs::World& world, const ecs::Beat& beat);
/// The subject of the change: `Add Velocity to 12v3`, `Destroy 12v3`, `Chunk`.
std::string change_title(const ecs::World& world, const ecs::StructuralChange& change);

}  // namespace figures
