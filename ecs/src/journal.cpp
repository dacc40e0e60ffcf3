#include "ecs/journal.hpp"

#include <array>

namespace ecs {

std::string_view name_of(ChangeKind kind) {
    static constexpr std::array<std::string_view, 8> names{"created",    "destroyed",   "moved",       "filled hole",
                                                           "chunk made", "chunk grown", "chunk freed", "restored"};
    return names[static_cast<std::size_t>(kind)];
}

void Journal::on_change(const StructuralChange& change) {
    ++total_;
    if (changes_.size() < capacity_) {
        changes_.push_back(change);
    } else if (capacity_ > 0) {
        changes_[first_] = change;
        first_ = (first_ + 1) % capacity_;
    }
}

void Journal::clear() {
    changes_.clear();
    first_ = 0;
    total_ = 0;
}

}  // namespace ecs
