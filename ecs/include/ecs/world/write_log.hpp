// A WriteLog notes what is written in a world from now on, for a reader that has a copy of the values: of a large world
// of which little is written, it need not compare whole columns. What versions say is not in it: rows that are added,
// removed or moved.
//
//     get_mut(entity)            --> rows: entity, component
//     a view or query that writes --> all_rows(component): which chunks, their versions say
//
// Writes cost a little more while a log exists. It belongs to the reader, on the thread that owns the world; it is read
// and emptied between two writes. The world outlives it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "ecs/base/entity.hpp"
#include "ecs/types/component_type.hpp"

namespace ecs {

class World;

class WriteLog {
public:
    struct Row {
        Entity entity;
        ComponentId component = no_component;
    };

    explicit WriteLog(World& world);
    ~WriteLog();
    WriteLog(const WriteLog&) = delete;
    WriteLog& operator=(const WriteLog&) = delete;

    /// False: too much was written since it was emptied. Then rows() lacks some, and only versions say what changed.
    bool complete() const { return complete_; }
    /// Single values, in the order of their writes. One may be there several times, and its entity may be destroyed by
    /// now. Valid until the next write.
    std::span<const Row> rows() const { return rows_; }
    /// Whether values of this component may have been written in rows that rows() does not name.
    bool all_rows(ComponentId component) const {
        return component >= most_components ||
               (passes_[component / 64].load(std::memory_order_relaxed) >> component % 64 & 1) != 0;
    }
    void clear();

    static constexpr std::size_t most_rows = 65'536;
    static constexpr ComponentId most_components = 1024;

private:
    friend class World;
    friend class Query;

    void note_row(Entity entity, ComponentId component);
    /// Several threads may do it at once.
    void note_all_rows(ComponentId component) {
        if (component < most_components)
            passes_[component / 64].fetch_or(std::uint64_t{1} << component % 64, std::memory_order_relaxed);
    }

    World& world_;
    WriteLog* next_ = nullptr;  // of the same world
    std::vector<Row> rows_;
    std::array<std::atomic<std::uint64_t>, most_components / 64> passes_{};
    bool complete_ = true;
};

}  // namespace ecs
