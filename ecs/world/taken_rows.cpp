#include "ecs/world/taken_rows.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "ecs/world/hierarchy.hpp"

namespace ecs {

namespace {

std::align_val_t align_of(const ComponentType& type) {
    return std::align_val_t{std::max<std::size_t>(type.align, alignof(std::max_align_t))};
}

}  // namespace

TakenRows::Column::Column(const ComponentType& type, std::size_t room)
    : type_(type),
      room_(room),
      values_(static_cast<std::byte*>(::operator new(std::max<std::size_t>(room* type.size, 1), align_of(type)))) {}

TakenRows::Column::~Column() {
    destroy_values(type_, values_, count_);
    ::operator delete(values_, align_of(type_));
}

const TakenRows::Column* TakenRows::Group::column_of(ComponentId component) const {
    for (std::size_t i = 0; i < types.size(); ++i)
        if (types[i]->id == component) return columns[i].get();
    return nullptr;
}

std::size_t TakenRows::size() const {
    std::size_t count = 0;
    for (const Group& group : groups) count += group.entities.size();
    return count;
}

EntityRuns TakenRows::entities() const {
    EntityRuns all;
    for (const Group& group : groups) all.append(group.entities);
    return all;
}

bool TakenRows::fits_together(ComponentId parent_id) const {
    std::vector<Entity> all = entities().list();
    std::sort(all.begin(), all.end(), [](Entity a, Entity b) { return a.index < b.index; });
    const auto same_slot = [](Entity a, Entity b) { return a.index == b.index; };
    if (std::adjacent_find(all.begin(), all.end(), same_slot) != all.end()) return false;
    using Link = std::pair<Entity, Entity>;  // of a parent and a child that comes back
    std::vector<Link> by_value, by_family;
    for (const Group& group : groups) {
        const Column* const parents = group.column_of(parent_id);
        std::size_t row = 0;
        if (parents != nullptr)
            group.entities.each([&](Entity child) {
                by_value.push_back({reinterpret_cast<const Parent*>(parents->at(row++))->value, child});
            });
    }
    const auto is_back = [&](Entity child) {
        const auto found =
            std::lower_bound(all.begin(), all.end(), child, [](Entity a, Entity b) { return a.index < b.index; });
        return found != all.end() && *found == child;
    };
    for (const Family& family : families)
        for (const Entity child : family.children)
            if (is_back(child)) by_family.push_back({family.parent, child});
    std::sort(by_value.begin(), by_value.end());
    std::sort(by_family.begin(), by_family.end());
    return by_value == by_family;
}

bool TakenRows::copyable() const {
    return std::all_of(groups.begin(), groups.end(), [](const Group& group) {
        return std::all_of(group.types.begin(), group.types.end(),
                           [](const ComponentType* type) { return type->is_tag() || type->copyable(); });
    });
}

std::shared_ptr<TakenRows> TakenRows::clone() const {
    auto copy = std::make_shared<TakenRows>(*this);  // shares all columns so far
    for (Group& group : copy->groups)
        for (std::size_t i = 0; i < group.types.size(); ++i) {
            const ComponentType& type = *group.types[i];
            if (type.trivial || type.is_tag()) continue;
            auto own = std::make_shared<Column>(type, group.entities.size());
            copy_values(type, own->at(0), group.columns[i]->at(0), group.entities.size());
            own->set_count(group.entities.size());
            group.columns[i] = std::move(own);
        }
    return copy;
}

std::size_t TakenRows::bytes() const {
    std::size_t bytes = sizeof *this + groups.capacity() * sizeof(Group) + families.capacity() * sizeof(Family);
    for (const Group& group : groups) {
        bytes += group.types.capacity() * sizeof(void*) + group.columns.capacity() * sizeof(group.columns.front()) +
                 group.entities.bytes() + group.places.capacity() * sizeof(Places) +
                 group.made_at_ticks.capacity() * sizeof(std::uint64_t);
        for (const std::shared_ptr<Column>& column : group.columns) bytes += column ? column->bytes() : 0;
    }
    for (const Family& family : families) bytes += family.children.capacity() * sizeof(Entity);
    return bytes;
}

}  // namespace ecs
