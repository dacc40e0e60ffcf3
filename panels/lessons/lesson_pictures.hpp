// Pictures that only lessons have: an array over cache lines, the order in which a query touches lines, how full chunks
// are, and a pass over a container that is compacted meanwhile.
#pragma once

#include "ecs/lab/memory/placed_array.hpp"
#include "ecs/lab/scenario/scenario_run.hpp"
#include "ecs/lab/storages/ledger.hpp"
#include "ecs/lab/storages/self_meeting.hpp"
#include "panels/base/panel.hpp"

namespace panels {

/// Lines of 64 bytes, one below the other, and which value lies in which bytes. Values in two lines are framed.
void show_placed_array(const Style& style, const ecs::lab::PlacedArray& array);

/// The lines that the last query of the run touched: from left to right in the order of the first touch, from top to
/// bottom by address, joined and numbered. At most the first `touch_order_shown`.
void show_touch_order(const Style& style, const ecs::lab::ScenarioRun& run, float height);
inline constexpr std::size_t touch_order_shown = 60;

/// Each block that is called `chunk` as a box of 16 KiB, which shows how much was allocated, and how much of that holds
/// values. A larger block is several boxes, joined.
void show_chunk_fill(const Style& style, const ecs::lab::Arena& arena, const std::vector<ecs::lab::Span>& spans);

/// One line for each pair: what the container holds at that moment, which two meet, and whether one meets himself.
void show_pairs_met(const Style& style, const std::vector<ecs::lab::PairMoment>& moments);

}  // namespace panels
