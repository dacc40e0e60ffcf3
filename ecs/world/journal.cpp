#include "ecs/world/journal.hpp"

#include <array>
#include <utility>

#include "ecs/storage/entity_index.hpp"

namespace ecs {

std::string_view name_of(ChangeKind kind) {
    static constexpr std::array<std::string_view, 9> names{"created",     "destroyed",  "moved",
                                                           "filled hole", "chunk made", "chunk grown",
                                                           "chunk freed", "restored",   "chunk shrunk"};
    return names[static_cast<std::size_t>(kind)];
}

Journal::Journal(std::size_t capacity)
    : capacity_(capacity), ring_(std::make_unique_for_overwrite<Packed[]>(capacity)) {
    static_assert(row_bits == EntityIndex::row_bits && sizeof(Packed) == 40);
}

StructuralChange Journal::operator[](std::size_t i) const {
    const std::size_t oldest = size() < capacity_ ? 0 : next_;
    const std::size_t behind = oldest + i;  // below twice the capacity; avoids a division, because readers go through
                                            // thousands
    const Packed& packed = ring_[behind < capacity_ ? behind : behind - capacity_];
    const auto location = [](ArchetypeId archetype, std::uint32_t place) {
        return Location{archetype, place >> row_bits, place & ((1u << row_bits) - 1)};
    };
    StructuralChange change;
    change.kind = static_cast<ChangeKind>(packed.what & 0x7f);
    change.entity = packed.entity;
    change.from = location(packed.from, packed.from_place);
    change.to = location(packed.to, packed.to_place);
    change.component = packed.what >> 8 == no_component_packed ? no_component : packed.what >> 8;
    change.added = (packed.what & 0x80) != 0;
    change.bytes_copied = packed.bytes_copied;
    // Of the ticks with this low half, the one nearest to the newest: no kept change is 2^31 ticks away.
    const auto distance = static_cast<std::int32_t>(packed.tick - static_cast<std::uint32_t>(newest_tick_));
    change.tick = newest_tick_ + static_cast<std::uint64_t>(std::int64_t{distance});
    change.cause = packed.cause;
    return change;
}

void Journal::reserve(std::size_t capacity) {
    if (capacity <= capacity_) return;
    auto larger = std::make_unique_for_overwrite<Packed[]>(capacity);
    const std::size_t kept = size(), oldest = kept < capacity_ ? 0 : next_;
    for (std::size_t i = 0; i < kept; ++i) larger[i] = ring_[(oldest + i) % capacity_];
    ring_ = std::move(larger);
    capacity_ = capacity;
    lost_ = total_ - kept;
    next_ = kept;
}

void Journal::clear() {
    next_ = 0;
    total_ = 0;
    lost_ = 0;
}

}  // namespace ecs
