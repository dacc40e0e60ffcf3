// A schedule as something to draw: its systems in order, which of them conflict over which components, what waits for
// what, and which system of each stage takes longest. Made anew when the schedule is another one; positions are those
// in Schedule::systems().
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ecs/schedule/schedule.hpp"

namespace panels {

/// Two systems, of which at least one writes the component.
struct SystemConflict {
    std::size_t first = 0, second = 0;  // first < second
    struct Over {
        ecs::ComponentId component = ecs::no_component;
        bool first_writes = false, second_writes = false;
    };
    std::vector<Over> over;
};

/// The second runs after the first.
struct SystemEdge {
    std::size_t from = 0, to = 0;
    bool asked = false;  // by before or after; else because of a conflict
};

class ScheduleModel {
public:
    struct Node {
        std::string name;
        ecs::Phase phase = ecs::Phase::Update;
        bool enabled = true, parallel = false;
        std::size_t stage = ecs::Schedule::no_stage;
        std::size_t row = 0;  // among the systems of its stage
    };
    struct Stage {
        std::size_t first = 0, count = 0;  // of its systems that are on, in order
        ecs::Phase phase = ecs::Phase::Update;
    };

    /// Once a frame. Whether the schedule was another one than before.
    bool read(const ecs::World& world, const ecs::Schedule& schedule);

    const std::vector<Node>& nodes() const { return nodes_; }
    const std::vector<Stage>& stages() const { return stages_; }
    const std::vector<SystemConflict>& conflicts() const { return conflicts_; }
    /// Null when the two do not conflict.
    const SystemConflict* conflict(std::size_t a, std::size_t b) const;
    /// What was asked for, and for each system the last one before it that it conflicts with.
    const std::vector<SystemEdge>& edges() const { return edges_; }
    bool asked(std::size_t from, std::size_t to) const;
    /// Names a state of the schedule; another one has another number.
    std::uint64_t fingerprint() const { return fingerprint_; }

private:
    void find_conflicts(const ecs::World& world, const ecs::Schedule& schedule);
    void find_edges(const ecs::Schedule& schedule);

    std::vector<Node> nodes_;
    std::vector<Stage> stages_;
    std::vector<SystemConflict> conflicts_;
    std::vector<std::uint32_t> conflict_of_;  // of each pair, one more than its position in conflicts_; 0: none
    std::vector<SystemEdge> edges_;
    std::uint64_t fingerprint_ = 0;
};

/// For each stage, the system that took longest in the mean: where all that could run at the same time does, the tick
/// takes as long as these do together. Positions in ScheduleModel::nodes().
std::vector<std::size_t> critical_path(const ScheduleModel& model, const ecs::Schedule& schedule);

/// "Before the update"
const char* name_for_people(ecs::Phase phase);

}  // namespace panels
