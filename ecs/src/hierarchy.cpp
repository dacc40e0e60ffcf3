#include "ecs/hierarchy.hpp"

#include <algorithm>

namespace ecs {

std::span<const Entity> Hierarchy::children(Entity parent) const {
    if (children_.empty()) return {};
    const auto found = children_.find(parent);
    return found == children_.end() ? std::span<const Entity>{} : std::span<const Entity>(found->second);
}

void Hierarchy::reserve_link(Entity child, Entity parent) {
    if (position_.size() <= child.index) {
        if (position_.capacity() <= child.index)
            position_.reserve(std::max<std::size_t>(std::size_t{child.index} + 1, 2 * position_.size()));
        position_.resize(std::size_t{child.index} + 1);
    }
    std::vector<Entity>& siblings = children_[parent];  // without children if what follows fails: as good as none
    if (siblings.size() == siblings.capacity()) siblings.reserve(std::max<std::size_t>(2, 2 * siblings.size()));
}

void Hierarchy::link(Entity child, Entity parent) {
    reserve_link(child, parent);
    std::vector<Entity>& siblings = children_[parent];
    position_[child.index] = static_cast<std::uint32_t>(siblings.size());
    siblings.push_back(child);
}

void Hierarchy::unlink(Entity child, Entity parent) {
    const auto found = children_.find(parent);
    std::vector<Entity>& siblings = found->second;
    const std::uint32_t position = position_[child.index];
    siblings[position] = siblings.back();
    position_[siblings[position].index] = position;
    siblings.pop_back();
    if (siblings.empty()) children_.erase(found);
}

}  // namespace ecs
