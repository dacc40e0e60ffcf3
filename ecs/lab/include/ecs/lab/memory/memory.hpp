// The access of a lab storage to the bytes of its arena. Storages are templates over one of two classes with the same
// functions. PlainMemory compiles to bare loads and stores; the bench measures it. TracedMemory also reports each
// access to a Trace. Storages must write through these classes only, or undo would miss the write.
//
// `text` is always a literal that names the accessed data ("slot of the value"), for the step player.
#pragma once

#include <concepts>
#include <cstring>
#include <type_traits>

#include "ecs/lab/memory/arena.hpp"
#include "ecs/lab/memory/trace.hpp"

namespace ecs::lab {

/// A fixed place in memory for a series of accesses, so that PlainMemory translates its address once. Valid until the
/// block is released.
class PlainCursor {
public:
    PlainCursor() = default;
    explicit PlainCursor(std::byte* base) : base_(base) {}

    template <class T>
    T load(std::uint64_t offset, std::string_view = {}) const {
        T value;
        std::memcpy(&value, base_ + offset, sizeof value);
        return value;
    }
    template <class T>
    void store(std::uint64_t offset, const T& value, std::string_view = {}) const {
        std::memcpy(base_ + offset, &value, sizeof value);
    }
    // Tags have no bytes: their pointers may be null.
    void read(std::uint64_t offset, void* to, std::uint64_t bytes, std::string_view = {}) const {
        if (bytes != 0) std::memcpy(to, base_ + offset, bytes);
    }
    void write(std::uint64_t offset, const void* from, std::uint64_t bytes, std::string_view = {}) const {
        if (bytes != 0) std::memcpy(base_ + offset, from, bytes);
    }
    /// For loops over values that should be vectorised.
    std::byte* bytes() const { return base_; }

private:
    std::byte* base_ = nullptr;
};

class PlainMemory {
public:
    static constexpr bool traced = false;
    using Cursor = PlainCursor;

    PlainMemory(Arena& arena, Trace*) : arena_(&arena) {}

    Arena& arena() const { return *arena_; }
    Cursor cursor(Address at) const { return Cursor(arena_->at(at)); }

    template <class T>
    T load(Address at, std::string_view = {}) const {
        return cursor(at).load<T>(0);
    }
    template <class T>
    void store(Address at, const T& value, std::string_view = {}) const {
        cursor(at).store(0, value);
    }
    // A tag has no bytes: `at` may be the end of memory, and `to` and `from` null.
    void read(Address at, void* to, std::uint64_t bytes, std::string_view = {}) const {
        if (bytes != 0) cursor(at).read(0, to, bytes);
    }
    void write(Address at, const void* from, std::uint64_t bytes, std::string_view = {}) const {
        if (bytes != 0) cursor(at).write(0, from, bytes);
    }
    /// The ranges may overlap, as with memmove. Counts as bytes moved.
    void copy(Address to, Address from, std::uint64_t bytes, std::string_view = {}) const {
        std::memmove(arena_->at(to), arena_->at(from), bytes);
    }
    /// Sets bytes. Does not count as moved.
    void fill(Address at, unsigned char value, std::uint64_t bytes, std::string_view = {}) const {
        std::memset(arena_->at(at), value, bytes);
    }
    Address allocate(std::uint64_t bytes, std::string_view what, BlockKind kind = BlockKind::Heap) const {
        return arena_->allocate(bytes, what, kind);
    }
    void release(Address begin) const { arena_->release(begin); }

    /// Probes a hash slot: a read of `bytes`.
    template <class T>
    T probe(Address at, bool (*)(const T&, std::uint64_t), std::uint64_t) const {
        return load<T>(at);
    }
    void note(EventKind, std::uint64_t /*at*/, std::uint64_t /*from*/ = 0, bool /*flag*/ = false,
              std::string_view /*text*/ = {}) const {}
    void line(unsigned) const {}
    void decide(std::string_view) const {}

private:
    Arena* arena_;
};

class TracedMemory;

class TracedCursor {
public:
    TracedCursor() = default;
    TracedCursor(const TracedMemory& memory, Address at) : memory_(&memory), at_(at) {}

    template <class T>
    T load(std::uint64_t offset, std::string_view text = {}) const;
    template <class T>
    void store(std::uint64_t offset, const T& value, std::string_view text = {}) const;
    void read(std::uint64_t offset, void* to, std::uint64_t bytes, std::string_view text = {}) const;
    void write(std::uint64_t offset, const void* from, std::uint64_t bytes, std::string_view text = {}) const;

private:
    const TracedMemory* memory_ = nullptr;
    Address at_ = 0;
};

class TracedMemory {
public:
    static constexpr bool traced = true;
    using Cursor = TracedCursor;

    TracedMemory(Arena& arena, Trace* trace) : arena_(&arena), trace_(trace) {}

    Arena& arena() const { return *arena_; }
    Cursor cursor(Address at) const { return Cursor(*this, at); }

    template <class T>
    T load(Address at, std::string_view text = {}) const {
        static_assert(std::is_trivially_copyable_v<T>);
        T value;
        read(at, &value, sizeof value, text);
        return value;
    }
    template <class T>
    void store(Address at, const T& value, std::string_view text = {}) const {
        static_assert(std::is_trivially_copyable_v<T>);
        write(at, &value, sizeof value, text);
    }
    void read(Address at, void* to, std::uint64_t bytes, std::string_view text = {}) const;
    void write(Address at, const void* from, std::uint64_t bytes, std::string_view text = {}) const;
    void copy(Address to, Address from, std::uint64_t bytes, std::string_view text = {}) const;
    void fill(Address at, unsigned char value, std::uint64_t bytes, std::string_view text = {}) const;
    Address allocate(std::uint64_t bytes, std::string_view what, BlockKind kind = BlockKind::Heap) const;
    void release(Address begin) const;

    template <class T>
    T probe(Address at, bool (*hit)(const T&, std::uint64_t), std::uint64_t key) const {
        T slot;
        std::memcpy(&slot, arena_->at(at), sizeof slot);
        trace_->note_probe(at, sizeof slot, hit(slot, key));
        return slot;
    }
    void note(EventKind kind, std::uint64_t at, std::uint64_t from = 0, bool flag = false,
              std::string_view text = {}) const {
        trace_->note(kind, at, from, flag, text);
    }
    void line(unsigned number) const { trace_->note(EventKind::Line, number, 0, false, {}); }
    void decide(std::string_view why) const { trace_->note(EventKind::Decide, 0, 0, false, why); }

private:
    Arena* arena_;
    Trace* trace_;
};

template <class T>
T TracedCursor::load(std::uint64_t offset, std::string_view text) const {
    return memory_->load<T>(at_ + offset, text);
}
template <class T>
void TracedCursor::store(std::uint64_t offset, const T& value, std::string_view text) const {
    memory_->store(at_ + offset, value, text);
}

}  // namespace ecs::lab
