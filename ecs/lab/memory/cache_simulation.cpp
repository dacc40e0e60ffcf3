#include "ecs/lab/memory/cache_simulation.hpp"

#include <algorithm>
#include <map>

namespace ecs::lab {

std::string fault_of(const CacheShape& shape) {
    if (shape.ways == 0) return "a cache has at least one way";
    if (shape.bytes == 0 || shape.bytes / line_bytes % shape.ways != 0 || shape.bytes % line_bytes != 0)
        return "the bytes of a cache are a multiple of " + std::to_string(line_bytes) + " times its ways";
    return {};
}

CacheSimulation::CacheSimulation(CacheShape shape) : shape_(shape), ways_(shape.bytes / line_bytes) {}

bool CacheSimulation::look_up(Address line) {
    const std::uint64_t set = line / line_bytes % shape_.sets();
    const auto begin = ways_.begin() + static_cast<std::ptrdiff_t>(set * shape_.ways);
    const auto end = begin + static_cast<std::ptrdiff_t>(shape_.ways);
    auto found = std::find_if(begin, end, [line](const Way& way) { return way.line == line; });
    const bool hit = found != end;
    if (!hit) found = std::min_element(begin, end, [](const Way& a, const Way& b) { return a.used < b.used; });
    *found = {line, ++clock_};
    return hit;
}

void CacheSimulation::access(Address at, std::uint64_t bytes) {
    for (Address line = at / line_bytes * line_bytes; line < at + bytes; line += line_bytes) {
        const auto [number, is_new] = line_numbers_.emplace(line, lines_.size());
        if (is_new) lines_.push_back({line, 0, 0});
        const bool hit = look_up(line);
        ++(hit ? hits_ : misses_);
        ++(hit ? lines_[number->second].hits : lines_[number->second].misses);
    }
}

void CacheSimulation::run(const Trace& trace, std::size_t operation) {
    for_each_access(trace, operation, [this](Address at, std::uint64_t bytes, bool) { access(at, bytes); });
    not_kept_ += trace.operations()[operation].folded;
}

void for_each_access(const Trace& trace, std::size_t operation, const AccessFunction& function) {
    // The blocks on the heap at each moment, derived from the events from the first one on.
    std::map<Address, std::uint64_t> heap;
    const auto on_heap = [&heap](Address at) {
        const auto next = heap.upper_bound(at);
        return next != heap.begin() && at - std::prev(next)->first < std::prev(next)->second;
    };
    const Trace::Operation& wanted = trace.operations()[operation];
    for (std::size_t i = 0; i < wanted.end; ++i) {
        const Event& event = trace.events()[i];
        if (event.kind == EventKind::Allocate && event.flag) heap[event.at] = event.bytes;
        if (event.kind == EventKind::Free) heap.erase(event.at);
        if (i < wanted.begin) continue;
        const bool copies = event.kind == EventKind::Copy;
        const bool reads = event.kind == EventKind::Read || event.kind == EventKind::Probe;
        if (reads && on_heap(event.at)) function(event.at, event.bytes, false);
        if (copies && on_heap(event.from)) function(event.from, event.bytes, false);
        if ((copies || event.kind == EventKind::Write) && on_heap(event.at)) function(event.at, event.bytes, true);
    }
}

}  // namespace ecs::lab
