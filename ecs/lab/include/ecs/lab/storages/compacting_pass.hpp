// One pass over a container that removes deleted items on the way (article 004, CompactingAll). Live items move left
// in their order and are handed out with their new position. An item deleted while it is handed out is removed as
// well. After stopping early, call finish(): it completes the pass without handing items out, and shortens the
// container.
//
// The pass reads the array that the container had at the beginning, up to the length of that time, and writes to the
// array that it has now, as Go's range over a slice does. Appending during a pass therefore loses the appended items
// (004-L2), and a pass inside of a pass on the same container sees some items twice, or fails (004-L3).
#pragma once

#include <cstdint>

namespace ecs::lab {

/// `Slots` gives access to the container: count(), load(i), deleted(item), store(to, from, item), which is false when
/// the container has become shorter than that, dropped(item), and truncate(length).
template <class Slots>
class CompactingPass {
public:
    using Item = typename Slots::Item;

    explicit CompactingPass(Slots slots) : slots_(slots), count_(slots_.count()) {}
    CompactingPass(const CompactingPass&) = delete;
    CompactingPass& operator=(const CompactingPass&) = delete;

    /// Goes to the next live item. Returns false at the end; the container is then compacted.
    bool next() {
        settle();
        while (from_ < count_) {
            item_ = slots_.load(from_);
            if (slots_.deleted(item_)) {
                slots_.dropped(item_);
                ++from_;
                continue;
            }
            if (to_ < from_ && !slots_.store(to_, from_, item_)) {
                failed_ = done_ = true;
                return false;
            }
            handed_out_ = true;
            return true;
        }
        if (!done_) slots_.truncate(to_);
        done_ = true;
        return false;
    }
    /// The position of the item after compaction; the next function returns the item. Valid between a next() that
    /// returned true and the next call.
    std::uint64_t position() const { return to_; }
    const Item& item() const { return item_; }

    void finish() {
        while (next()) {
        }
    }
    /// Whether the container was too short for a move: Go's program ends here.
    bool failed() const { return failed_; }

private:
    void settle() {
        if (!handed_out_) return;
        handed_out_ = false;
        ++from_;
        if (slots_.deleted(item_))
            slots_.dropped(item_);
        else
            ++to_;
    }

    Slots slots_;
    std::uint64_t count_, from_ = 0, to_ = 0;
    Item item_{};
    bool handed_out_ = false, done_ = false, failed_ = false;
};

}  // namespace ecs::lab
