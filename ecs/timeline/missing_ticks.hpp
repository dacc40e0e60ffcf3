// The ticks that a record of states does not have one by one.
#pragma once

#include <algorithm>
#include <cstdint>

#include "ecs/timeline/branch_data.hpp"

namespace ecs {

/// The record has these ticks of the branch no more, or never had them.
inline void note_thinned(BranchData& branch, std::uint64_t first, std::uint64_t last) {
    if (first > last) return;
    std::vector<MissingTicks>& missing = branch.facts.missing;
    std::erase_if(missing, [&](const MissingTicks& each) { return each.first >= first && each.last <= last; });
    const auto after =
        std::find_if(missing.begin(), missing.end(), [&](const MissingTicks& each) { return each.first > first; });
    missing.insert(after, {first, last, true});
    // Neighbours of one kind are one.
    for (std::size_t i = 0; i + 1 < missing.size();) {
        MissingTicks &one = missing[i], &next = missing[i + 1];
        if (one.thinned != next.thinned || one.last + 1 < next.first) {
            ++i;
            continue;
        }
        one.last = std::max(one.last, next.last);
        missing.erase(missing.begin() + static_cast<std::ptrdiff_t>(i + 1));
    }
}

}  // namespace ecs
