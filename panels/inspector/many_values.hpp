// What the selected entities have in common: the components that all of them have, and which of their values differ.
// Thousands can be selected, so a pass over them takes several frames, and the last whole pass is what is shown. The
// values are compared with those of one of them, the entity that was selected last.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ecs/world/world.hpp"

namespace panels {

class ManyValues {
public:
    struct Partial {
        ecs::ComponentId component = ecs::no_component;
        std::size_t entities = 0;
    };

    /// Goes on with the pass, for a part of the frame. `revision` grows when others are selected
    /// (Selection::revision).
    void look(const ecs::World& world, std::span<const ecs::Entity> entities, std::size_t revision) {
        look(world, entities, revision, known_ && revision == revision_ ? background_slice : asked_for_slice);
    }
    void look(const ecs::World& world, std::span<const ecs::Entity> entities, std::size_t revision,
              std::chrono::microseconds slice);
    void forget() { *this = {}; }

    /// Whether a pass over these entities is whole.
    bool known() const { return known_; }
    /// Whether no pass is under way.
    bool whole() const { return known_ && !passing_; }
    /// Whether look() goes on in the next frame.
    bool busy(const ecs::World& world) const { return !whole() || version_ != world.version(); }
    /// How much of the pass is done, 0 to 1.
    double progress() const { return count_ == 0 ? 0 : static_cast<double>(next_) / static_cast<double>(count_); }
    std::size_t alive() const { return shown_.alive; }
    std::size_t archetypes() const { return shown_.archetypes; }
    /// In order of their ids.
    std::span<const ecs::ComponentId> common() const { return shown_.common; }
    /// Components that some of them lack.
    std::span<const Partial> partial() const { return shown_.partial; }
    /// As long as a value of the component: not 0 where entities differ. Null when all are alike.
    const std::byte* mixed(ecs::ComponentId component) const;
    /// Some of the colours that differ, of a Color at this offset. Empty when all are alike.
    std::span<const ecs::Rgba> colors(ecs::ComponentId component, std::size_t offset) const;
    /// All were set to the same value just now: shown at once.
    void set_alike(ecs::ComponentId component, std::size_t offset, std::size_t size);

    /// Time limit of one look: while a pass is known, and while a person waits for the first one.
    static constexpr std::chrono::microseconds background_slice{300}, asked_for_slice{4000};
    static constexpr std::size_t entities_a_look = 1024;  // between two readings of the clock

private:
    /// A value that cannot be divided: a number, a text, a colour.
    struct Leaf {
        ecs::ComponentId component = ecs::no_component;
        std::uint32_t offset = 0, size = 0;
        ecs::FieldKind kind = ecs::FieldKind::F32;
        std::vector<ecs::Rgba> colors = {};  // other than the first
    };
    struct Found {
        std::size_t alive = 0, archetypes = 0;
        std::vector<ecs::ComponentId> common;
        std::vector<Partial> partial;
        std::vector<std::vector<std::byte>> mixed;  // by component; empty: all alike
        std::vector<Leaf> colors;                   // those that differ
    };

    void begin(const ecs::World& world, ecs::Entity first);
    void add_leaves(ecs::ComponentId component, std::span<const ecs::Field> fields, std::uint32_t base);
    void compare(const ecs::World& world, ecs::Entity entity);
    void mark(const ecs::World& world, const Leaf& leaf);
    void end(const ecs::World& world);

    const ecs::World* world_ = nullptr;
    std::size_t revision_ = 0;
    bool known_ = false, passing_ = false;
    std::uint64_t version_ = 0;  // of the world when the pass began
    std::size_t next_ = 0;       // the next entity of the pass
    std::size_t count_ = 0;      // how many it has
    ecs::Entity first_;
    std::vector<Leaf> open_;  // by component: no two entities are known to differ in them, or too few colours are
    std::vector<std::size_t> by_archetype_;
    Found pass_, shown_;
};

}  // namespace panels
