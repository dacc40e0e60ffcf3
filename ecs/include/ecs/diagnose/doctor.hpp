// The doctor looks for memory that a world wastes because of how it came to be: fragmentation. Each finding names its
// shape and cause and what it wastes, to the byte, and where edits can mend it without changing an entity's id or a
// value, it holds these edits. A healthy world has no findings; less than a page of waste is never one.
//
// Nobody owns the doctor: it reads a world and keeps nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/edit/edit.hpp"

namespace ecs {

enum class Shape : std::uint8_t {
    TagExplosion,     // tags that vary on their own split the same data into many archetypes
    SmallArchetypes,  // a crowd of archetypes of a few entities each, with different data
    PassedThrough,    // empty archetypes on the way to others: components were added one at a time
    Emptied,          // empty archetypes that all entities left
    RoomyBlock,       // the only block of an archetype is far larger than its rows need: most of them left
    LargeComponent,   // hardly a row fits into a chunk, and what is left of it holds no other
    PaddedComponent,  // the order of a component's fields makes it larger than they are
    DeadSlots,        // most slots of the entity index belong to entities that are gone
    ScatteredSlabs,   // the blocks in use lie thinly in more slabs than they need
};
inline constexpr std::size_t shape_count = 9;
/// The word in JSON: `tag-explosion`.
std::string_view name_of(Shape shape);
/// How people call it: "Tag explosion".
std::string_view title_of(Shape shape);
/// One sentence on what the shape is, for somebody who never heard of it.
std::string_view explanation_of(Shape shape);

/// Now: it follows from what is stored. Likely: it also follows from how worlds come to be like that.
enum class Confidence : std::uint8_t { Now, Likely };
/// `now` or `likely`.
std::string_view name_of(Confidence confidence);

struct Finding {
    Shape shape = Shape::Emptied;
    Confidence confidence = Confidence::Now;
    std::string cause = {};                    // a sentence about this world
    std::vector<ArchetypeId> archetypes = {};  // concerned, largest waste first; none for DeadSlots and ScatteredSlabs
    std::vector<ComponentId> components = {};  // that are at fault, where some are
    std::uint64_t wasted_bytes = 0;            // of blocks, of the entity index, or of slabs
    std::string remedy = {};                   // a sentence
    std::vector<Edit> edits = {};              // the remedy, or none: then it is up to a person, as the sentence says

    /// Whether applying the edits frees exactly wasted_bytes: of BlockPool::bytes_reserved() for ScatteredSlabs, of
    /// BlockPool::bytes_in_use() for the others.
    bool mendable() const { return !edits.empty(); }
};

/// What is wrong, what can be mended first, then by wasted bytes. `schedule` says which tags systems ask for; those are
/// never folded away.
std::vector<Finding> diagnose(const World& world, const Schedule& schedule);

/// Waste below this is no finding: the system gives memory in pages.
inline constexpr std::uint64_t min_waste_bytes = 4096;

}  // namespace ecs
