#include "ecs/world/hierarchy.hpp"

#include <algorithm>

namespace ecs {

std::span<const Entity> Hierarchy::children(Entity parent) const {
    if (children_.empty()) return {};
    const auto found = children_.find(parent);
    return found == children_.end() ? std::span<const Entity>{} : std::span<const Entity>(found->second);
}

void Hierarchy::reserve_link(Entity child, Entity parent) {
    if (position_.size() <= child.index) position_.resize(std::size_t{child.index} + 1);
    // The list may stay without children if the next step fails: harmless.
    std::vector<Entity>& siblings = children_[parent];
    if (siblings.size() == siblings.capacity()) siblings.reserve(std::max<std::size_t>(2, 2 * siblings.size()));
}

void Hierarchy::link(Entity child, Entity parent) {
    ++changes_;
    reserve_link(child, parent);
    std::vector<Entity>& siblings = children_[parent];
    position_[child.index] = static_cast<std::uint32_t>(siblings.size());
    siblings.push_back(child);
}

void Hierarchy::unlink(Entity child, Entity parent) {
    ++changes_;
    const auto found = children_.find(parent);
    std::vector<Entity>& siblings = found->second;
    const std::uint32_t position = position_[child.index];
    siblings[position] = siblings.back();
    position_[siblings[position].index] = position;
    siblings.pop_back();
    if (siblings.empty()) children_.erase(found);
}

void Hierarchy::reserve_children(Entity parent, std::size_t count, std::uint32_t last_slot) {
    if (position_.size() <= last_slot) position_.resize(std::size_t{last_slot} + 1);
    children_[parent].reserve(count);
}

void Hierarchy::set_children(Entity parent, std::span<const Entity> children) {
    ++changes_;
    const auto found = children_.find(parent);
    if (found == children_.end()) return;
    for (std::size_t i = 0; i < children.size(); ++i) position_[children[i].index] = static_cast<std::uint32_t>(i);
    found->second.assign(children.begin(), children.end());
    if (children.empty()) children_.erase(found);
}

void Hierarchy::save(Families& saved) const {
    saved.families.clear();
    saved.children.clear();
    for (const auto& [parent, children] : children_) {
        saved.families.push_back({parent, static_cast<std::uint32_t>(children.size())});
        saved.children.insert(saved.children.end(), children.begin(), children.end());
    }
}

Hierarchy Hierarchy::restored(const Families& saved) const {
    Hierarchy restored;
    restored.children_.reserve(saved.families.size());
    std::uint32_t last_child = 0;
    for (const Entity child : saved.children) last_child = std::max(last_child, child.index);
    restored.position_.resize(std::size_t{last_child} + 1);
    auto next = saved.children.begin();
    for (const Families::Family& family : saved.families) {
        const auto end = next + family.child_count;
        for (auto child = next; child != end; ++child)
            restored.position_[child->index] = static_cast<std::uint32_t>(child - next);
        restored.children_.emplace(family.parent, std::vector<Entity>(next, end));
        next = end;
    }
    restored.changes_ = changes_ + 1;
    return restored;
}

}  // namespace ecs
