// LabCache sets two storages side by side that answer the same query. For each it shows the cache lines by address and
// the order in which they were touched, how many of their bytes are used, how many values lie in two lines, and the
// hits and misses of a simulated cache. Lines and accesses are exact, because both storages really ran the query. Not
// every run keeps its accesses, so a background thread runs the query again to log them.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ecs/base/background_task.hpp"
#include "ecs/lab/scenario/access_log.hpp"
#include "panels/base/panel.hpp"
#include "panels/base/patterns.hpp"
#include "panels/lab/lab_state.hpp"

namespace panels {

/// The accesses of one query, and what a simulated cache of one shape makes of them.
struct LabReplay {
    std::shared_ptr<const ecs::lab::AccessLog> log;  // null: there is no query
    ecs::lab::CacheShape shape;
    std::uint64_t straddling = 0;
    std::optional<std::uint64_t> hits, misses;  // none: not all accesses could be kept
    std::string problem;                        // why there are no numbers; empty when there are
};

class LabCache {
public:
    /// The selected storage on the left, the other one on the right. There must be runs.
    void show(const Context& context, LabState& state);

    ecs::lab::CacheShape shape() const { return shape_; }
    ecs::lab::StorageKind other() const { return other_; }
    /// Of the runs that are shown; null while it is not known.
    const LabReplay* replay(ecs::lab::StorageKind kind) const;

    // For tests

    void finish();
    /// How often accesses were logged, and how often a picture of lines was made.
    std::size_t replays() const { return replays_; }
    std::size_t pictures() const { return pictures_made_; }

private:
    /// Cache lines on a grid of small dots. The grid has the size of its area, however many lines there are.
    struct Picture {
        std::uint64_t revision = 0;
        ecs::lab::StorageKind kind = ecs::lab::StorageKind::Chunks;
        int columns = 0, rows = 0;
        std::uint64_t lines = 0;                                    // as many as the whole width stands for
        std::vector<std::pair<std::uint16_t, std::uint16_t>> dots;  // x by address, y by order of the first touch
        std::vector<std::uint32_t> first;                           // by x: the order of the line touched first there
        std::array<std::uint64_t, ecs::lab::line_bytes + 1> by_used{};
    };

    void take();
    void want(const LabRuns& runs, ecs::lab::StorageKind kind);
    void draw_shape(const Style& style);
    void draw_side(const Context& context, const LabRuns& runs, ecs::lab::StorageKind kind, std::size_t side);
    void draw_lines(const Style& style, const LabRuns& runs, const Picture& picture);
    void draw_use(const Style& style, const Picture& picture) const;
    void draw_replay(const Style& style, ecs::lab::StorageKind kind) const;
    const Picture& picture_of(const LabRuns& runs, ecs::lab::StorageKind kind, std::size_t side, int columns, int rows);

    ecs::lab::CacheShape shape_;
    bool own_shape_ = false;
    std::uint64_t own_kib_ = 32, own_ways_ = 8;
    ecs::lab::StorageKind other_ = ecs::lab::StorageKind::HashIndex;
    std::uint64_t revision_ = 0;  // of the runs that replays_of_ belong to
    std::array<std::optional<LabReplay>, ecs::lab::storage_kinds.size()> replays_of_;
    ecs::BackgroundTask<LabReplay> task_;
    // The runs and the storage that task_ replays.
    std::uint64_t replayed_revision_ = 0;
    ecs::lab::StorageKind replayed_kind_ = ecs::lab::StorageKind::Chunks;
    std::array<Picture, 2> pictures_;
    std::uint64_t max_lines_ = 1, max_in_class_ = 1;  // of both sides
    std::size_t replays_ = 0, pictures_made_ = 0;
    AreaBatch batch_;
};

}  // namespace panels
