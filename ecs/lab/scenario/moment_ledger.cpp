#include "ecs/lab/scenario/moment_ledger.hpp"

#include <algorithm>

#include "ecs/lab/storages/storage.hpp"

namespace ecs::lab {

namespace {

bool alike(const Span& a, const Span& b) { return a.role == b.role && a.type == b.type; }

}  // namespace

MomentLedger::MomentLedger(const Storage& storage, const Arena& arena, Trace& trace, const Trace::Operation& operation)
    : storage_(storage), arena_(arena), trace_(trace), end_(operation.end) {
    // The first operation makes the storage: before it nothing can be described.
    trace.go_to(operation.begin);
    if (operation.begin > 0) spans_ = spans_of(storage);
    before_ = spans_.size();
    trace.go_to(operation.end);
    const std::vector<Span> after = spans_of(storage);
    spans_.insert(spans_.end(), after.begin(), after.end());
    behind_ = spans_.size();
    trace.go_to(operation.begin);
    for (std::size_t i = operation.begin; i < operation.end; ++i)
        if (trace.events()[i].kind == EventKind::Free) last_free_[trace.events()[i].at] = i;
}

void MomentLedger::step() {
    const std::size_t number = trace_.position();
    const Event& event = trace_.events()[number];
    if (event.kind == EventKind::Allocate) labels_[event.at].assign(event.bytes, fresh);
    if (event.kind == EventKind::Free) {
        labels_.erase(event.at);
        gone_.insert(event.at);
    }
    if (event.kind == EventKind::Write || event.kind == EventKind::Copy) {
        const Block* const block = arena_.block_of(event.at);
        const auto free = block != nullptr ? last_free_.find(block->begin) : last_free_.end();
        const bool freed_later = free != last_free_.end() && free->second > number;
        const Block* const from = event.kind == EventKind::Copy ? arena_.block_of(event.from) : nullptr;
        // Bytes written into a block that will be freed keep their former role.
        if (event.kind == EventKind::Write && block != nullptr && !freed_later) write(event, *block);
        if (from != nullptr && block != nullptr) copy(event, *from, *block, freed_later);
    }
    trace_.go_to(number + 1);
}

void MomentLedger::write(const Event& event, const Block& block) {
    std::vector<Label>& labels = labels_of(block);
    for (Address byte = event.at; byte < event.at + event.bytes;) {
        const Label label = label_after(byte);
        const Address end = label == fresh ? byte + 1 : std::min(spans_[label].end(), event.at + event.bytes);
        for (; byte < end; ++byte)
            if (label != fresh) labels[byte - block.begin] = label;
    }
}

void MomentLedger::copy(const Event& event, const Block& from, const Block& to, bool freed_later) {
    const std::vector<Label> moved = [&] {
        const std::vector<Label>& labels = labels_of(from);
        const auto first = labels.begin() + static_cast<std::ptrdiff_t>(event.from - from.begin);
        return std::vector<Label>(first, first + static_cast<std::ptrdiff_t>(event.bytes));
    }();
    std::vector<Label>& labels = labels_of(to);
    Label source = fresh, shifted = fresh;  // of the byte before
    for (std::uint64_t i = 0; i < event.bytes; ++i) {
        Label label = moved[i];
        const Label after = label == fresh || freed_later ? fresh : label_after(event.at + i);
        if (after != fresh && alike(spans_[after], spans_[label])) {
            label = after;
        } else if (label != fresh) {
            if (label != source) {
                Span span = spans_[label];
                span.at += event.at - event.from;
                span.slot = -1;
                shifted = static_cast<Label>(spans_.size());
                spans_.push_back(span);
            }
            source = label;
            label = shifted;
        }
        labels[event.at - to.begin + i] = label;
    }
}

std::vector<Span> MomentLedger::spans() const {
    if (trace_.position() == end_) return spans_of(storage_);
    std::vector<Span> result;
    for (const auto& [begin, block] : arena_.blocks()) {
        const auto known = labels_.find(begin);
        if (known == labels_.end()) {  // nothing happened to it
            for (std::size_t i = first_in(block); i < before_ && spans_[i].at < block.end(); ++i)
                result.push_back(spans_[i]);
            continue;
        }
        const std::vector<Label>& labels = known->second;
        for (std::uint64_t i = 0, end = 0; i < block.bytes; i = end) {
            for (end = i + 1; end < block.bytes && labels[end] == labels[i];) ++end;
            Span span = labels[i] == fresh ? Span{} : spans_[labels[i]];
            span.at = begin + i;
            span.bytes = end - i;
            result.push_back(span);
        }
    }
    return result;
}

std::vector<MomentLedger::Label>& MomentLedger::labels_of(const Block& block) {
    const auto [found, is_new] = labels_.try_emplace(block.begin);
    std::vector<Label>& labels = found->second;
    if (!is_new) return labels;
    labels.resize(block.bytes, fresh);
    if (gone_.count(block.begin) == 0)
        for (std::size_t i = first_in(block); i < before_ && spans_[i].at < block.end(); ++i)
            std::fill_n(labels.begin() + static_cast<std::ptrdiff_t>(spans_[i].at - block.begin), spans_[i].bytes,
                        static_cast<Label>(i));
    return labels;
}

std::size_t MomentLedger::first_in(const Block& block) const {
    const auto end = spans_.begin() + static_cast<std::ptrdiff_t>(before_);
    const auto found =
        std::lower_bound(spans_.begin(), end, block.begin, [](const Span& span, Address at) { return span.at < at; });
    return static_cast<std::size_t>(found - spans_.begin());
}

MomentLedger::Label MomentLedger::label_after(Address byte) const {
    const auto begin = spans_.begin() + static_cast<std::ptrdiff_t>(before_),
               end = spans_.begin() + static_cast<std::ptrdiff_t>(behind_);
    auto found = std::upper_bound(begin, end, byte, [](Address at, const Span& span) { return at < span.at; });
    if (found == begin || byte >= (--found)->end()) return fresh;
    return static_cast<Label>(found - spans_.begin());
}

std::vector<Span> spans_now(const Storage& storage, const Arena& arena, Trace& trace) {
    const std::size_t position = trace.position();
    const auto& operations = trace.operations();
    const auto operation = std::upper_bound(operations.begin(), operations.end(), position,
                                            [](std::size_t at, const Trace::Operation& each) { return at < each.end; });
    if (operation == operations.end() || operation->begin >= position) return spans_of(storage);
    MomentLedger ledger(storage, arena, trace, *operation);
    while (trace.position() < position) ledger.step();
    return ledger.spans();
}

}  // namespace ecs::lab
