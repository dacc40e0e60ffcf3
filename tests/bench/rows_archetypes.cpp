// Worlds of very many archetypes with one entity each: what matching a new query costs, and what they weigh.
#include <array>
#include <memory>

#include "ecs/diagnose/doctor.hpp"
#include "ecs/world/query.hpp"
#include "rows.hpp"
#include "sides.hpp"

namespace bench {

namespace {

constexpr std::size_t tag_count = 14;
constexpr std::size_t wanted_tag = 5, unwanted_tag = 3;

/// Entity i has the tags that are the bits of i: no two have the same set.
struct Fragmented {
    explicit Fragmented(std::size_t count) : n(count) { reset(); }

    void reset() {
        world.reset();
        give_back_freed_memory();
        world = std::make_unique<ecs::World>();
        register_components(world->types());
        for (std::size_t tag = 0; tag < tag_count; ++tag) {
            ecs::ComponentType type;
            type.name = "RunTimeTag" + std::to_string(tag);
            tags[tag] = *world->types().add_at_run_time(std::move(type));
        }
        handles.clear();
        handles.reserve(n);
    }
    void fill() {
        std::vector<ecs::ComponentId> components;
        components.reserve(tag_count + 2);
        for (std::size_t i = 0; i < n; ++i) {
            components = {world->id<Position>(), world->id<Velocity>()};
            for (std::size_t tag = 0; tag < tag_count; ++tag)
                if ((i >> tag & 1) != 0) components.push_back(tags[tag]);
            handles.push_back(world->create_with(components));
            world->get_mut<Position>(handles[i]) = position_of(i);
            world->get_mut<Velocity>(handles[i]) = velocity_of(i);
        }
    }
    std::uint64_t digest() const {
        Digest digest;
        for (const ecs::Entity entity : handles) {
            digest.add_xyz(world->get<Position>(entity));
            digest.add_xyz(world->get<Velocity>(entity));
        }
        return digest.value();
    }

    std::size_t n;
    std::unique_ptr<ecs::World> world;
    std::array<ecs::ComponentId, tag_count> tags{};
    std::vector<ecs::Entity> handles;
};

}  // namespace

/// The floor keeps the sets as bits, one word an archetype, and collects the numbers of those that match.
Comparison query10k(std::size_t n) {
    const auto ecs = std::make_shared<Fragmented>(n);
    ecs->fill();
    const auto signatures = std::make_shared<std::vector<std::uint64_t>>();
    for (std::size_t i = 0; i < n; ++i) signatures->push_back(i << 2 | 3);
    const auto found_by_ecs = std::make_shared<std::size_t>(), found_by_floor = std::make_shared<std::size_t>();
    const std::size_t queries = repeats(n, 200'000);
    Comparison comparison;
    comparison.operations = static_cast<double>(n * queries);
    comparison.ecs.run = [ecs, found_by_ecs, queries] {
        *found_by_ecs = 0;
        for (std::size_t i = 0; i < queries; ++i) {
            ecs::Query query(*ecs->world, {{ecs->world->id<Position>(), ecs::Presence::With, ecs::Access::Read},
                                           {ecs->tags[wanted_tag], ecs::Presence::With, ecs::Access::None},
                                           {ecs->tags[unwanted_tag], ecs::Presence::Without, ecs::Access::None}});
            *found_by_ecs += query.archetypes().size();
        }
    };
    comparison.floor.run = [signatures, found_by_floor, queries] {
        constexpr std::uint64_t with = 1 | std::uint64_t{4} << wanted_tag;
        constexpr std::uint64_t without = std::uint64_t{4} << unwanted_tag;
        *found_by_floor = 0;
        for (std::size_t i = 0; i < queries; ++i) {
            std::vector<std::uint32_t> matches;
            for (std::size_t archetype = 0; archetype < signatures->size(); ++archetype)
                if (((*signatures)[archetype] & (with | without)) == with)
                    matches.push_back(static_cast<std::uint32_t>(archetype));
            *found_by_floor += matches.size();
        }
    };
    comparison.ecs.digest = [found_by_ecs] { return std::uint64_t{*found_by_ecs}; };
    comparison.floor.digest = [found_by_floor] { return std::uint64_t{*found_by_floor}; };
    return comparison;
}

/// What the doctor takes for a world of ten entities an archetype. The floor knows beforehand what to look for: which
/// tags come and go, and how many archetypes have one of them.
Comparison doctor10k(std::size_t n) {
    constexpr std::size_t more_entities = 9;
    const auto ecs = std::make_shared<Fragmented>(n);
    ecs->fill();
    std::array<ecs::Entity, more_entities> more{};
    for (const ecs::Entity entity : ecs->handles)
        ecs->world->create_many(more, ecs->world->archetype_of(entity).components());
    const auto signatures = std::make_shared<std::vector<std::uint64_t>>();
    for (std::size_t i = 0; i < n; ++i) signatures->push_back(i);
    const auto found_by_ecs = std::make_shared<std::size_t>(), found_by_floor = std::make_shared<std::size_t>();
    Comparison comparison;
    comparison.operations = static_cast<double>(n);
    comparison.ecs.run = [ecs, found_by_ecs] {
        *found_by_ecs = 0;
        for (const ecs::Finding& finding : ecs::diagnose(*ecs->world, ecs::Schedule{}))
            if (finding.shape == ecs::Shape::TagExplosion) *found_by_ecs += finding.archetypes.size();
    };
    comparison.floor.run = [signatures, found_by_floor] {
        std::array<std::size_t, tag_count> having{};
        for (const std::uint64_t signature : *signatures)
            for (std::size_t tag = 0; tag < tag_count; ++tag) having[tag] += signature >> tag & 1;
        std::uint64_t varying = 0;
        for (std::size_t tag = 0; tag < tag_count; ++tag)
            if (having[tag] > 0 && having[tag] < signatures->size()) varying |= std::uint64_t{1} << tag;
        *found_by_floor = 0;
        for (const std::uint64_t signature : *signatures) *found_by_floor += (signature & varying) != 0 ? 1 : 0;
    };
    comparison.ecs.digest = [found_by_ecs] { return std::uint64_t{*found_by_ecs}; };
    comparison.floor.digest = [found_by_floor] { return std::uint64_t{*found_by_floor}; };
    return comparison;
}

/// Bytes an archetype. The floor allocates three arrays of one row for each, and an index.
Comparison archetypes10k(std::size_t n) {
    struct Tables {
        std::vector<MovingTable> tables;
        Column<FloorRecord> records;
    };
    const auto ecs = std::make_shared<Fragmented>(n);
    const auto floor = std::make_shared<Tables>();
    Comparison comparison;
    comparison.meter = Meter::Memory;
    comparison.operations = static_cast<double>(n);
    comparison.ecs = {[ecs] { ecs->reset(); }, [ecs] { ecs->fill(); }, [ecs] { return ecs->digest(); }};
    comparison.floor.prepare = [floor] { *floor = Tables{}; };
    comparison.floor.run = [floor, n] {
        floor->tables.reserve(n);
        floor->records = Column<FloorRecord>(n);
        for (std::size_t i = 0; i < n; ++i) {
            MovingTable& table = floor->tables.emplace_back(1);
            table.rows = 1;
            table.position[0] = position_of(i);
            table.velocity[0] = velocity_of(i);
        }
    };
    comparison.floor.digest = [floor] {
        Digest digest;
        for (const MovingTable& table : floor->tables) {
            digest.add_xyz(table.position[0]);
            digest.add_xyz(table.velocity[0]);
        }
        return digest.value();
    };
    return comparison;
}

}  // namespace bench
