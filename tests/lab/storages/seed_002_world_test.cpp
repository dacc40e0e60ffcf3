// Article 002, the rows of its checklist on worlds, systems, files and its headlines; the article's own API.
#include <algorithm>
#include <memory>
#include <set>

#include "catch.hpp"
#include "ecs/lab/storages/archetype_block_file.hpp"
#include "lab/support/seed_002.hpp"

namespace seed_002_world_test {

using namespace seed_002;
using article::Archetype;
using article::Entity;
using article::StableEntity;
using article::SystemBase;
using Removal = StorageOptions::Removal;

namespace {

template <Mode mode, class Memory = PlainMemory>
struct Api {
    using World = article::BasicWorld<mode, Memory>;
    using System = article::BasicSystem<mode, Memory>;
    using EntityManager = article::BasicEntityManager<mode, Memory>;
};

/// The article's sample. Faithful: it always adds to the entity at (0, 0), whoever that is by then.
template <class Memory>
struct Sample : Api<Mode::Faithful, Memory>::System {
    Sample(typename Api<Mode::Faithful, Memory>::World& world, int count)
        : Api<Mode::Faithful, Memory>::System(world), count_(count) {}
    void on_create() override {
        auto& entities = this->get_entity_manager();
        for (int i = 0; i < count_; ++i)
            entities.set_component_data(entities.template create_entity<Position>(), position_of(i, i));
        for (int i = 0; i < count_; ++i) entities.add_component_data(Entity{0, 0}, scale_of(500));
    }
    void on_update() override {
        this->template foreach<Position, Scale>([](Position& position, Scale& scale) {
            position.x += 2;
            scale.value -= 1;
        });
    }

private:
    int count_;
};

/// Runs it with five updates; the rows of the chunk that all end in.
struct Ran {
    std::vector<Position> positions;
    std::vector<Scale> scales;
    std::uint32_t left = 0;
};
template <class Memory>
Ran run_sample(Memory memory, int count, Removal removal) {
    typename Api<Mode::Faithful, Memory>::World world(memory, {.removal = removal});
    world.template add_system<Sample<Memory>>(count);
    for (int i = 0; i < 5; ++i) world.update();
    auto& entities = world.get_entity_manager();
    REQUIRE(entities.chunk_count() == 2);
    Ran ran;
    ran.left = entities.chunk(0).get_size();
    for (const Position& position : entities.chunk(1).template get_component_array<Position>())
        ran.positions.push_back(position);
    for (const Scale& scale : entities.chunk(1).template get_component_array<Scale>()) ran.scales.push_back(scale);
    return ran;
}

void check_final(const Ran& ran, int count) {
    CHECK(ran.left == 0);
    REQUIRE(ran.positions.size() == static_cast<std::size_t>(count));
    REQUIRE(ran.scales.size() == static_cast<std::size_t>(count));
    std::int64_t sum = 0;
    std::vector<bool> seen(static_cast<std::size_t>(count));
    bool right = true;
    for (std::size_t i = 0; i < ran.positions.size(); ++i) {
        const Position& position = ran.positions[i];
        right = right && position.x == position.y + 10 && ran.scales[i].value == 495 && position.y >= 0 &&
                position.y < count && !seen[static_cast<std::size_t>(position.y)];
        if (!right) break;
        seen[static_cast<std::size_t>(position.y)] = true;
        sum += position.x;
    }
    CHECK(right);
    CHECK(sum == std::int64_t{count} * (count - 1) / 2 + std::int64_t{10} * count);
}

struct Recorder : SystemBase {
    Recorder(article::World& world, std::string& log, char name, int order = 0)
        : SystemBase(world, order), log_(log), name_(name) {}
    void on_create() override { log_ += std::string("+") + name_; }
    void on_update() override { log_ += name_; }
    void on_destroy() override { log_ += std::string("-") + name_; }
    std::string& log_;
    char name_;
};
struct RepairedRecorder : article::BasicSystem<Mode::Repaired> {
    RepairedRecorder(article::BasicWorld<Mode::Repaired>& world, std::string& log, char name, int order)
        : BasicSystem(world, order), log_(log), name_(name) {}
    void on_update() override { log_ += name_; }
    std::string& log_;
    char name_;
};
struct Mover : SystemBase {
    using SystemBase::SystemBase;
    void on_update() override {
        foreach
            <Position>([this](Position&) { ++one; });
        foreach
            <Position, Scale>([this](Position& position, Scale& scale) {
                position.x = scale.value;
                ++two;
            });
    }
    int one = 0, two = 0;
};

/// All (x, y, scale) of a world; scale is -1 where an entity has none.
template <class Manager>
std::multiset<std::array<int, 3>> rows_of(Manager& entities) {
    std::multiset<std::array<int, 3>> rows;
    for (std::size_t c = 0; c < entities.chunk_count(); ++c) {
        auto& chunk = entities.chunk(c);
        for (std::uint32_t row = 0; row < chunk.get_size(); ++row) {
            const auto position = chunk.template get_component_data<Position>({row, 0});
            const bool has_scale = chunk.get_archetype().template has<Scale>();
            rows.insert(
                {position.x, position.y, has_scale ? chunk.template get_component_data<Scale>({row, 0}).value : -1});
        }
    }
    return rows;
}

template <class Manager>
void fill(Manager& entities, int from, int count) {
    for (int i = from; i < from + count; ++i) {
        const auto entity = entities.template create_entity<Position>();
        entities.set_component_data(entity, position_of(i, -i));
        if (i % 3 == 0) entities.add_component_data(entity, scale_of(i * 10));
    }
}

}  // namespace

TEST_CASE("002-C9: a world updates its systems, foreach visits the chunks that have the types", "[lab][002]") {
    static_assert(!std::is_copy_constructible_v<article::SystemBase> && std::is_abstract_v<article::SystemBase>);
    Arena arena;
    article::World world(arena);
    auto& entities = world.get_entity_manager();
    fill(entities, 0, 10);  // 0, 3, 6, 9 have a scale
    Mover& mover = world.add_system<Mover>();
    world.update();
    CHECK(mover.one == 10);
    CHECK(mover.two == 4);
    CHECK(entities.get_chunk_list<Position>().size() == 2);
    CHECK(entities.get_chunk_list<Scale, Position>().size() == 1);
    for (const auto& [x, y, scale] : rows_of(entities)) CHECK(x == (scale == -1 ? -y : scale));
}

TEST_CASE("002-C10: a world written, read and written again is the same bytes, chunks in one go", "[lab][002]") {
    Arena arena, second, third;
    article::World world(arena), read(second);
    fill(world.get_entity_manager(), 0, 100);
    const auto bytes = article::WorldFile::write(world.get_entity_manager());
    REQUIRE(article::WorldFile::read<Position, Scale>(read.get_entity_manager(), bytes) == "");
    CHECK(article::WorldFile::write(read.get_entity_manager()) == bytes);
    CHECK(rows_of(read.get_entity_manager()) == rows_of(world.get_entity_manager()));

    // Repaired, handles are the same as well, and so is the one that comes next.
    using World = article::BasicWorld<Mode::Repaired>;
    using File = article::BasicWorldFile<Mode::Repaired>;
    World stable(third);
    auto& entities = stable.get_entity_manager();
    std::vector<StableEntity> handles;
    for (int i = 0; i < 20; ++i) {
        handles.push_back(entities.create_entity<Position>());
        entities.set_component_data(handles.back(), position_of(i, i));
    }
    entities.add_component_data(handles[4], scale_of(44));
    entities.destroy_entity(handles[7]);
    entities.destroy_entity(handles[3]);
    const auto saved = File::write(entities);
    Arena fourth;
    World loaded(fourth);
    REQUIRE(File::read<Position, Scale>(loaded.get_entity_manager(), saved) == "");
    CHECK(File::write(loaded.get_entity_manager()) == saved);
    CHECK(loaded.get_entity_manager().get_component_data<Scale>(handles[4]).value == 44);
    CHECK(loaded.get_entity_manager().get_component_data<Position>(handles[19]).x == 19);
    CHECK_FALSE(loaded.get_entity_manager().alive(handles[7]));
    CHECK(loaded.get_entity_manager().create_entity<Position>() == entities.create_entity<Position>());
}

TEST_CASE("002-C10: what is not a world is refused in one sentence, and changes nothing", "[lab][002]") {
    Arena arena;
    article::World world(arena);
    fill(world.get_entity_manager(), 0, 5);
    auto bytes = article::WorldFile::write(world.get_entity_manager());
    const auto fault_of = [](std::vector<std::byte> in) {
        Arena other;
        article::World read(other);
        const std::string fault = article::WorldFile::read<Position, Scale>(read.get_entity_manager(), in);
        CHECK(read.get_entity_manager().chunk_count() == 0);
        return fault;
    };
    for (std::size_t length = 0; length < bytes.size(); ++length)
        REQUIRE(fault_of({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length)}) ==
                "The file ends in the middle of a world.");
    auto longer = bytes;
    longer.push_back({});
    CHECK(fault_of(longer) == "There is more in the file than a world.");
    auto named = bytes;
    named[12] = std::byte{'Q'};
    CHECK(fault_of(named) == "No type is called Qosition and has 8 bytes.");
    CHECK(article::WorldFile::read<Position, Scale>(world.get_entity_manager(), bytes) ==
          "Only an empty world can be read into.");
}

