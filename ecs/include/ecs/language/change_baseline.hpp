// A ChangeBaseline remembers what a world was like at the last tick, as far as changed(), added() and removed() ask for
// it: which entities had a component, and what a field's value was. Its owner tracks the queries that ask, and calls
// advance() once a tick, after they were evaluated. Nothing is remembered for queries that do not ask.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ecs/types/field_path.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

class TextQuery;

class ChangeBaseline {
public:
    /// Remembers from the next advance() on what the query asks for. The query must be bound.
    void track(const TextQuery& query);
    void track(ComponentId component);
    void track(const FieldPath& field);
    /// Forgets everything.
    void clear() { *this = ChangeBaseline(); }

    /// The world as it is now becomes what changes are measured against. Costs a walk over what changed since the last
    /// call; over all entities with a tracked component when rows were added, removed or moved.
    void advance(const World& world);

    /// Reading of the world's clock at the last advance().
    std::uint64_t version() const { return version_; }
    bool empty() const { return members_.empty() && values_.empty(); }

    /// Which entities had a component at the last advance().
    class Members {
    public:
        bool had(Entity entity) const {
            return entity.index < generations_.size() && generations_[entity.index] == entity.generation;
        }

    private:
        friend class ChangeBaseline;
        void put(Entity entity) { generations_[entity.index] = entity.generation; }

        ComponentId component_ = no_component;
        std::vector<std::uint32_t> generations_;  // by slot; 0: had it not
    };
    /// What the value of a field was at the last advance(), in whom had it.
    class Values {
    public:
        /// Null when the entity did not have the component.
        const void* value(Entity entity) const;

    private:
        friend class ChangeBaseline;
        FieldPath field_;
        Members members_;
        std::vector<std::byte> bytes_;    // by slot
        std::vector<std::string> texts_;  // by slot, in place of bytes for strings
    };
    /// Null when it is not tracked, or only since the last advance().
    const Members* members(ComponentId component) const;
    const Values* values(const FieldPath& field) const;

private:
    void take_members(const World& world, Members& members) const;
    void take_values(const World& world, Values& values, bool all) const;

    std::uint64_t version_ = 0, structure_version_ = 0;
    bool advanced_ = false;
    std::vector<Members> members_;
    std::vector<Values> values_;
    std::size_t known_members_ = 0, known_values_ = 0;  // of them, those that the last advance() filled
};

}  // namespace ecs
