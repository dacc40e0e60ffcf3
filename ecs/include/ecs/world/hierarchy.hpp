// The components that every world has, Name and Parent, and the tree that the Parent components form. The list of an
// entity's children is derived from Parent and stored beside the components. An entity therefore does not change its
// archetype when it gets its first child, and no edit can make list and components disagree.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "ecs/base/entity.hpp"
#include "ecs/base/zeroed_array.hpp"

namespace ecs {

struct Name {
    std::string value;
};

/// Changed only through World::set_parent, which keeps the tree valid. Writing queries refuse it.
struct Parent {
    Entity value;
};

/// All lists of children, one after another.
struct Families {
    struct Family {
        Entity parent;
        std::uint32_t child_count = 0;
    };
    std::vector<Family> families;
    std::vector<Entity> children;
};

class Hierarchy {
public:
    /// The children in no particular order. Valid until a parent changes.
    std::span<const Entity> children(Entity parent) const;
    /// Takes the memory that link(child, parent) needs, so that link() cannot fail.
    void reserve_link(Entity child, Entity parent);
    void link(Entity child, Entity parent);
    void unlink(Entity child, Entity parent);
    /// Takes the memory that set_children() needs for so many children, whose highest slot is this.
    void reserve_children(Entity parent, std::size_t count, std::uint32_t last_slot);
    /// These and no others, in this order. Fewer than before need no memory.
    void set_children(Entity parent, std::span<const Entity> children);
    bool empty() const { return children_.empty(); }

    /// Grows with every link and unlink.
    std::uint64_t changes() const { return changes_; }
    void save(Families& saved) const;
    /// The hierarchy as it was saved, with the order of children. This hierarchy must become it.
    Hierarchy restored(const Families& saved) const;

private:
    std::unordered_map<Entity, std::vector<Entity>> children_;
    ZeroedArray<std::uint32_t> position_;  // by slot of the child: its position among its siblings
    std::uint64_t changes_ = 0;
};

}  // namespace ecs