TEST_CASE("002-C10: merging two worlds gives the union, and fitting gives back what no row uses", "[lab][002]") {
    const auto check = [](auto& into, auto& from) {
        auto& a = into.get_entity_manager();
        auto& b = from.get_entity_manager();
        fill(a, 0, 30);
        fill(b, 1000, 50);
        auto united = rows_of(a);
        united.merge(rows_of(b));
        into.merge(from);
        CHECK(rows_of(a) == united);
        CHECK(a.entity_count() == 80);
        CHECK(b.entity_count() == 0);
        a.fit();
        for (std::size_t c = 0; c < a.chunk_count(); ++c) CHECK(a.chunk(c).get_capacity() == a.chunk(c).get_size());
        CHECK(rows_of(a) == united);
    };
    Arena arenas[4];
    article::World faithful(arenas[0]), other(arenas[1]);
    check(faithful, other);
    article::BasicWorld<Mode::Repaired> repaired(arenas[2]), second(arenas[3]);
    check(repaired, second);
}

TEST_CASE("002-C11: the sample with 100,000 entities ends with x = i + 10, scale 495 and a sum of 5,000,950,000",
          "[lab][002]") {
    Arena arena;
    const Ran ran = run_sample(PlainMemory(arena, nullptr), 100'000, Removal::SwapLast);
    check_final(ran, 100'000);
    std::int64_t sum = 0;
    for (const Position& position : ran.positions) sum += position.x;
    CHECK(sum == 5'000'950'000);
    CHECK(ran.positions[0].x == 10);
    CHECK(ran.positions[1].x == 100'009);
    CHECK(ran.positions[2].x == 100'008);
}

TEST_CASE("002-C11: with rows that move up the sample keeps its order (2,000 entities)", "[lab][002]") {
    Arena arena;
    const Ran ran = run_sample(PlainMemory(arena, nullptr), 2'000, Removal::Shift);
    check_final(ran, 2'000);
    for (std::size_t i = 0; i < ran.positions.size(); ++i) REQUIRE(ran.positions[i].x == static_cast<int>(i) + 10);
}

TEST_CASE("002-L4: a handle is a place: others silently name another entity; repaired, they are refused",
          "[lab][002]") {
    Arena arena, second;
    article::World world(arena);
    auto& places = world.get_entity_manager();
    std::vector<Entity> handles;
    for (int i = 0; i < 3; ++i) {
        handles.push_back(places.create_entity<Position>());
        places.set_component_data(handles.back(), position_of(i, i));
    }
    places.destroy_entity(handles[0]);
    CHECK(places.alive(handles[0]));
    CHECK(places.get_component_data<Position>(handles[0]).x == 2);
    CHECK_FALSE(places.alive(handles[2]));  // though nobody destroyed it

    article::BasicWorld<Mode::Repaired> repaired(second);
    auto& stable = repaired.get_entity_manager();
    std::vector<StableEntity> named;
    for (int i = 0; i < 3; ++i) {
        named.push_back(stable.create_entity<Position>());
        stable.set_component_data(named.back(), position_of(i, i));
    }
    stable.destroy_entity(named[0]);
    CHECK_FALSE(stable.alive(named[0]));
    CHECK(failure_of([&] { stable.destroy_entity(named[0]); }) ==
          "EntityManager::destroy_entity: the entity is gone (002-L4)");
    CHECK(stable.get_component_data<Position>(named[2]).x == 2);
    const StableEntity again = stable.create_entity<Position>();
    CHECK(again.slot == named[0].slot);
    CHECK(again.generation == named[0].generation + 1);
    CHECK_FALSE(stable.alive(named[0]));
}

TEST_CASE("002-L8: on_create comes once, before the first update; repaired, the order of execution counts",
          "[lab][002]") {
    std::string log;
    {
        Arena arena;
        article::World world(arena);
        world.add_system<Recorder>(log, 'a', 2);
        world.add_system<Recorder>(log, 'b', 1);
        CHECK(log.empty());
        world.update();
        world.update();
        CHECK(log == "+a+babab");  // the article does not look at the order
    }
    CHECK(log == "+a+babab-b-a");

    log.clear();
    Arena arena;
    article::BasicWorld<Mode::Repaired> world(arena);
    world.add_system<RepairedRecorder>(log, 'a', 2);
    world.add_system<RepairedRecorder>(log, 'b', 1);
    world.add_system<RepairedRecorder>(log, 'c', 2);
    world.update();
    CHECK(log == "bac");
}

TEST_CASE("002-H1: the sample moves 0.8 MB into holes, or 39,999,600,000 bytes when rows move up", "[lab][002]") {
    const auto counted = [](int count, Removal removal) {
        Arena arena;
        Counts counts;
        run_sample(CountingMemory(arena, counts), count, removal);
        return counts;
    };
    CHECK(counted(100'000, Removal::SwapLast).filled_bytes == 8 * 99'999);
    CHECK(counted(100'000, Removal::SwapLast).shifted_bytes == 0);
    CHECK(counted(100'000, Removal::Shift).shifted_bytes == 39'999'600'000);
    CHECK(counted(100'000, Removal::Shift).filled_bytes == 0);

    // The counting memory does not move those rows. A smaller run that really does says the same.
    Arena arena;
    Trace trace(arena);
    run_sample(TracedMemory(arena, &trace), 300, Removal::Shift);
    std::uint64_t moved = 0;
    for (const Event& event : trace.events())
        if (event.kind == EventKind::Copy && event.text == GrowingBlock<TracedMemory>::shifting) moved += event.bytes;
    CHECK(moved == 8 * 300 * 299 / 2);
    CHECK(moved == counted(300, Removal::Shift).shifted_bytes);
}

TEST_CASE("002-H2: an entity takes a fifth of what an object with component objects takes", "[lab][002]") {
    struct ObjectComponent {
        virtual ~ObjectComponent() = default;
        virtual void update() {}
    };
    struct ObjectPosition : ObjectComponent {
        int x = 0, y = 0;
    };
    struct ObjectScale : ObjectComponent {
        int value = 0;
    };
    struct Object {
        std::vector<std::unique_ptr<ObjectComponent>> components;
    };
    // Without what the heap itself takes for each allocation, so in favour of the objects.
    constexpr std::uint64_t object_bytes = sizeof(std::unique_ptr<Object>) + sizeof(Object) +
                                           2 * sizeof(std::unique_ptr<ObjectComponent>) + sizeof(ObjectPosition) +
                                           sizeof(ObjectScale);
    Arena arena;
    article::World world(arena);
    const Archetype both = Archetype::create<Position, Scale>();
    for (int i = 0; i < 100'000; ++i) world.get_entity_manager().create_entity(both);
    CHECK(arena.allocated() == 131'072 * both.memory_size());  // spare rows counted
    CHECK(100'000 * object_bytes > 4 * arena.allocated());
    world.get_entity_manager().fit();
    CHECK(arena.allocated() == 100'000 * both.memory_size());
    CHECK(object_bytes > 5 * both.memory_size());
}

TEST_CASE("002-H3: building 100,000 entities allocates 18 times, and a chunk is read with one write", "[lab][002]") {
    Arena arena;
    Counts counts;
    Api<Mode::Faithful, CountingMemory>::World world(CountingMemory(arena, counts));
    for (int i = 0; i < 100'000; ++i) world.get_entity_manager().create_entity<Position>();
    CHECK(counts.allocations == 18);

    const auto bytes = article::BasicWorldFile<Mode::Faithful, CountingMemory>::write(world.get_entity_manager());
    Arena other;
    Trace trace(other);
    Api<Mode::Faithful, TracedMemory>::World read(TracedMemory(other, &trace));
    REQUIRE(article::BasicWorldFile<Mode::Faithful, TracedMemory>::read<Position>(read.get_entity_manager(), bytes) ==
            "");
    const Work& work = trace.operations().front().work;
    CHECK(work.allocations == 1);
    CHECK(work.writes == 1);
    CHECK(work.bytes_written == 131'072 * sizeof(Position));
}

}  // namespace seed_002_world_test
