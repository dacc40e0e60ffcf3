#include "ecs/edit/sibling_edits.hpp"

#include <algorithm>
#include <unordered_set>

#include "ecs/base/language.hpp"
#include "ecs/world/sibling_order.hpp"

namespace ecs {

namespace {

Edit set_place(const World& world, Entity entity, double place) {
    const ComponentType& type = world.types()[sibling_order_type(world.types())];
    Value value = Value::of(type, SiblingOrder{place});
    if (world.has(entity, type.id)) return SetComponent{entity, std::move(value), {}};
    return AddComponent{entity, std::move(value)};
}

/// The siblings as they will be. `first` becomes the position of the first of `moved` among them.
std::vector<Entity> siblings_with(const World& world, const std::vector<Entity>& moved, SiblingPlace place,
                                  std::size_t& first) {
    const std::unordered_set<Entity> goes(moved.begin(), moved.end());
    std::vector<Entity> siblings = siblings_of(world, place.beside);
    const auto beside = std::find(siblings.begin(), siblings.end(), place.beside);
    auto at = place.behind ? beside + 1 : beside;
    const auto stays = [&](Entity each) { return goes.count(each) == 0; };
    first = static_cast<std::size_t>(std::count_if(siblings.begin(), at, stays));
    siblings.erase(std::stable_partition(siblings.begin(), siblings.end(), stays), siblings.end());
    siblings.insert(siblings.begin() + static_cast<std::ptrdiff_t>(first), moved.begin(), moved.end());
    return siblings;
}

}  // namespace

std::vector<Entity> siblings_of(const World& world, Entity entity) {
    std::vector<Entity> siblings;
    if (const Entity parent = world.parent(entity)) {
        const auto children = world.children(parent);
        siblings.assign(children.begin(), children.end());
    } else {
        for (std::size_t slot = 0; slot < world.slot_count(); ++slot) {
            const Entity each = world.entity_at_slot(slot);
            if (each && !world.parent(each)) siblings.push_back(each);
        }
    }
    SiblingPlaces(world).sort(siblings);
    return siblings;
}

std::string why_not_place_siblings(const World& world, const std::vector<Entity>& entities, SiblingPlace place) {
    if (entities.empty()) return tr("The entity was destroyed");
    if (!world.alive(place.beside)) return phrase("{} was destroyed", to_string(place.beside));
    const Entity parent = world.parent(place.beside);
    for (const Entity entity : entities) {
        if (!world.alive(entity)) return phrase("{} was destroyed", to_string(entity));
        if (parent && world.is_below(parent, entity))
            return phrase("{} is below {}", label_of(world, place.beside), label_of(world, entity));
    }
    return {};
}

std::vector<Edit> place_siblings(const World& world, const std::vector<Entity>& entities, SiblingPlace place) {
    std::size_t first = 0;
    const std::vector<Entity> siblings = siblings_with(world, entities, place, first);
    const Entity parent = world.parent(place.beside);
    const bool all_there =
        std::all_of(entities.begin(), entities.end(), [&](Entity each) { return world.parent(each) == parent; });
    std::vector<Edit> edits;
    if (all_there && siblings == siblings_of(world, place.beside)) return edits;
    for (const Entity entity : entities)
        if (world.parent(entity) != parent) edits.emplace_back(SetParent{entity, parent});

    const SiblingPlaces places(world);
    const std::size_t count = entities.size(), end = first + count;
    const double parts = static_cast<double>(count) + 1;
    double low = first > 0 ? places.place(siblings[first - 1]) : 0;
    double high = end < siblings.size() ? places.place(siblings[end]) : low + parts;
    if (first == 0) low = high - parts;
    std::vector<double> wanted;
    double last = low;
    bool room = true;
    for (std::size_t i = 0; i < count; ++i) {
        wanted.push_back(low + (high - low) * (static_cast<double>(i) + 1) / parts);
        room = room && wanted.back() > last;
        last = wanted.back();
    }
    if (room && (end == siblings.size() || last < high)) {
        for (std::size_t i = 0; i < count; ++i) edits.push_back(set_place(world, entities[i], wanted[i]));
        return edits;
    }
    for (std::size_t i = 0; i < siblings.size(); ++i)
        edits.push_back(set_place(world, siblings[i], static_cast<double>(i)));
    return edits;
}

}  // namespace ecs
