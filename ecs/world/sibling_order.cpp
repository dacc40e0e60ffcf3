#include "ecs/world/sibling_order.hpp"

#include <algorithm>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

namespace {

constexpr const char* sibling_order_name = "SiblingOrder";

template <class F>
void each_placed_archetype(const World& world, ComponentId type, F visit) {
    if (type == no_component) return;
    for (std::size_t i = 0; i < world.archetype_count(); ++i) {
        const Archetype& archetype = world.archetype(static_cast<ArchetypeId>(i));
        const int column = archetype.column_of(type);
        if (column != no_column) visit(archetype, column);
    }
}

void describe_sibling_order(TypeRegistry& types) {
    types.add<SiblingOrder>(sibling_order_name, tr_later("Where the entity stands among its siblings in lists"))
        .field("value", &SiblingOrder::value,
               {.description = tr_later("Siblings stand in this order; one without the component counts as its slot")});
}

}  // namespace

ComponentId sibling_order_type(const TypeRegistry& types) {
    if (const ComponentId known = types.find<SiblingOrder>(); known != no_component) return known;
    // In a world from a file the type may have been made at run time.
    const ComponentType* type = types.find(sibling_order_name);
    const bool same = type != nullptr && type->trivial && type->size == sizeof(SiblingOrder) && !type->opaque_json &&
                      type->fields.size() == 1 && type->fields[0].kind == FieldKind::F64;
    return same ? type->id : no_component;
}

std::string register_sibling_order(TypeRegistry& types) {
    if (sibling_order_type(types) != no_component) return {};
    TypeRegistry own;
    describe_sibling_order(own);
    if (const std::string problem = types.why_not(*own.find(sibling_order_name)); !problem.empty())
        return phrase("Siblings of this world can have no order: {}", problem);
    describe_sibling_order(types);
    return {};
}

SiblingPlaces::SiblingPlaces(const World& world)
    : world_(world), type_(sibling_order_type(world.types())), any_(false) {
    each_placed_archetype(world, type_,
                          [&](const Archetype& archetype, int) { any_ = any_ || archetype.entity_count() > 0; });
}

double SiblingPlaces::place(Entity entity) const {
    const void* found = any_ ? world_.get(entity, type_) : nullptr;
    const double own = entity.index;
    if (found == nullptr) return own;
    const double value = static_cast<const SiblingOrder*>(found)->value;
    return value == value ? value : own;  // not a number would break the order
}

bool SiblingPlaces::before(Entity a, Entity b) const {
    if (!any_) return a < b;
    const double place_of_a = place(a), place_of_b = place(b);
    return place_of_a != place_of_b ? place_of_a < place_of_b : a < b;
}

void SiblingPlaces::sort(std::vector<Entity>& siblings) const {
    if (!any_) return std::sort(siblings.begin(), siblings.end());
    std::vector<std::pair<double, Entity>> places;
    places.reserve(siblings.size());
    for (const Entity entity : siblings) places.emplace_back(place(entity), entity);
    std::sort(places.begin(), places.end());
    for (std::size_t i = 0; i < places.size(); ++i) siblings[i] = places[i].second;
}

std::vector<Entity> SiblingPlaces::placed_at_top() const {
    std::vector<Entity> found;
    each_placed_archetype(world_, type_, [&](const Archetype& archetype, int) {
        if (archetype.has(world_.parent_id())) return;
        for (std::size_t i = 0; i < archetype.chunk_count(); ++i)
            for (const Entity entity : archetype.chunk(i).entities()) found.push_back(entity);
    });
    sort(found);
    return found;
}

std::uint64_t SiblingPlaces::version() const {
    std::uint64_t newest = 0;
    each_placed_archetype(world_, type_, [&](const Archetype& archetype, int column) {
        for (std::size_t i = 0; i < archetype.chunk_count(); ++i)
            newest = std::max(newest, archetype.column_version(i, column));
    });
    return newest;
}

}  // namespace ecs
