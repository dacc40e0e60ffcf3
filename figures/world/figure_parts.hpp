// What several figures share. Private to this library.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ecs/diagnose/layout_rules.hpp"
#include "figures/drawing/role_bytes.hpp"
#include "figures/world/figure.hpp"

namespace figures {

/// The archetype that the request names; null when it names none.
const ecs::Archetype* archetype_of(const Subject& subject, const FigureRequest& request);
/// why_not of figures that show chunks: the archetype and the chunk that the scope asks for must be there.
std::string why_no_chunks(const Subject& subject, const FigureRequest& request);

/// Columns that need be no world's, each in the colour of a component.
struct LayoutSubject {
    std::vector<ecs::LayoutColumn> columns;
    std::vector<ecs::ComponentId> inks;
};
Drawing draw_layout(const LayoutSubject& subject, std::string_view source, std::string_view moment);
std::string layout_csv(const LayoutSubject& subject);

// Tables that several figures share.
std::string archetypes_csv(const ecs::World& world);
std::string chunk_bytes_csv(const ecs::Archetype& archetype, std::size_t chunk);

/// `game::Position game::Velocity`, for tables.
std::string component_list(const ecs::Archetype& archetype);

/// Archetypes that hold memory, the largest first; of equal size the oldest.
struct ArchetypeShare {
    const ecs::Archetype* archetype = nullptr;
    RoleBytes bytes;
};
std::vector<ArchetypeShare> archetypes_by_bytes(const ecs::World& world);

/// The components in the order that tells archetypes apart soonest: tags first, because they say what an entity is
/// meant to be, and last what nearly all entities have, Name and Parent.
std::vector<const ecs::ComponentType*> telling_order(const ecs::World& world, const ecs::Archetype& archetype);
/// `Enemy, Position, Velocity`, in that order; `no components`.
std::string telling_name(const ecs::World& world, const ecs::Archetype& archetype);

/// How many chunks are how full: empty, 1 to 10 %, 11 to 20 % … 91 to 99 %, full.
struct OccupancyBin {
    std::string words;
    std::uint64_t chunks = 0, rows = 0, capacity = 0, bytes = 0;
};
std::vector<OccupancyBin> occupancy_bins(const ecs::World& world, const ecs::Archetype* archetype);

/// `78 % used, 1 % padding, 21 % unused`
std::string shares_text(const RoleBytes& bytes);
inline double as_double(std::uint64_t number) { return static_cast<double>(number); }
/// `part` of `whole` as format_percent has it.
std::string percent_of(std::uint64_t part, std::uint64_t whole);

}  // namespace figures
