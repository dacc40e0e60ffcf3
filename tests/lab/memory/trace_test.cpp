#include "ecs/lab/memory/trace.hpp"

#include "catch.hpp"
#include "ecs/lab/memory/growing_array.hpp"
#include "ecs/lab/memory/memory.hpp"

namespace trace_test {

using namespace ecs::lab;

namespace {

/// Pushes numbers into a growing array, through either memory.
template <class Memory>
Address push_numbers(Memory memory, std::uint32_t count) {
    const Address head = memory.allocate(GrowingArray<Memory>::head_bytes, "head", BlockKind::Program);
    GrowingArray<Memory>::make_head(memory, head);
    GrowingArray<Memory> numbers(memory, head, sizeof(std::uint32_t), "numbers");
    for (std::uint32_t i = 0; i < count; ++i) memory.store(numbers.push(), i, "number");
    return head;
}

}  // namespace

TEST_CASE("Trace: traced and untraced code leaves the same bytes", "[lab][trace]") {
    Arena plain, traced;
    Trace trace(traced);
    push_numbers(PlainMemory(plain, nullptr), 1000);
    push_numbers(TracedMemory(traced, &trace), 1000);
    CHECK(plain.snapshot() == traced.snapshot());
}

TEST_CASE("Trace: every moment can be gone back to, and forward again", "[lab][trace]") {
    Arena arena;
    Trace trace(arena);
    const Arena::Snapshot empty = arena.snapshot();
    push_numbers(TracedMemory(arena, &trace), 33);
    const Arena::Snapshot full = arena.snapshot();

    std::vector<Arena::Snapshot> moments;
    for (std::size_t i = trace.events().size() + 1; i-- > 0;) {
        trace.go_to(i);
        moments.push_back(arena.snapshot());
    }
    CHECK(moments.front() == full);
    CHECK(moments.back() == empty);
    for (std::size_t i = 0; i <= trace.events().size(); ++i) {
        trace.go_to(i);
        REQUIRE(arena.snapshot() == moments[moments.size() - 1 - i]);
    }
}

TEST_CASE("Trace: doubling growth moves what the closed form says", "[lab][trace]") {
    for (const std::uint32_t count : {5u, 1000u}) {
        Arena arena;
        Trace trace(arena);
        push_numbers(TracedMemory(arena, &trace), count);
        const Work& work = trace.operations().front().work;
        std::uint64_t doublings = 0;
        while ((1u << doublings) < count) ++doublings;
        CHECK(work.allocations == doublings + 1);
        CHECK(work.bytes_moved == ((1u << doublings) - 1) * sizeof(std::uint32_t));
    }
}

TEST_CASE("Trace: lines are counted once an operation, and only those of the heap", "[lab][trace]") {
    Arena arena;
    Trace trace(arena);
    const TracedMemory memory(arena, &trace);
    const Address heap = memory.allocate(256, "heap");
    const Address program = memory.allocate(64, "program", BlockKind::Program);
    trace.begin_operation("read");
    memory.load<std::uint64_t>(heap + 60);  // two lines
    memory.load<std::uint32_t>(heap + 64);  // the second of them again
    memory.load<std::uint32_t>(program);
    memory.store(heap + 128, std::uint8_t{1});
    const Trace::Operation& operation = trace.operations().back();
    CHECK(operation.work.lines == 3);
    CHECK(operation.work.reads == 2);
    CHECK(operation.work.bytes_read == 12);
    CHECK(operation.work.bytes_written == 1);
    REQUIRE(operation.touched.size() == 3);
    CHECK(operation.touched[0].line == heap);
    CHECK(operation.touched[0].read == 0xF000000000000000u);
    CHECK(operation.touched[1].read == 0xFu);
    CHECK(operation.touched[2].written == 1u);
    CHECK(operation.touched[2].order == 2);
}

TEST_CASE("Trace: reads beyond the limit are counted, not kept, and undoing still works", "[lab][trace]") {
    Arena arena;
    Trace trace(arena);
    const TracedMemory memory(arena, &trace);
    const Address block = memory.allocate(64, "block");
    const Arena::Snapshot before = arena.snapshot();
    trace.begin_operation("many");
    const std::size_t begin = trace.events().size();
    for (std::uint64_t i = 0; i < Trace::kept_reads + 10; ++i) memory.load<std::uint8_t>(block);
    memory.store(block, 5);
    CHECK(trace.operations().back().folded == 10);
    CHECK(trace.operations().back().work.reads == Trace::kept_reads + 10);
    trace.go_to(begin);
    CHECK(arena.snapshot() == before);
}

TEST_CASE("Trace: of operations whose lines need not be kept they are counted, and gone when the next begins",
          "[lab][trace]") {
    Arena arena;
    Trace trace(arena, false);
    TracedMemory memory(arena, &trace);
    const Address block = memory.allocate(256, "numbers");
    trace.begin_operation("short", false);
    memory.store(block, 1u, "number");
    CHECK(trace.operations().back().touched.size() == 1);
    trace.begin_operation("long", true);
    memory.store(block, 2u, "number");
    memory.store(block + 128, 2u, "number");
    trace.begin_operation("last");
    const auto& operations = trace.operations();
    CHECK(operations[operations.size() - 3].work.lines == 1);
    CHECK(operations[operations.size() - 3].touched.empty());
    CHECK(operations[operations.size() - 2].touched.size() == 2);
}

TEST_CASE("Trace: what was written is told as ranges", "[lab][trace]") {
    Arena arena;
    Trace trace(arena);
    TracedMemory memory(arena, &trace);
    const Address block = memory.allocate(64, "numbers");
    const std::size_t begin = trace.events().size();
    memory.store(block + 4, 1u, "number");
    memory.store(block, 1u, "number");
    memory.copy(block + 32, block, 8, "numbers");
    CHECK(written_ranges(trace, begin, trace.events().size()) ==
          ByteRanges{{block, block + 8}, {block + 32, block + 40}});
    CHECK(written_ranges(trace, begin, begin).empty());
}

}  // namespace trace_test
