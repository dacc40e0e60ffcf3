// EntityRuns is a list of handles in a given order, in which neighbours of one generation are stored together: a
// million entities that were created one after another take the room of one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ecs/base/entity.hpp"

namespace ecs {

class EntityRuns {
public:
    EntityRuns() = default;
    explicit EntityRuns(std::span<const Entity> entities) {
        for (const Entity entity : entities) push_back(entity);
    }

    void push_back(Entity entity) {
        if (!runs_.empty() && runs_.back().first.generation == entity.generation &&
            runs_.back().first.index + runs_.back().count == entity.index)
            ++runs_.back().count;
        else
            runs_.push_back({entity, 1});
        ++size_;
    }
    /// `first` and those in the slots behind it.
    void push_back_run(Entity first, std::uint32_t count) {
        if (count == 0) return;
        push_back(first);
        runs_.back().count += count - 1;
        size_ += count - 1;
    }
    void append(const EntityRuns& others) {
        runs_.reserve(runs_.size() + others.runs_.size());
        others.each_run([this](Entity first, std::uint32_t count) { push_back_run(first, count); });
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    /// There must be one.
    Entity front() const { return runs_.front().first; }
    /// Calls visit(Entity) for all of them, in order.
    template <class Visit>
    void each(Visit&& visit) const {
        for (const Run& run : runs_)
            for (std::uint32_t i = 0; i < run.count; ++i) visit(Entity{run.first.index + i, run.first.generation});
    }
    /// Calls visit(first, count) for those that lie side by side.
    template <class Visit>
    void each_run(Visit&& visit) const {
        for (const Run& run : runs_) visit(run.first, run.count);
    }
    std::vector<Entity> list() const {
        std::vector<Entity> entities;
        append_to(entities);
        return entities;
    }
    void append_to(std::vector<Entity>& entities) const {
        if (entities.empty()) entities.reserve(size_);
        each([&](Entity entity) { entities.push_back(entity); });
    }
    /// What it holds on the heap.
    std::size_t bytes() const { return runs_.capacity() * sizeof(Run); }

    friend bool operator==(const EntityRuns&, const EntityRuns&) = default;

private:
    struct Run {
        Entity first;
        std::uint32_t count = 0;
        friend bool operator==(const Run&, const Run&) = default;
    };
    std::vector<Run> runs_;
    std::size_t size_ = 0;
};

}  // namespace ecs
