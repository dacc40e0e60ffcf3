#include "ecs/hierarchy.hpp"

namespace ecs {

std::span<const Entity> Hierarchy::children(Entity parent) const {
    const auto found = children_.find(parent);
    return found == children_.end() ? std::span<const Entity>{} : std::span<const Entity>(found->second);
}

void Hierarchy::link(Entity child, Entity parent) {
    if (position_.size() <= child.index) position_.resize(std::size_t{child.index} + 1);
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
