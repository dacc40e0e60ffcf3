// The cache-line lens of the Storage Lab: how two storages go through memory for the same query. Beside each other: the
// lines by address and when each was touched first, how many of their bytes are used, values that lie in two lines, and
// what a simulated cache makes of all accesses. Lines and accesses are exact, from storages that really ran the query;
// hits and misses are simulated. Accesses are found out on a thread of their own, because not every run keeps them.
#pragma once

#include <array>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "ecs/lab/scenario/access_log.hpp"
#include "panels/base/panel.hpp"
#include "panels/base/patterns.hpp"
#include "panels/lab/lab_state.hpp"

namespace panels {

/// What a query's accesses come to in a cache of one shape.
struct LabReplay {
    std::shared_ptr<const ecs::lab::AccessLog> log;  // null: there is no query
    ecs::lab::CacheShape shape;
    std::uint64_t straddling = 0;
    std::optional<std::uint64_t> hits, misses;  // none: not all accesses could be kept
    std::string problem;                        // why there is nothing; empty mostly
};

class LabCache {
public:
    ~LabCache();

    /// The selected storage on the left, the other one on the right. There must be runs.
    void show(const Context& context, LabState& state);

    ecs::lab::CacheShape shape() const { return shape_; }
    ecs::lab::StorageKind other() const { return other_; }
    /// Of the shown runs, if it is known yet.
    const LabReplay* replay(ecs::lab::StorageKind kind) const;

    // For tests

    void finish();
    /// How often accesses were found out, and how often a picture of lines was made.
    std::size_t replays() const { return replays_; }
    std::size_t pictures() const { return pictures_made_; }

private:
    /// Lines on a grid of small dots, so that a picture of a million of them is no larger than its place.
    struct Picture {
        std::uint64_t revision = 0;
        ecs::lab::StorageKind kind = ecs::lab::StorageKind::Chunks;
        int columns = 0, rows = 0;
        std::uint64_t lines = 0;                                    // as many as the whole width stands for
        std::vector<std::pair<std::uint16_t, std::uint16_t>> dots;  // x by address, y by order of the first touch
        std::vector<std::uint32_t> first;                           // by x: the order of the line touched first there
        std::array<std::uint64_t, ecs::lab::line_bytes + 1> by_used{};
    };
    struct Task {
        std::uint64_t revision = 0;
        ecs::lab::StorageKind kind = ecs::lab::StorageKind::Chunks;
        std::future<LabReplay> result;
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
    std::uint64_t revision_ = 0;  // of the runs that replays_of_ are of
    std::array<std::optional<LabReplay>, ecs::lab::storage_kinds.size()> replays_of_;
    std::optional<Task> task_;
    std::stop_source stop_;
    std::array<Picture, 2> pictures_;
    std::uint64_t max_lines_ = 1, max_in_class_ = 1;  // of both sides
    std::size_t replays_ = 0, pictures_made_ = 0;
    AreaBatch batch_;
};

}  // namespace panels
