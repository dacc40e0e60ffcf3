// The event trace records everything that the operations of a traced storage do to its memory, in order, so that any
// of it can be undone and redone. The state of a storage lies completely in its arena. Undoing all events therefore
// restores the first moment, and after any whole operation the storage can describe itself (describe).
//
//     events:   | Line | Probe | Read | Write | Copy | … |            what happened
//     bytes:    | old bytes, new bytes | old, new | …    |            of Write and Copy
//     operations: [ "add Velocity to b": events 0..12 ) [ … )         what was asked for
//
// A trace belongs to one arena. It refuses new events while it is wound back; wind it forward first.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ecs/lab/memory/arena.hpp"
#include "ecs/lab/memory/byte_ranges.hpp"

namespace ecs::lab {

enum class EventKind : std::uint8_t {
    Allocate,  // `at`, `bytes`: a block
    Free,      // the same
    Read,      // `bytes` at `at`
    Write,     // `bytes` at `at`, with what was there before
    Copy,      // `bytes` from `from` to `at`
    Probe,     // a hash slot at `at` was probed; `flag`: it was the right one
    Relocate,  // an entity or row moved: handle `from` is now `at`
    PushFree,  // the index or slot `at` may be used again
    PopFree,   // … is used again
    Flag,      // a mark at `at` was set (`flag`) or cleared
    Decide,    // `text`: why the operation continues this way
    Line,      // `at`: number of the line of pseudo-code that follows
};
inline constexpr std::size_t event_kind_count = 12;
/// `allocate`, `free`, `read`, `write`, `copy`, `probe`, `relocate`, `push free`, `pop free`, `flag`, `decide`, `line`
std::string_view name_of(EventKind kind);

struct Event {
    EventKind kind = EventKind::Line;
    bool flag = false;
    std::uint64_t at = 0, from = 0, bytes = 0;
    std::uint64_t saved = 0;     // Write, Copy: start of the old bytes in Trace::bytes; the new bytes follow them
    std::string_view text = {};  // a literal: the accessed data, or the reason of a decision
};

/// What one operation did to one cache line. Bit i is byte i of the line.
struct LineTouch {
    Address line = 0;  // its first byte
    std::uint64_t read = 0, written = 0;
    std::uint32_t order = 0;  // 0 is the line touched first
};

/// Sums over one operation. Only the heap counts, not a program's variables.
struct Work {
    std::uint64_t reads = 0, writes = 0, probes = 0, allocations = 0, frees = 0;
    std::uint64_t bytes_read = 0, bytes_written = 0;
    std::uint64_t bytes_moved = 0;  // sum of the copies' bytes
    std::uint64_t lines = 0;        // cache lines touched, each once
    Work& operator+=(const Work& other);
    friend bool operator==(const Work&, const Work&) = default;
};

/// Receives each access to the heap.
using AccessFunction = std::function<void(Address at, std::uint64_t bytes, bool writes)>;

class Trace {
public:
    /// Memory for events. A larger trace drops all events and only counts from then on.
    static constexpr std::uint64_t max_kept_bytes = 128ull * 1024 * 1024;

    /// Without `keep_events` the trace only counts (Operation::work, touched) and cannot undo.
    explicit Trace(Arena& arena, bool keep_events = true) : arena_(arena), keep_events_(keep_events) {}
    Trace(const Trace&) = delete;
    Trace& operator=(const Trace&) = delete;

    struct Operation {
        std::string what;                // for a person: `add Velocity to b`
        std::size_t begin = 0, end = 0;  // events
        std::uint64_t folded = 0;        // reads and probes that were counted, but not kept as events
        Work work;
        std::vector<LineTouch> touched;  // in order of first touch
    };

    /// Starts a new operation for the events that follow. Events before the first operation belong to one called
    /// `made`. Without `keeps_lines` its cache lines are counted, but `touched` is emptied when the next operation
    /// begins.
    void begin_operation(std::string what, bool keeps_lines = true);
    void end_operation();

    bool keeps_events() const { return keep_events_; }
    const std::vector<Operation>& operations() const { return operations_; }
    const std::vector<Event>& events() const { return events_; }
    /// Old and new bytes of a Write or Copy, `event.bytes` each.
    const std::byte* old_bytes(const Event& event) const { return bytes_.data() + event.saved; }
    const std::byte* new_bytes(const Event& event) const { return bytes_.data() + event.saved + event.bytes; }

    /// Number of events that are applied; the arena is in the state after them. Usually all.
    std::size_t position() const { return position_; }
    /// Undoes or redoes events until `position` are applied. The cost grows with the bytes that those events wrote.
    void go_to(std::size_t position);

    /// Limit of reads and probes kept as events per operation; more are only counted. Writes are always kept.
    static constexpr std::size_t kept_reads = 50'000;

    /// Called for each access to the heap, in order, whether events are kept or not. A copy reads first, then writes.
    AccessFunction accessed;  // may be empty

    // Calls from TracedMemory.
    void note_allocate(const Block& block);
    void note_free(const Block& block);
    void note_read(Address at, std::uint64_t bytes, std::string_view text);
    /// Call it before the bytes change.
    void note_write(Address at, const void* bytes, std::uint64_t size, std::string_view text);
    void note_copy(Address to, Address from, std::uint64_t bytes, std::string_view text);
    void note_probe(Address at, std::uint64_t bytes, bool hit);
    void note(EventKind kind, std::uint64_t at, std::uint64_t from, bool flag, std::string_view text);

private:
    Operation& current();
    void add(Event event);
    void forget_events();
    void touch(Address at, std::uint64_t bytes, bool write);
    bool on_heap(Address at);
    void undo(const Event& event);
    void redo(const Event& event);

    Arena& arena_;
    bool keep_events_ = true, keeps_lines_ = true;  // keeps_lines_: for the current operation
    std::vector<Operation> operations_;
    std::vector<Event> events_;
    std::vector<std::byte> bytes_;
    std::unordered_map<std::size_t, Block> blocks_;       // by event: the block allocated or freed
    std::unordered_map<Address, std::uint32_t> touched_;  // by line: position in the current operation's list
    std::size_t position_ = 0;
    std::size_t reads_kept_ = 0;
    Block last_block_;  // last block of on_heap(): most accesses are to the same block as before
};

/// The bytes that events [begin, end) wrote.
ByteRanges written_ranges(const Trace& trace, std::size_t begin, std::size_t end);

}  // namespace ecs::lab
