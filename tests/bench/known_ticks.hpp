// Ticks of a recording whose states are known, and how long it takes to go to them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>

#include "ecs/base/random.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/timeline/timeline.hpp"
#include "meter.hpp"

namespace bench {

constexpr double record_budget_bytes = 64.0 * 1024 * 1024, seek_budget_secs = 0.1;

struct KnownTicks {
    /// The longest of some seeks, in seconds; `from` is the first tick to choose from.
    double longest_seek(ecs::Timeline& timeline, const ecs::World& world, std::uint64_t from) {
        constexpr int seeks_a_repetition = 25;
        double longest = 0;
        for (int i = 0; i < seeks_a_repetition; ++i) {
            const auto least = hashes.lower_bound(from);
            auto to = least;
            std::advance(to, random.below(static_cast<std::uint32_t>(std::distance(least, hashes.end()))));
            const double before = read(Meter::CpuTime);
            const std::string why = timeline.seek(to->first);
            longest = std::max(longest, read(Meter::CpuTime) - before);
            if (!why.empty() || ecs::state_hash(world) != to->second) ++wrong;
        }
        return longest;
    }

    std::map<std::uint64_t, std::uint64_t> hashes;  // by tick
    ecs::Random random{7};
    std::uint64_t wrong = 0;  // ticks that were not as they had been
};

}  // namespace bench
