#include "ecs/lab/memory/hash_table.hpp"

#include <map>

#include "catch.hpp"
#include "ecs/base/random.hpp"

namespace hash_table_test {

using namespace ecs::lab;

TEST_CASE("HashTable: equals a map after random insertions and removals", "[lab][hash_table]") {
    Arena arena;
    const PlainMemory memory(arena, nullptr);
    using Table = HashTable<PlainMemory>;
    const Address head = memory.allocate(Table::head_bytes, "head", BlockKind::Program);
    Table::make_head(memory, head);
    Table table(memory, head, "slots");
    std::map<std::uint64_t, std::uint64_t> model;
    ecs::Random random(5);
    for (std::uint64_t i = 0; i < 20000; ++i) {
        const std::uint64_t key = 1 + random.below(700);
        if (random.below(5) < 3) {
            table.insert(key, i);
            model[key] = i;
        } else {
            REQUIRE(table.erase(key) == (model.erase(key) == 1));
        }
        const auto found = table.find(key);
        REQUIRE(found.has_value() == model.contains(key));
        if (i % 500 != 0) continue;
        std::map<std::uint64_t, std::uint64_t> seen;
        table.each([&](std::uint64_t at, std::uint64_t position) { return seen.emplace(at, position).second; });
        REQUIRE(seen == model);
    }
    const Table::Head look = Table::look(arena, head);
    CHECK(look.used == model.size());
    CHECK(look.used * 3 <= look.capacity * 2);
}

TEST_CASE("HashTable: ten thousand keys take 16,384 slots of 16 bytes", "[lab][hash_table]") {
    Arena arena;
    const PlainMemory memory(arena, nullptr);
    using Table = HashTable<PlainMemory>;
    const Address head = memory.allocate(Table::head_bytes, "head", BlockKind::Program);
    Table::make_head(memory, head);
    Table table(memory, head, "slots");
    for (std::uint64_t key = 1; key <= 10000; ++key) table.insert(key, key);
    CHECK(arena.allocated() == 16384 * 16);
    CHECK(table.find(10000) == 10000u);
    CHECK_FALSE(table.find(10001).has_value());
    CHECK_FALSE(table.erase(10001));
}

}  // namespace hash_table_test
