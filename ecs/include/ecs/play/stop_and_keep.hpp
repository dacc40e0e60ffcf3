// Ends a played world, and keeps some of what differs. PlaySession::stop_and_keep() does it with the differences as
// they are; a caller that knows better what a person wants changes the played world before.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "ecs/play/play_session.hpp"

namespace ecs {

/// May change values in `played`, a copy of the played world, where they differ from `authored`.
using AdjustPlayed = std::function<void(const World& authored, World& played)>;

/// As PlaySession::stop_and_keep(), for a session that was begun of this world, schedule and history.
[[nodiscard]] std::string stop_and_keep(PlaySession& play, World& world, Schedule& schedule, History& history,
                                        std::string label, std::span<const std::uint32_t> kept,
                                        const AdjustPlayed& adjust);

}  // namespace ecs
