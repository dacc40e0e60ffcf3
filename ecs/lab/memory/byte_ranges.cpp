#include "ecs/lab/memory/byte_ranges.hpp"

#include <algorithm>

namespace ecs::lab {

ByteRanges joined_ranges(ByteRanges ranges) {
    std::sort(ranges.begin(), ranges.end());
    ByteRanges joined;
    for (const auto& range : ranges) {
        if (range.first >= range.second) continue;
        if (!joined.empty() && range.first <= joined.back().second)
            joined.back().second = std::max(joined.back().second, range.second);
        else
            joined.push_back(range);
    }
    return joined;
}

std::uint64_t byte_count(const ByteRanges& ranges) {
    std::uint64_t count = 0;
    for (const auto& [begin, end] : ranges) count += end - begin;
    return count;
}

ByteRanges::const_iterator first_behind(const ByteRanges& ranges, Address at) {
    return std::lower_bound(ranges.begin(), ranges.end(), at,
                            [](const auto& range, Address address) { return range.second <= address; });
}

}  // namespace ecs::lab
