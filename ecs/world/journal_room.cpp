#include "ecs/world/journal_room.hpp"

#include <algorithm>

namespace ecs {

std::size_t journal_room(const Journal& journal, std::uint64_t read_until, const World& world) {
    // A row that moves away is told, and the one that fills its hole; a chunk that is made or given back, now and then.
    const std::uint64_t all_move = std::uint64_t{world.entity_count()} * 2 + world.entity_count() / 8;
    const std::uint64_t wanted = journal.total() - std::min(read_until, journal.total()) + all_move;
    if (wanted <= journal.capacity()) return journal.capacity();
    // To grow copies what is kept, so it must not happen each time that a frame brings some changes more than the
    // others.
    const std::uint64_t with_slack = std::min<std::uint64_t>(wanted + wanted / 4, max_journal_room);
    return std::max(journal.capacity(), static_cast<std::size_t>(with_slack));
}

}  // namespace ecs
