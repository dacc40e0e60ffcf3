// How much a journal must keep so that panels, which read it once a frame, miss nothing: it grows with the world.
#pragma once

#include "ecs/world/world.hpp"

namespace ecs {

/// Room for what came since change number `read_until`, and for a tick or an edit that moves every row; never less than
/// the journal has, and with an end: beyond it panels say "at least". Ask before each tick and before edits.
std::size_t journal_room(const Journal& journal, std::uint64_t read_until, const World& world);

/// Of 40 bytes each.
inline constexpr std::size_t max_journal_room = 500'000;

}  // namespace ecs
