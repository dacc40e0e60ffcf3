#include "panels/query/match_selection.hpp"

#include <algorithm>
#include <utility>

namespace panels {

void MatchSelection::start(std::vector<ecs::Entity> entities, std::size_t slots) {
    entities_ = std::move(entities);
    by_slot_.assign(slots, ecs::null_entity);
    sorted_.clear();
    sorted_.reserve(entities_.size());
    put_ = read_ = 0;
    busy_ = true;
}

bool MatchSelection::step(Selection& selection, std::chrono::microseconds slice) {
    if (!busy_) return false;
    constexpr std::size_t at_once = 4096;  // between two looks at the clock
    const auto deadline = std::chrono::steady_clock::now() + slice;
    do {
        if (put_ < entities_.size()) {
            for (const std::size_t end = std::min(put_ + at_once, entities_.size()); put_ < end; ++put_)
                by_slot_[entities_[put_].index] = entities_[put_];
        } else if (read_ < by_slot_.size()) {
            for (const std::size_t end = std::min(read_ + at_once, by_slot_.size()); read_ < end; ++read_)
                if (by_slot_[read_]) sorted_.push_back(by_slot_[read_]);
        } else {
            selection.select_all(std::move(entities_), std::move(sorted_));
            stop();
            return true;
        }
    } while (std::chrono::steady_clock::now() < deadline);
    return false;
}

}  // namespace panels
