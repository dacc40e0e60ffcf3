// What the History panel says about one step: its icon, and what it changed.
#pragma once

#include <string>
#include <vector>

#include "panels/base/icons.hpp"
#include "panels/base/panel.hpp"

namespace panels {

Icon icon_of_step(const ecs::HistoryStep& step);

/// A line for each change, at most `most` of them and how many there are besides: "Set Health.hp of Enemy 3: from 40 to
/// 39".
std::vector<std::string> changes_of_step(const ecs::World& world, const ecs::HistoryStep& step, std::size_t most);

}  // namespace panels
