#include "ecs/lab/memory/memory.hpp"

#include <vector>

namespace ecs::lab {

void TracedCursor::read(std::uint64_t offset, void* to, std::uint64_t bytes, std::string_view text) const {
    memory_->read(at_ + offset, to, bytes, text);
}

void TracedCursor::write(std::uint64_t offset, const void* from, std::uint64_t bytes, std::string_view text) const {
    memory_->write(at_ + offset, from, bytes, text);
}

void TracedMemory::read(Address at, void* to, std::uint64_t bytes, std::string_view text) const {
    if (bytes == 0) return;
    trace_->note_read(at, bytes, text);
    std::memcpy(to, arena_->at(at), bytes);
}

void TracedMemory::write(Address at, const void* from, std::uint64_t bytes, std::string_view text) const {
    if (bytes == 0) return;
    trace_->note_write(at, from, bytes, text);
    std::memcpy(arena_->at(at), from, bytes);
}

void TracedMemory::copy(Address to, Address from, std::uint64_t bytes, std::string_view text) const {
    if (bytes == 0) return;
    trace_->note_copy(to, from, bytes, text);
    std::memmove(arena_->at(to), arena_->at(from), bytes);
}

void TracedMemory::fill(Address at, unsigned char value, std::uint64_t bytes, std::string_view text) const {
    const std::vector<std::byte> all(bytes, std::byte{value});
    write(at, all.data(), bytes, text);
}

Address TracedMemory::allocate(std::uint64_t bytes, std::string_view what, BlockKind kind) const {
    const Address begin = arena_->allocate(bytes, what, kind);
    trace_->note_allocate(*arena_->block_of(begin));
    return begin;
}

void TracedMemory::release(Address begin) const {
    if (const Block* block = arena_->block_of(begin)) trace_->note_free(*block);
    arena_->release(begin);
}

}  // namespace ecs::lab
