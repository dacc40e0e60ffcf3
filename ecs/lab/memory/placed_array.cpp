#include "ecs/lab/memory/placed_array.hpp"

#include <algorithm>

#include "ecs/lab/memory/memory.hpp"

namespace ecs::lab {

PlacedArray::PlacedArray(std::uint64_t base, std::uint64_t bytes, std::uint64_t count) : bytes_(bytes) {
    Trace trace(arena_, false);
    const TracedMemory memory(arena_, &trace);
    begin_ = memory.allocate(base + bytes * count, "array") + base;
    memory.fill(begin_, 0, bytes * count, "values");
    std::vector<std::byte> value(bytes);
    for (std::uint64_t i = 0; i < count; ++i) {
        trace.begin_operation("read a value");
        memory.read(at(i), value.data(), bytes, "value");
        trace.end_operation();
        lines_.push_back(trace.operations().back().work.lines);
    }
}

std::uint64_t PlacedArray::straddling() const {
    return static_cast<std::uint64_t>(
        std::count_if(lines_.begin(), lines_.end(), [](std::uint64_t lines) { return lines > 1; }));
}

}  // namespace ecs::lab
