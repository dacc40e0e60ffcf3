// Article 002, the rows of its checklist on types, archetypes and chunks; the article's own API.
#include <cstring>
#include <string>

#include "catch.hpp"
#include "lab/support/seed_002.hpp"

namespace seed_002_test {

using namespace seed_002;
using ecs::lab::archetype_block::Archetype;
using ecs::lab::archetype_block::Chunk;
using ecs::lab::archetype_block::Component;
using ecs::lab::archetype_block::ComponentArray;
using ecs::lab::archetype_block::ComponentData;
using ecs::lab::archetype_block::Entity;
using ecs::lab::archetype_block::IsComponentData;
using ecs::lab::archetype_block::TypeInfo;
using RepairedArchetype = article::BasicArchetype<Mode::Repaired>;
using RepairedChunk = article::BasicChunk<Mode::Repaired>;
using RepairedInfo = article::BasicTypeInfo<Mode::Repaired>;

namespace game {
struct Position : ComponentData {
    ECS_DECLARE_COMPONENT_DATA(Position);
    int coordinates[6];
};
struct First : ComponentData {
    ECS_DECLARE_COMPONENT_DATA(AAAAA);
    int value;
};
struct Second : ComponentData {
    ECS_DECLARE_COMPONENT_DATA(AAAAA);
    int value;
};
struct Byte : Component<Byte> {
    std::uint8_t value;
};
struct Double : Component<Double> {
    double value;
};
struct Nothing : Component<Nothing> {};
struct WithInitialiser : Component<WithInitialiser> {
    int value = 0;
};
struct WithDestructor : Component<WithDestructor> {
    ~WithDestructor() {}
};
struct WithoutBase {
    ECS_DECLARE_COMPONENT_DATA(WithoutBase);
};
struct WithoutName : ComponentData {};
template <int number>
struct Numbered : Component<Numbered<number>> {
    int value;
};
}  // namespace game

namespace {

PlainMemory plain(Arena& arena) { return {arena, nullptr}; }

/// Whether an archetype of these compiles.
template <class Info, class... Ts>
concept Makes = requires {
    Info::template create<Ts...>();
};

}  // namespace

TEST_CASE("002-C1: a type is known by its name and size, from the compiler and without RTTI", "[lab][002]") {
    static_assert(TypeInfo::create<Position>() == TypeInfo::create<Position>());
    static_assert(TypeInfo::create<Position>().name() == "Position");
    static_assert(TypeInfo::create<Scale>().name() == "Scale");  // named by the compiler, not by a macro
    static_assert(!Makes<TypeInfo, game::WithoutName>);
    CHECK(position_info_without_rtti() == TypeInfo::create<Position>());
    CHECK(position_info_without_rtti().size() == sizeof(Position));
}

TEST_CASE("002-C2: a component derives from ComponentData, is trivial and has a name", "[lab][002]") {
    static_assert(IsComponentData<Position>);
    static_assert(IsComponentData<Scale>);
    static_assert(!IsComponentData<game::WithInitialiser>);  // a default member value makes it non-trivial
    static_assert(!IsComponentData<game::WithDestructor>);
    static_assert(!IsComponentData<game::WithoutBase>);
    static_assert(!IsComponentData<game::WithoutName>);
    static_assert(!Makes<Archetype, game::WithInitialiser>);
    static_assert(Makes<Archetype, Position>);
    CHECK(std::is_trivial_v<Position>);
}

TEST_CASE("002-C3: an archetype is sorted by name whatever the order, and adding a type keeps it so", "[lab][002]") {
    constexpr Archetype both = Archetype::create<Position, Scale>();
    static_assert(both == Archetype::create<Scale, Position>());
    static_assert(!(both == Archetype::create<Position>()));
    static_assert(both.memory_size() == 12);
    static_assert(both.get_offset<Position>() == 0);
    static_assert(both.get_offset<Scale>() == 8);
    constexpr Archetype three = [] {
        Archetype archetype = Archetype::create<Scale>();
        archetype.add_type<Position>().add_type<game::Byte>();
        return archetype;
    }();
    static_assert(three == Archetype::create<Position, Scale, game::Byte>());
    static_assert(three.get_offset<game::Byte>() == 0);
    static_assert(three.get_offset<Position>() == 1);
    static_assert(three.get_offset<Scale>() == 9);
    CHECK(three.types()[0].name() == "Byte");
}

TEST_CASE("002-C4: every value lies at column offset * capacity + size * row of one block", "[lab][002]") {
    Arena arena;
    for (const std::uint32_t capacity : {1u, 3u, 8u}) {
        Chunk chunk = Chunk::create(plain(arena), Archetype::create<Position, Scale>(), capacity);
        REQUIRE(chunk.get_capacity() == capacity);
        for (std::uint32_t row = 0; row < capacity; ++row) chunk.create_entity();
        const Address begin = chunk.rows().head().data;
        for (std::uint32_t row = 0; row < capacity; ++row) {
            CHECK(chunk.address_of<Position>(row, "test") == begin + 8 * row);
            CHECK(chunk.address_of<Scale>(row, "test") == begin + 8 * capacity + 4 * row);
        }
        CHECK(arena.heap_blocks() == 1);
    }
    CHECK(arena.allocated() == 0);
    CHECK(Chunk::create(plain(arena), Archetype::create<Position>()).get_capacity() == 1);
}

TEST_CASE("002-C5: 100,000 rows one by one: 17 reallocations, 131,071 rows copied, 31,072 rows to spare",
          "[lab][002]") {
    Arena arena;
    Counts counts;
    using CountedChunk = article::BasicChunk<Mode::Faithful, CountingMemory>;
    CountedChunk chunk = CountedChunk::create({arena, counts}, Archetype::create<Position>());
    for (int i = 0; i < 100'000; ++i) chunk.add_component_data(position_of(i, -i));
    CHECK(counts.allocations == 1 + 17);
    CHECK(counts.grown_bytes == 131'071 * sizeof(Position));
    CHECK(chunk.get_capacity() == 131'072);
    CHECK(chunk.get_capacity() - chunk.get_size() == 31'072);
    CHECK((1000 * (chunk.get_capacity() - chunk.get_size()) + 65'536) / chunk.get_capacity() == 237);  // 23.7 %
    CHECK(chunk.get_component_data<Position>({99'999, 0}).y == -99'999);
    CHECK(chunk.get_component_data<Position>({0, 0}).x == 0);
}

TEST_CASE("002-C6: add, create and set fill rows, the array views them, an index out of range aborts", "[lab][002]") {
    Arena arena;
    Chunk chunk = Chunk::create(plain(arena), Archetype::create<Position, Scale>());
    CHECK(chunk.add_component_data(position_of(1, 2), scale_of(3)) == Entity{0, 0});
    const Entity second = chunk.create_entity();
    CHECK(second == Entity{1, 0});
    chunk.set_component_data(second, position_of(4, 5));
    chunk.set_component_data(second, scale_of(6));
    ComponentArray<Position> positions = chunk.get_component_array<Position>();
    REQUIRE(positions.size() == chunk.get_size());
    REQUIRE(positions.end() - positions.begin() == 2);
    CHECK(positions[0].y == 2);
    CHECK(positions[1].x == 4);
    for (Scale& scale : chunk.get_component_array<Scale>()) scale.value *= 10;
    CHECK(chunk.get_component_data<Scale>({0, 0}).value == 30);
    CHECK(chunk.get_component_data<Scale>(second).value == 60);
    CHECK(failure_of([&] {
              chunk.set_component_data({2, 0}, scale_of(0));
          }) == "Chunk::set_component_data<Scale>: there is no such row (002-C6)");
    CHECK(failure_of([&] { chunk.destroy_entity({2, 0}); }) == "Chunk::destroy_entity: there is no such row (002-C6)");
    CHECK(chunk.get_size() == 2);
    chunk.reset();
    CHECK(chunk.get_size() == 0);
    CHECK(chunk.get_component_array<Scale>().size() == 0);
}

TEST_CASE("002-C7: moving a row takes the shared columns along and mends the caller's entity", "[lab][002]") {
    Arena arena;
    Chunk lone = Chunk::create(plain(arena), Archetype::create<Position>());
    Chunk both = Chunk::create(plain(arena), Archetype::create<Position, Scale>());
    both.add_component_data(position_of(0, 0), scale_of(0));
    Entity entity = lone.add_component_data(position_of(7, 8));
    lone.add_component_data(position_of(9, 9));
    lone.move_entity(entity, both);
    CHECK(entity.index == 1);
    CHECK(both.get_component_data<Position>(entity).x == 7);
    CHECK(both.get_component_data<Position>(entity).y == 8);
    REQUIRE(lone.get_size() == 1);
    CHECK(lone.get_component_data<Position>({0, 0}).x == 9);
}

TEST_CASE("002-C8: destroying fills the hole with the last row, or moves the rows behind up", "[lab][002]") {
    const auto left_after = [](StorageOptions::Removal removal, std::uint32_t destroyed) {
        Arena arena;
        Chunk chunk = Chunk::create(plain(arena), Archetype::create<Position, Scale>(), 1, removal);
        for (int i = 0; i < 5; ++i) chunk.add_component_data(position_of(i, 0), scale_of(i));
        chunk.destroy_entity({destroyed, 0});
        std::string left;
        for (std::uint32_t row = 0; row < chunk.get_size(); ++row) {
            const int x = chunk.get_component_data<Position>({row, 0}).x;
            CHECK(chunk.get_component_data<Scale>({row, 0}).value == x);
            left += std::to_string(x);
        }
        return left;
    };
    CHECK(left_after(StorageOptions::Removal::SwapLast, 1) == "0423");
    CHECK(left_after(StorageOptions::Removal::SwapLast, 4) == "0123");
    CHECK(left_after(StorageOptions::Removal::Shift, 1) == "0234");
    CHECK(left_after(StorageOptions::Removal::Shift, 4) == "0123");
}

TEST_CASE("002-L1: types of one unqualified name are one type; repaired, they are told apart", "[lab][002]") {
    static_assert(TypeInfo::create<Position>() == TypeInfo::create<game::Position>());
    static_assert(TypeInfo::create<game::First>() == TypeInfo::create<game::Second>());
    static_assert(!(RepairedInfo::create<Position>() == RepairedInfo::create<game::Position>()));
    static_assert(!(RepairedInfo::create<game::First>() == RepairedInfo::create<game::Second>()));
    static_assert(RepairedInfo::create<Position>() == RepairedInfo::create<Position>());
    CHECK(game_position_info_without_rtti() == position_info_without_rtti());

    // The article compares where the literals lie: two copies of one name, as in two shared libraries, are two types.
    const std::string here = "Position", there = "Position";
    const TypeInfo a(here, 8, 4, 1), b(there, 8, 4, 1);
    CHECK_FALSE(a.same_literal(b));
    CHECK(a.same_literal(a));
    CHECK(a == b);

    Arena arena;
    Chunk chunk = Chunk::create(plain(arena), Archetype::create<Position>(), 4);
    for (int i = 0; i < 4; ++i) chunk.add_component_data(position_of(i, i));
    game::Position wide{};
    wide.coordinates[2] = 77;  // 24 bytes in a column of values of 8
    chunk.set_component_data({0, 0}, wide);
    CHECK(chunk.get_component_data<Position>({1, 0}).x == 77);
    CHECK(failure_of([&] { chunk.set_component_data({2, 0}, wide); }).find("(002-L1)") != std::string::npos);

    RepairedChunk repaired = RepairedChunk::create(plain(arena), RepairedArchetype::create<Position, game::Position>());
    repaired.add_component_data(position_of(1, 2), wide);
    CHECK(repaired.get_component_data<Position>({0, 0}).y == 2);
    CHECK(repaired.get_component_data<game::Position>({0, 0}).coordinates[2] == 77);
    static_assert(RepairedArchetype::create<Position, game::Position>() ==
                  RepairedArchetype::create<game::Position, Position>());
}

TEST_CASE("002-L2: packed columns put doubles on odd addresses; repaired, columns are aligned", "[lab][002]") {
    Arena arena;
    for (const std::uint32_t capacity : {1u, 3u, 5u}) {
        Chunk chunk = Chunk::create(plain(arena), Archetype::create<game::Byte, game::Double>(), capacity);
        for (std::uint32_t row = 0; row < capacity; ++row) chunk.create_entity();
        CHECK(chunk.address_of<game::Double>(0, "test") - chunk.rows().head().data == capacity);
        CHECK(failure_of([&] { chunk.get_component_array<game::Double>(); }) ==
              "Chunk::get_component_array<Double>: the column is misaligned (002-L2)");
        game::Double value{};
        value.value = 2.5;
        chunk.set_component_data({capacity - 1, 0}, value);  // copying bytes works on any address
        CHECK(chunk.get_component_data<game::Double>({capacity - 1, 0}).value == 2.5);

        RepairedChunk repaired =
            RepairedChunk::create(plain(arena), RepairedArchetype::create<game::Byte, game::Double>(), capacity);
        for (std::uint32_t row = 0; row < capacity; ++row) repaired.create_entity();
        CHECK(repaired.address_of<game::Double>(0, "test") % alignof(double) == 0);
        CHECK(repaired.get_component_array<game::Double>().size() == capacity);
    }
}

TEST_CASE("002-L3: the list holds 16 types, none does not compile, a type may stand there twice", "[lab][002]") {
    static_assert(!Makes<Archetype>);
    static_assert(!Makes<RepairedArchetype>);
    static_assert(Makes<Archetype, Position, Position>);
    static_assert(!Makes<RepairedArchetype, Position, Position>);
    static_assert(Archetype::create<Position, Position>().size() == 2);
    static_assert(Archetype::create<Position, Position>().memory_size() == 16);
    Archetype twice = Archetype::create<Position>();
    CHECK(twice.add_type<Position>().size() == 2);
    RepairedArchetype once = RepairedArchetype::create<Position>();
    CHECK(once.add_type<Position>().size() == 1);

    Archetype full =
        Archetype::create<game::Numbered<0>, game::Numbered<1>, game::Numbered<2>, game::Numbered<3>, game::Numbered<4>,
                          game::Numbered<5>, game::Numbered<6>, game::Numbered<7>, game::Numbered<8>, game::Numbered<9>,
                          game::Numbered<10>, game::Numbered<11>, game::Numbered<12>, game::Numbered<13>,
                          game::Numbered<14>, game::Numbered<15>>();
    CHECK(full.size() == Archetype::max_component_size);
    CHECK(failure_of([&] { full.add_type<Position>(); }) ==
          "Archetype::add_type: the list has room for 16 types; the article writes behind it (002-L3)");
}

TEST_CASE("002-L5: growing and removing leave arrays that were fetched before behind", "[lab][002]") {
    Arena arena;
    Chunk chunk = Chunk::create(plain(arena), Archetype::create<Scale>());
    const Entity entity = chunk.add_component_data(scale_of(1));
    const ComponentArray<Scale> held = chunk.get_component_array<Scale>();
    chunk.add_component_data(scale_of(2));  // grows
    CHECK(held.begin() != chunk.get_component_array<Scale>().begin());
    CHECK(held.size() == 1);
    held[0].value = 99;  // lost
    CHECK(chunk.get_component_data<Scale>(entity).value == 1);
    const Scale* const first = chunk.get_component_array<Scale>().begin();
    chunk.destroy_entity(entity);
    CHECK(first->value == 2);  // another entity's
}

TEST_CASE("002-L6: a type without members costs one byte a row", "[lab][002]") {
    static_assert(sizeof(game::Nothing) == 1);
    static_assert(Archetype::create<Scale, game::Nothing>().memory_size() == 5);
    Arena arena;
    Chunk chunk = Chunk::create(plain(arena), Archetype::create<Scale, game::Nothing>(), 64);
    chunk.create_entity();
    CHECK(arena.allocated() == 64 * 5);
}

TEST_CASE("002-L7: new columns hold what lay there; a chunk without one of the columns is out of bounds",
          "[lab][002]") {
    Arena arena;
    Chunk lone = Chunk::create(plain(arena), Archetype::create<Position>());
    Chunk both = Chunk::create(plain(arena), Archetype::create<Position, Scale>());
    both.add_component_data(position_of(0, 0), scale_of(4711));
    both.destroy_entity({0, 0});
    Entity entity = lone.add_component_data(position_of(1, 1));
    lone.move_entity(entity, both);
    CHECK(both.get_component_data<Scale>(entity).value == 4711);  // of the entity before
    CHECK(failure_of([&] { both.move_entity(entity, lone); }) ==
          "Chunk::move_entity: the other chunk has no Scale; the article writes out of bounds (002-L7)");
    CHECK(failure_of([&] { both.get_component_data<game::Byte>(entity); }) ==
          "Chunk::get_component_data<Byte>: the archetype has no such column (002-L7)");
    CHECK(both.get_archetype().get_offset<game::Byte>() == 12);  // behind the last column
}

TEST_CASE("002-L9: archetypes are computed by the compiler, chunks of all of them are one type", "[lab][002]") {
    constexpr Archetype one = Archetype::create<Position>(), two = Archetype::create<Position, Scale>();
    static_assert(!(one == two));
    Arena arena;
    std::vector<Chunk> chunks;  // what the article would have lost with templates of chunks
    chunks.push_back(Chunk::create(plain(arena), one));
    chunks.push_back(Chunk::create(plain(arena), two));
    chunks[1].add_component_data(position_of(1, 2), scale_of(3));
    CHECK(chunks[1].get_component_array<Scale>()[0].value == 3);
    CHECK(chunks[0].get_size() == 0);
}

}  // namespace seed_002_test
