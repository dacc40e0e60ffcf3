#include "ecs/lab/memory/arena.hpp"

#include <cstring>
#include <iterator>
#include <new>
#include <utility>

#include "ecs/base/assert.hpp"

namespace ecs::lab {

namespace {

constexpr std::align_val_t run_alignment{4096};
constexpr int never_used = 0xCD;

std::uint64_t whole_lines(std::uint64_t bytes) { return (bytes + line_bytes - 1) / line_bytes * line_bytes; }

}  // namespace

std::string hex_text(Address address) {
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string text;
    do text.insert(text.begin(), digits[address & 15]);
    while ((address >>= 4) != 0);
    return "0x" + text;
}

std::string hex_text(std::span<const std::byte> bytes) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : bytes) {
        text += text.empty() ? "" : " ";
        text += digits[std::to_integer<unsigned>(byte) >> 4];
        text += digits[std::to_integer<unsigned>(byte) & 15];
    }
    return text;
}

void Arena::AlignedDelete::operator()(std::byte* memory) const { ::operator delete(memory, run_alignment); }

void Arena::add_run(std::uint64_t bytes) {
    const std::uint64_t segments = (bytes + segment_mask) >> segment_bits;
    const std::uint64_t size = segments << segment_bits;
    std::unique_ptr<std::byte, AlignedDelete> run(static_cast<std::byte*>(::operator new(size, run_alignment)));
    std::memset(run.get(), never_used, size);
    const Address begin = end();
    for (std::uint64_t i = 0; i < segments; ++i) {
        segments_.push_back(run.get() + (i << segment_bits));
        run_of_.push_back(static_cast<std::uint32_t>(runs_.size()));
    }
    runs_.push_back(std::move(run));
    add_free(begin, size);
}

bool Arena::same_run(Address a, Address b) const {
    return run_of_[(a - first_address) >> segment_bits] == run_of_[(b - first_address) >> segment_bits];
}

void Arena::add_free(Address begin, std::uint64_t bytes) {
    auto after = free_by_address_.lower_bound(begin);
    if (after != free_by_address_.end() && after->first == begin + bytes && same_run(begin, after->first)) {
        bytes += after->second;
        free_by_size_.erase({after->second, after->first});
        after = free_by_address_.erase(after);
    }
    if (after != free_by_address_.begin()) {
        const auto before = std::prev(after);
        if (before->first + before->second == begin && same_run(before->first, begin)) {
            free_by_size_.erase({before->second, before->first});
            before->second += bytes;
            free_by_size_.insert({before->second, before->first});
            return;
        }
    }
    free_by_address_.emplace(begin, bytes);
    free_by_size_.insert({bytes, begin});
}

void Arena::remove_free(Address begin, std::uint64_t bytes) {
    const auto range = std::prev(free_by_address_.upper_bound(begin));
    const auto [range_begin, range_bytes] = *range;
    free_by_size_.erase({range_bytes, range_begin});
    free_by_address_.erase(range);
    const auto put_back = [&](Address from, Address to) {
        if (from == to) return;
        free_by_address_.emplace(from, to - from);
        free_by_size_.insert({to - from, from});
    };
    put_back(range_begin, begin);
    put_back(begin + bytes, range_begin + range_bytes);
}

Address Arena::allocate(std::uint64_t bytes, std::string_view what, BlockKind kind) {
    const std::uint64_t size = whole_lines(bytes);
    auto range = free_by_size_.lower_bound({size, 0});
    if (range == free_by_size_.end()) {
        add_run(size);
        range = free_by_size_.lower_bound({size, 0});
    }
    const Block block{range->begin, size, kind, what};
    allocate_at(block);
    return block.begin;
}

void Arena::allocate_at(const Block& block) {
    remove_free(block.begin, block.bytes);
    blocks_.emplace(block.begin, block);
    if (block.kind == BlockKind::Heap) {
        allocated_ += block.bytes;
        ++heap_blocks_;
    }
}

void Arena::release(Address begin) {
    const auto found = blocks_.find(begin);
    if (found == blocks_.end()) {
        fail("Arena::release: no block begins at this address");
        return;
    }
    const Block block = found->second;
    blocks_.erase(found);
    if (block.kind == BlockKind::Heap) {
        allocated_ -= block.bytes;
        --heap_blocks_;
    }
    add_free(block.begin, block.bytes);
}

const Block* Arena::block_of(Address address) const {
    const auto after = blocks_.upper_bound(address);
    if (after == blocks_.begin()) return nullptr;
    const Block& block = std::prev(after)->second;
    return address < block.end() ? &block : nullptr;
}

Arena::Snapshot Arena::snapshot() const {
    Snapshot result;
    std::uint64_t bytes = 0;
    for (const auto& [begin, block] : blocks_) bytes += block.bytes;
    result.bytes.resize(bytes);
    result.blocks.reserve(blocks_.size());
    std::byte* to = result.bytes.data();
    for (const auto& [begin, block] : blocks_) {
        result.blocks.push_back(block);
        std::memcpy(to, at(begin), block.bytes);
        to += block.bytes;
    }
    return result;
}

void Arena::restore(const Snapshot& snapshot) {
    while (!blocks_.empty()) release(blocks_.begin()->first);
    const std::byte* from = snapshot.bytes.data();
    for (const Block& block : snapshot.blocks) {
        allocate_at(block);
        std::memcpy(at(block.begin), from, block.bytes);
        from += block.bytes;
    }
}

}  // namespace ecs::lab
