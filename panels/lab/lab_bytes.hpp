// How the Storage Lab's views draw bytes: colour is the component, pattern the role.
#pragma once

#include "ecs/lab/scenario/scenario.hpp"
#include "ecs/lab/storages/ledger.hpp"
#include "panels/base/patterns.hpp"
#include "panels/base/style.hpp"

namespace panels {

/// The ground of such bytes; 0: none but the panel.
ImU32 color_of_role(const Style& style, const ecs::lab::Scenario& scenario, ecs::lab::Role role, std::int32_t type);
/// Bytes of a role and of a type (-1: of none). `strength` from 0 to 1 is how much of it can be seen.
void draw_role(const Style& style, ImDrawList& list, const Area& area, const ecs::lab::Scenario& scenario,
               ecs::lab::Role role, std::int32_t type, float strength = 1);
/// The colour of a type of the scenario: Name is neutral, as everywhere.
ImU32 color_of_type(const Style& style, const ecs::lab::Scenario& scenario, std::size_t type);

}  // namespace panels
