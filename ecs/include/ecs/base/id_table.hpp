// An IdTable maps a small number (a component id) to a value in one or two loads, however large the largest number
// is. It uses open addressing with the number itself as hash, and is at most half full. Numbers are never removed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace ecs {

template <class T>
class IdTable {
public:
    /// Null when the number was never inserted. Valid until the next insert.
    const T* find(std::uint32_t id) const {
        if (slots_.empty()) return nullptr;
        for (std::size_t at = id & mask_;; at = (at + 1) & mask_) {
            if (slots_[at].id == id) return &slots_[at].value;
            if (slots_[at].id == none) return nullptr;
        }
    }
    T* find(std::uint32_t id) { return const_cast<T*>(std::as_const(*this).find(id)); }

    /// `id` must be new. When memory runs out, the table stays as it was.
    void insert(std::uint32_t id, T value) {
        if (2 * (count_ + 1) > slots_.size()) {
            IdTable larger;
            larger.slots_ = std::vector<Slot>(slots_.empty() ? 2 : 2 * slots_.size());
            larger.mask_ = larger.slots_.size() - 1;
            for (Slot& slot : slots_)
                if (slot.id != none) larger.place(slot.id, std::move(slot.value));
            *this = std::move(larger);
        }
        place(id, std::move(value));
    }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    struct Slot {
        std::uint32_t id = none;
        T value{};
    };
    void place(std::uint32_t id, T value) {
        std::size_t at = id & mask_;
        while (slots_[at].id != none) at = (at + 1) & mask_;
        slots_[at] = {id, std::move(value)};
        ++count_;
    }

    std::vector<Slot> slots_;
    std::size_t mask_ = 0;
    std::size_t count_ = 0;
};

}  // namespace ecs
