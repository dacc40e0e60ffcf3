// How much of the recorded time of another program was written into bundles. Bundles are written on another thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>

#include "ecs/timeline/timeline.hpp"

namespace editor {

class SavedPast {
public:
    /// A bundle has this branch of time until this tick.
    void note(ecs::BranchId branch, std::uint64_t last_tick) {
        const std::lock_guard lock(mutex_);
        last_ticks_[branch] = std::max(last_ticks_[branch], last_tick);
    }
    /// Recorded ticks of the branch that no bundle has.
    std::uint64_t unsaved(const ecs::TimeBranch& branch) const {
        const std::lock_guard lock(mutex_);
        const auto saved = last_ticks_.find(branch.id);
        const std::uint64_t from = std::max(branch.first_tick, saved == last_ticks_.end() ? 0 : saved->second);
        return branch.last_tick > from ? branch.last_tick - from : 0;
    }

private:
    mutable std::mutex mutex_;
    std::map<ecs::BranchId, std::uint64_t> last_ticks_;
};

}  // namespace editor
