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

/// Adds the cost of one row less in the entity's archetype.
void count_leaving(const World& world, Entity entity, StructuralCost& cost) {
    const Archetype& archetype = world.archetype_of(entity);
    const Location location = world.location(entity);
    const std::uint32_t last_rows = archetype.chunk(archetype.chunk_count() - 1).rows;
    const bool is_last = location.chunk + 1 == archetype.chunk_count() && location.row + 1 == last_rows;
    if (!is_last) cost.hole_bytes = static_cast<std::uint32_t>(archetype.row_bytes());
    cost.frees_chunk =
        last_rows == 1 && (archetype.chunk_count() > 1 || archetype.layout().block_bytes > kept_when_empty_bytes);
}

StructuralCost cost_of_moving(const World& world, Entity entity, ComponentId component, bool adding) {
    const Archetype& from = world.archetype_of(entity);
    StructuralCost cost;
    cost.target.assign(from.components().begin(), from.components().end());
    cost.row_bytes = static_cast<std::uint32_t>(from.row_bytes());
    if (adding) {
        cost.target.push_back(component);
        sort_unique(cost.target);
    } else {
        cost.target.erase(std::find(cost.target.begin(), cost.target.end(), component));
        const ComponentType& type = world.types()[component];
        if (!type.is_tag()) cost.row_bytes -= type.size;
    }
    count_arrival(world, cost);
    count_leaving(world, entity, cost);
    return cost;
}

}  // namespace

std::optional<StructuralCost> cost_of_adding(const World& world, Entity entity, ComponentId component) {
    if (!world.alive(entity) || world.has(entity, component)) return std::nullopt;
    return cost_of_moving(world, entity, component, true);
}

std::optional<StructuralCost> cost_of_removing(const World& world, Entity entity, ComponentId component) {
    if (!world.alive(entity) || !world.has(entity, component)) return std::nullopt;
    return cost_of_moving(world, entity, component, false);
}

std::optional<StructuralCost> cost_of_destroying(const World& world, Entity entity) {
    if (!world.alive(entity)) return std::nullopt;
    StructuralCost cost;
    count_leaving(world, entity, cost);
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
