// The doctor finds fragmentation: memory that a world wastes because of its history. Each finding names the shape,
// the cause and the wasted bytes, exactly. If edits can mend it without changing an entity's id or a value, the
// finding holds these edits. Waste of less than a page is not a finding, so a healthy world has none.
//
// The doctor is a function: it reads a world and keeps nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/edit/edit.hpp"

namespace ecs {

enum class Shape : std::uint8_t {
    TagExplosion,     // tags that vary independently split the same data into many archetypes
    SmallArchetypes,  // many archetypes of a few entities each, with different data
    PassedThrough,    // empty archetypes that entities only passed: components were added one at a time
    Emptied,          // empty archetypes that all entities have left
    RoomyBlock,       // the only block of an archetype is far larger than its rows need, because most of them left
    LargeComponent,   // few rows fit into a chunk, and the rest of the chunk holds no further one
    PaddedComponent,  // the order of its fields makes a component larger than their bytes
    DeadSlots,        // most slots of the entity index belong to entities that are gone
    ScatteredSlabs,   // the blocks in use are spread thinly over more slabs than they need
};
inline constexpr std::size_t shape_count = 9;
/// The word that JSON uses: `tag-explosion`.
std::string_view name_of(Shape shape);
/// The title for people: "Tag explosion".
std::string_view title_of(Shape shape);
/// One sentence that explains the shape to somebody who does not know it.
std::string_view explanation_of(Shape shape);

/// Now: follows from the stored data alone. Likely: also assumes how worlds usually reach this state.
enum class Confidence : std::uint8_t { Now, Likely };
/// `now` or `likely`.
std::string_view name_of(Confidence confidence);

struct Finding {
    Shape shape = Shape::Emptied;
    Confidence confidence = Confidence::Now;
    std::string cause = {};                    // a sentence about this world
    std::vector<ArchetypeId> archetypes = {};  // the archetypes concerned, largest waste first; none for DeadSlots and
                                               // ScatteredSlabs
    std::vector<ComponentId> components = {};  // the components at fault, if any
    std::uint64_t wasted_bytes = 0;            // in blocks, in the entity index, or in slabs
    std::string remedy = {};                   // a sentence
    std::vector<Edit> edits = {};              // the remedy as edits; empty when only a person can apply it, as the
                                               // sentence says

    /// Whether edits can mend it. Applying them frees exactly wasted_bytes: of BlockPool::bytes_reserved() for
    /// ScatteredSlabs, of BlockPool::bytes_in_use() for the other shapes.
    bool mendable() const { return !edits.empty(); }
};

/// All findings: mendable ones first, then by wasted bytes. `schedule` says which tags systems ask for; the edits
/// never fold those.
std::vector<Finding> diagnose(const World& world, const Schedule& schedule);

/// Less waste than this is not a finding: the system gives memory in pages.
inline constexpr std::uint64_t min_waste_bytes = 4096;

}  // namespace ecs
