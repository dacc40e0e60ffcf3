// One pass over a container that drops the deleted as it goes (article 004, CompactingAll). What is alive moves left in
// its order and is handed out with its new position; what is deleted while it is handed out is dropped as well. Whoever
// stops early must still finish(): the pass goes on without handing anything out, and then shortens the container.
//
// It reads the array that the container had when the pass began, as many elements as it had then, and writes to the
// one that it has now, as Go's range over a slice does. That is how appending during a pass loses what was appended
// (004-L2), and how a pass inside of a pass on the same container sees some twice, or fails (004-L3).
#pragma once

#include <cstdint>

namespace ecs::lab {

/// `Slots` is a look at the container: count(), load(i), deleted(item), store(to, from, item) which is false when the
/// container is shorter than that by now, dropped(item), and truncate(length).
template <class Slots>
class CompactingPass {
public:
    using Item = typename Slots::Item;

    explicit CompactingPass(Slots slots) : slots_(slots), count_(slots_.count()) {}
    CompactingPass(const CompactingPass&) = delete;
    CompactingPass& operator=(const CompactingPass&) = delete;

    /// Goes on to the next one that is alive. False at the end; then the container is compacted.
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
    /// Position after compaction, and what lies there. Only between a next() that was true and the next call.
    std::uint64_t position() const { return to_; }
    const Item& item() const { return item_; }

    void finish() {
        while (next()) {
        }
    }
    /// Whether the container was too short for what was to be moved: where Go's program ends.
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
