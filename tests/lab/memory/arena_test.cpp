#include "ecs/lab/memory/arena.hpp"

#include <cstring>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"

namespace arena_test {

using namespace ecs::lab;

TEST_CASE("Arena: blocks are whole cache lines, one after another from 0x1000", "[lab][arena]") {
    Arena arena;
    CHECK(arena.allocate(1, "first") == 0x1000);
    CHECK(arena.allocate(65, "second") == 0x1040);
    CHECK(arena.allocate(64, "third", BlockKind::Program) == 0x10C0);
    CHECK(arena.allocated() == 64 + 128);
    CHECK(arena.heap_blocks() == 2);
    CHECK(reinterpret_cast<std::uintptr_t>(arena.at(0x1040)) % 64 == 0);
    REQUIRE(arena.block_of(0x10BF) != nullptr);
    CHECK(arena.block_of(0x10BF)->what == "second");
    CHECK(arena.block_of(0x1100) == nullptr);
    CHECK(arena.block_of(0xFFF) == nullptr);
}

TEST_CASE("Arena: what is released is used again, with the bytes that it held", "[lab][arena]") {
    Arena arena;
    const Address a = arena.allocate(128, "a");
    const Address b = arena.allocate(64, "b");
    arena.allocate(64, "c");
    std::memset(arena.at(b), 7, 64);
    arena.release(a);
    arena.release(b);
    CHECK(arena.allocate(192, "both together") == a);
    CHECK(*arena.at(b) == std::byte{7});
}

TEST_CASE("Arena: a block larger than a segment lies in one piece", "[lab][arena]") {
    Arena arena;
    arena.allocate(64, "before");
    const std::uint64_t bytes = 5 << 20;
    const Address large = arena.allocate(bytes, "large");
    CHECK(arena.at(large + bytes - 1) - arena.at(large) == static_cast<std::ptrdiff_t>(bytes - 1));
    std::memset(arena.at(large), 1, bytes);
    arena.release(large);
    CHECK(arena.allocate(bytes, "again") == large);
}

TEST_CASE("Arena: a snapshot brings back blocks and bytes, whatever happened since", "[lab][arena]") {
    Arena arena;
    ecs::Random random(11);
    std::vector<Address> live;
    const auto churn = [&](int steps) {
        for (int i = 0; i < steps; ++i) {
            if (live.empty() || random.below(3) != 0) {
                const Address at = arena.allocate(1 + random.below(3000), "block");
                std::memset(arena.at(at), static_cast<int>(random.below(256)), arena.block_of(at)->bytes);
                live.push_back(at);
            } else {
                const std::size_t which = random.below(static_cast<std::uint32_t>(live.size()));
                arena.release(live[which]);
                live.erase(live.begin() + static_cast<std::ptrdiff_t>(which));
            }
        }
    };
    churn(300);
    const Arena::Snapshot before = arena.snapshot();
    const std::uint64_t allocated = arena.allocated();
    churn(500);
    CHECK_FALSE(arena.snapshot() == before);
    arena.restore(before);
    CHECK(arena.snapshot() == before);
    CHECK(arena.allocated() == allocated);
}

TEST_CASE("Arena: addresses and bytes as people read them", "[lab][arena]") {
    CHECK(hex_text(Address{0}) == "0x0");
    CHECK(hex_text(first_address) == "0x1000");
    CHECK(hex_text(~Address{0}) == "0xFFFFFFFFFFFFFFFF");
    CHECK(hex_text(std::vector<std::byte>{std::byte{0x0a}, std::byte{0xff}, std::byte{0}}) == "0a ff 00");
    CHECK(hex_text(std::vector<std::byte>{}).empty());
}

}  // namespace arena_test
