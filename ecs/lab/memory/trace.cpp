#include "ecs/lab/memory/trace.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "ecs/base/assert.hpp"

namespace ecs::lab {

std::string_view name_of(EventKind kind) {
    static constexpr std::array<std::string_view, event_kind_count> names{"allocate", "free",  "read",     "write",
                                                                          "copy",     "probe", "relocate", "push free",
                                                                          "pop free", "flag",  "decide",   "line"};
    return names[static_cast<std::size_t>(kind)];
}

Work& Work::operator+=(const Work& other) {
    reads += other.reads;
    writes += other.writes;
    probes += other.probes;
    allocations += other.allocations;
    frees += other.frees;
    bytes_read += other.bytes_read;
    bytes_written += other.bytes_written;
    bytes_moved += other.bytes_moved;
    lines += other.lines;
    return *this;
}

void Trace::begin_operation(std::string what, bool keeps_lines) {
    end_operation();
    if (!operations_.empty() && !keeps_lines_) operations_.back().touched = {};
    operations_.push_back({std::move(what), events_.size(), events_.size(), 0, {}, {}});
    keeps_lines_ = keeps_lines;
    // Emptying a hash table costs as much as its largest content, again for each small operation that follows.
    if (touched_.bucket_count() > 256)
        touched_ = decltype(touched_)();  // assigning {} would keep the buckets
    else
        touched_.clear();
    reads_kept_ = 0;
}

void Trace::end_operation() {
    if (!operations_.empty()) operations_.back().end = events_.size();
}

Trace::Operation& Trace::current() {
    if (operations_.empty()) begin_operation("made");
    return operations_.back();
}

void Trace::add(Event event) {
    if (!keep_events_) return;
    if (position_ != events_.size()) {
        fail("Trace: an operation while the trace is wound back");
        return;
    }
    Operation& operation = current();
    events_.push_back(event);
    position_ = operation.end = events_.size();
    if (events_.size() * sizeof(Event) + bytes_.size() > max_kept_bytes) forget_events();
}

void Trace::forget_events() {
    keep_events_ = false;
    position_ = 0;
    events_ = {};
    bytes_ = {};
    blocks_ = {};
    for (Operation& operation : operations_) {
        operation.begin = operation.end = 0;
        if (&operation != &operations_.back()) operation.touched = {};
    }
}

bool Trace::on_heap(Address at) {
    if (at < last_block_.begin || at >= last_block_.end()) {
        const Block* block = arena_.block_of(at);
        if (block == nullptr) return false;
        last_block_ = *block;
    }
    return last_block_.kind == BlockKind::Heap;
}

void Trace::touch(Address at, std::uint64_t bytes, bool write) {
    if (accessed) accessed(at, bytes, write);
    Operation& operation = current();
    for (Address line = at / line_bytes * line_bytes; line < at + bytes; line += line_bytes) {
        const Address begin = std::max(at, line), end = std::min(at + bytes, line + line_bytes);
        const std::uint64_t count = end - begin;
        const std::uint64_t mask = (count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1)
                                   << (begin - line);
        const auto [found, is_new] = touched_.emplace(line, static_cast<std::uint32_t>(operation.touched.size()));
        if (is_new) {
            operation.touched.push_back({line, 0, 0, found->second});
            ++operation.work.lines;
        }
        (write ? operation.touched[found->second].written : operation.touched[found->second].read) |= mask;
    }
}

void Trace::note_allocate(const Block& block) {
    if (keep_events_) blocks_[events_.size()] = block;
    if (block.kind == BlockKind::Heap) ++current().work.allocations;
    add({EventKind::Allocate, block.kind == BlockKind::Heap, block.begin, 0, block.bytes, 0, block.what});
}

void Trace::note_free(const Block& block) {
    if (keep_events_) blocks_[events_.size()] = block;
    if (block.kind == BlockKind::Heap) ++current().work.frees;
    last_block_ = {};
    add({EventKind::Free, block.kind == BlockKind::Heap, block.begin, 0, block.bytes, 0, block.what});
}

void Trace::note_read(Address at, std::uint64_t bytes, std::string_view text) {
    if (on_heap(at)) {
        Work& work = current().work;
        ++work.reads;
        work.bytes_read += bytes;
        touch(at, bytes, false);
    }
    if (++reads_kept_ > kept_reads) {
        ++current().folded;
        return;
    }
    add({EventKind::Read, false, at, 0, bytes, 0, text});
}

void Trace::note_write(Address at, const void* bytes, std::uint64_t size, std::string_view text) {
    if (on_heap(at)) {
        Work& work = current().work;
        ++work.writes;
        work.bytes_written += size;
        touch(at, size, true);
    }
    if (!keep_events_) return;
    const std::uint64_t saved = bytes_.size();
    bytes_.resize(saved + 2 * size);
    std::memcpy(bytes_.data() + saved, arena_.at(at), size);
    std::memcpy(bytes_.data() + saved + size, bytes, size);
    add({EventKind::Write, false, at, 0, size, saved, text});
}

void Trace::note_copy(Address to, Address from, std::uint64_t bytes, std::string_view text) {
    if (on_heap(from)) {
        Work& work = current().work;
        ++work.reads;
        work.bytes_read += bytes;
        touch(from, bytes, false);
    }
    if (on_heap(to)) {
        Work& work = current().work;
        ++work.writes;
        work.bytes_written += bytes;
        work.bytes_moved += bytes;
        touch(to, bytes, true);
    }
    if (!keep_events_) return;
    const std::uint64_t saved = bytes_.size();
    bytes_.resize(saved + 2 * bytes);
    std::memcpy(bytes_.data() + saved, arena_.at(to), bytes);
    std::memcpy(bytes_.data() + saved + bytes, arena_.at(from), bytes);
    add({EventKind::Copy, false, to, from, bytes, saved, text});
}

void Trace::note_probe(Address at, std::uint64_t bytes, bool hit) {
    if (on_heap(at)) {
        Work& work = current().work;
        ++work.probes;
        work.bytes_read += bytes;
        touch(at, bytes, false);
    }
    if (++reads_kept_ > kept_reads) {
        ++current().folded;
        return;
    }
    add({EventKind::Probe, hit, at, 0, bytes, 0, {}});
}

void Trace::note(EventKind kind, std::uint64_t at, std::uint64_t from, bool flag, std::string_view text) {
    add({kind, flag, at, from, 0, 0, text});
}

void Trace::undo(const Event& event) {
    const std::size_t number = static_cast<std::size_t>(&event - events_.data());
    switch (event.kind) {
        case EventKind::Allocate:
            arena_.release(event.at);
            break;
        case EventKind::Free:
            arena_.allocate_at(blocks_.at(number));
            break;
        case EventKind::Write:
        case EventKind::Copy:
            std::memcpy(arena_.at(event.at), old_bytes(event), event.bytes);
            break;
        default:
            break;
    }
}

void Trace::redo(const Event& event) {
    const std::size_t number = static_cast<std::size_t>(&event - events_.data());
    switch (event.kind) {
        case EventKind::Allocate:
            arena_.allocate_at(blocks_.at(number));
            break;
        case EventKind::Free:
            arena_.release(event.at);
            break;
        case EventKind::Write:
        case EventKind::Copy:
            std::memcpy(arena_.at(event.at), new_bytes(event), event.bytes);
            break;
        default:
            break;
    }
}

void Trace::go_to(std::size_t position) {
    position = std::min(position, events_.size());
    while (position_ > position) undo(events_[--position_]);
    while (position_ < position) redo(events_[position_++]);
    last_block_ = {};
}

ByteRanges written_ranges(const Trace& trace, std::size_t begin, std::size_t end) {
    ByteRanges ranges;
    for (std::size_t i = begin; i < std::min(end, trace.events().size()); ++i) {
        const Event& event = trace.events()[i];
        if (event.kind == EventKind::Write || event.kind == EventKind::Copy)
            ranges.emplace_back(event.at, event.at + event.bytes);
    }
    return joined_ranges(std::move(ranges));
}

}  // namespace ecs::lab
