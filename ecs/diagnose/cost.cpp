#include "ecs/diagnose/cost.hpp"
#include "ecs/base/language.hpp"

#include <algorithm>

namespace ecs {

namespace {

void sort_unique(std::vector<ComponentId>& components) {
    std::sort(components.begin(), components.end());
    components.erase(std::unique(components.begin(), components.end()), components.end());
}

/// Adds the cost of one more row in an archetype.
void count_arrival(const World& world, StructuralCost& cost) {
    const Archetype* archetype = world.find_archetype(cost.target);
    if (archetype) cost.existing = archetype->id();
    if (!archetype || archetype->chunk_count() == 0) {
        cost.makes_chunk = true;
        return;
    }
    const ChunkLayout& layout = archetype->layout();
    if (archetype->entity_count() < archetype->chunk_count() * layout.capacity) return;
    if (layout.capacity < archetype->full_capacity())
        cost.growth_bytes = static_cast<std::uint32_t>(archetype->entity_count() * archetype->row_bytes());
    else
        cost.makes_chunk = true;
}

/// A row before it leaves: what it has, and what happens where it stood.
struct LeavingRow {
    std::vector<ComponentId> components;
    std::uint32_t row_bytes = 0, hole_bytes = 0;
    bool frees_chunk = false;
};

LeavingRow leaving_row(const World& world, Entity entity) {
    const Archetype& archetype = world.archetype_of(entity);
    const Location location = world.location(entity);
    const std::uint32_t last_rows = archetype.chunk(archetype.chunk_count() - 1).rows;
    const bool is_last = location.chunk + 1 == archetype.chunk_count() && location.row + 1 == last_rows;
    LeavingRow row{.components = {archetype.components().begin(), archetype.components().end()},
                   .row_bytes = static_cast<std::uint32_t>(archetype.row_bytes())};
    if (!is_last) row.hole_bytes = row.row_bytes;
    row.frees_chunk =
        last_rows == 1 && (archetype.chunk_count() > 1 || archetype.layout().block_bytes > kept_when_empty_bytes);
    return row;
}

/// The row where `cost` has brought it: the last one of its archetype.
LeavingRow arrived_row(const World& world, const StructuralCost& cost, std::uint32_t row_bytes) {
    LeavingRow row{.components = cost.target, .row_bytes = row_bytes};
    const Archetype* const archetype = world.find_archetype(cost.target);
    const std::size_t chunks = archetype == nullptr ? 0 : archetype->chunk_count();
    const bool alone = cost.makes_chunk || archetype->chunk(chunks - 1).rows == 0;
    if (!alone) return row;
    std::vector<const ComponentType*> types;
    for (const ComponentId component : cost.target) types.push_back(&world.types()[component]);
    const std::size_t block_bytes = archetype == nullptr ? first_block_bytes(types) : archetype->layout().block_bytes;
    row.frees_chunk = chunks + (cost.makes_chunk ? 1 : 0) > 1 || block_bytes > kept_when_empty_bytes;
    return row;
}

StructuralCost cost_of_moving(const World& world, const LeavingRow& row, const ComponentMove& move) {
    StructuralCost cost;
    cost.target = row.components;
    cost.row_bytes = row.row_bytes;
    if (move.adds) {
        cost.target.push_back(move.component);
        sort_unique(cost.target);
    } else {
        cost.target.erase(std::find(cost.target.begin(), cost.target.end(), move.component));
        const ComponentType& type = world.types()[move.component];
        if (!type.is_tag()) cost.row_bytes -= type.size;
    }
    count_arrival(world, cost);
    cost.hole_bytes = row.hole_bytes;
    cost.frees_chunk = row.frees_chunk;
    return cost;
}

}  // namespace

std::optional<StructuralCost> cost_of_adding(const World& world, Entity entity, ComponentId component) {
    if (!world.alive(entity) || world.has(entity, component)) return std::nullopt;
    return cost_of_moving(world, leaving_row(world, entity), {component, true});
}

std::optional<StructuralCost> cost_of_removing(const World& world, Entity entity, ComponentId component) {
    if (!world.alive(entity) || !world.has(entity, component)) return std::nullopt;
    return cost_of_moving(world, leaving_row(world, entity), {component, false});
}

std::vector<StructuralCost> costs_of_moving(const World& world, Entity entity, std::span<const ComponentMove> moves) {
    if (!world.alive(entity)) return {};
    std::vector<StructuralCost> costs;
    LeavingRow row = leaving_row(world, entity);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const ComponentMove& move = moves[i];
        const bool again = std::any_of(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(i),
                                       [&](const ComponentMove& each) { return each.component == move.component; });
        if (again || world.has(entity, move.component) == move.adds) return {};
        costs.push_back(cost_of_moving(world, row, move));
        const ComponentType& type = world.types()[move.component];
        const std::uint32_t added_bytes = move.adds && !type.is_tag() ? static_cast<std::uint32_t>(type.size) : 0;
        row = arrived_row(world, costs.back(), costs.back().row_bytes + added_bytes);
    }
    return costs;
}

std::optional<StructuralCost> cost_of_destroying(const World& world, Entity entity) {
    if (!world.alive(entity)) return std::nullopt;
    const LeavingRow row = leaving_row(world, entity);
    StructuralCost cost;
    cost.hole_bytes = row.hole_bytes;
    cost.frees_chunk = row.frees_chunk;
    return cost;
}

StructuralCost cost_of_creating(const World& world, std::vector<ComponentId> components) {
    sort_unique(components);
    StructuralCost cost;
    cost.target = std::move(components);
    count_arrival(world, cost);
    return cost;
}

std::string to_string(const StructuralCost& cost) {
    const auto bytes = [](std::uint64_t count) { return std::to_string(count) + " B"; };
    std::string text =
        cost.bytes_copied() == 0 ? tr("nothing copied") : phrase("{} copied", bytes(cost.bytes_copied()));
    std::string parts;
    const auto add_part = [&](std::uint32_t count, const char* what) {
        if (count == 0) return;
        parts += (parts.empty() ? "" : ", ") + std::to_string(count) + what;
    };
    add_part(cost.row_bytes, tr(" the row"));
    add_part(cost.hole_bytes, tr(" into its hole"));
    add_part(cost.growth_bytes, tr(" to a larger block"));
    if (!parts.empty()) text += " (" + parts + ")";
    if (!cost.existing && !cost.target.empty()) text += tr(", new archetype");
    if (cost.makes_chunk) text += tr(", new chunk");
    if (cost.frees_chunk) text += tr(", a chunk given back");
    return text;
}

}  // namespace ecs
