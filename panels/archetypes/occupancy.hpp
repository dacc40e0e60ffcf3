// How full chunks are: a histogram of chunks by the share of their rows in use. It is exact without reading each
// chunk, because all chunks of an archetype but the last are full.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "figures/world/occupancy.hpp"
#include "panels/archetypes/archetype_facts.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using figures::occupancy_bin;
using figures::occupancy_bin_count;
using figures::occupancy_bin_name;

struct OccupancyBin {
    struct Share {
        ecs::ArchetypeId archetype = 0;
        std::uint64_t chunks = 0, waste = 0;
    };
    std::uint64_t chunks = 0, rows = 0, bytes = 0, waste = 0;
    std::array<Share, 4> worst{};  // the archetypes that waste most in these chunks, worst first
    std::uint64_t archetypes = 0;
};

struct Occupancy {
    std::array<OccupancyBin, occupancy_bin_count> bins;

    void add(ecs::ArchetypeId archetype, const ArchetypeFacts& facts);
};

enum class OccupancyMeasure { Chunks, Waste };

/// Draws the histogram with numbers above its bars. Pointing at a bar shows its content. A click returns the
/// archetype that wastes most in that bar; otherwise no_archetype.
ecs::ArchetypeId show_occupancy(const Context& context, const Occupancy& occupancy, OccupancyMeasure measure,
                                ImVec2 size);

}  // namespace panels
