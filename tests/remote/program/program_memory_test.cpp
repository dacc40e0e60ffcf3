// The memory of a program, over its link. Program and client are in one process here, so the addresses that the program
// says can be followed, and what came is compared with what is there.
#include "remote/program/program_memory.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include <poll.h>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/ecs.hpp"
#include "ecs/mirror/fake_owner.hpp"
#include "probe/world/world_owner.hpp"
#include "remote/support/linked_program.hpp"

namespace program_memory_test {

namespace {

struct Place {
    float x = 0, y = 0;
};
struct Odd {
    std::uint8_t byte = 0;
    std::int32_t number = 0;
};
struct Marked {};

void describe(ecs::World& world) {
    world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
    world.types().add<Odd>("Odd").field("byte", &Odd::byte).field("number", &Odd::number);
}

void change(ecs::World& world, ecs::Random& random) {
    const auto slots = static_cast<std::uint32_t>(world.slot_count());
    const ecs::Entity entity = slots == 0 ? ecs::null_entity : world.entity_at_slot(random.below(slots));
    switch (random.below(6)) {
        case 0:
        case 1:
            world.create(Place{float(random.below(100)), 1});
            break;
        case 2:
            world.create(Place{1, 2}, Odd{3, 4}, Marked{});
            break;
        case 3:
            if (entity) world.destroy(entity);
            break;
        case 4:
            if (entity) world.add(entity, Odd{7, static_cast<std::int32_t>(random.below(100))});
            break;
        default:
            if (entity) world.add(entity, ecs::Name{"name"});
    }
}

/// A program that does not tick, and its client.
struct Linked : test::LinkedProgram {
    Linked() { holds = true; }
    ecs::OwnerMemory memory() {
        ecs::OwnerMemory said;
        CHECK(until([&] {
            said = owner.memory();
            return !said.on_its_way;
        }));
        return said;
    }
    /// Reads every byte of every block, a few blocks at a time, and compares it with what `there` has.
    std::size_t check_all(const ecs::Owner& there) {
        std::size_t bytes = 0;
        ecs::OwnerMemory said = memory();
        REQUIRE(said.unknown.empty());
        std::vector<ecs::PoolPart> parts;
        for (std::size_t p = 0; p < said.pools.size(); ++p)
            for (std::size_t b = 0; b < said.pools[p].blocks.size(); ++b)
                parts.push_back({p, b, 0, said.pools[p].blocks[b].bytes});
        for (std::size_t i = 0; i < parts.size(); i += probe::most_wanted_parts) {
            const auto some = std::span(parts).subspan(i, std::min(probe::most_wanted_parts, parts.size() - i));
            for (const ecs::PoolPart& part : some) (void)owner.read_block(said, part);
            said = memory();
            for (const ecs::PoolPart& part : some) {
                const auto read = owner.read_block(said, part);
                REQUIRE(read);
                const ecs::PoolBlock& block = said.pools[part.pool].blocks[part.block];
                REQUIRE(read->bytes.size() == block.bytes);
                REQUIRE(std::memcmp(read->bytes.data(), block.begin, block.bytes) == 0);
                REQUIRE(read->spans == there.describe(part.pool, part.block));
                bytes += read->bytes.size();
            }
        }
        CHECK(bytes == said.bytes());
        return bytes;
    }
};

/// Things in a sparse set of its own: pages, packed array with a tombstone, values.
class SetOwner : public test::FakeOwner {
public:
    SetOwner() {
        for (std::uint32_t i = 0; i < 40; ++i) {
            const ecs::OwnerKey key = spawn();
            set(key, position, Place{float(i), 1});
            pool_.entities.push_back(i == 7 ? ecs::no_owner_key : key);
            packed_.push_back(static_cast<std::uint32_t>(key));
        }
        pool_.name = "Position";
        pool_.type = position;
        pool_.entity_bytes = 4;
        pool_.value_bytes = 8;
        pool_.tombstones = 1;
        pool_.capacity = packed_.size();
        values_.resize(packed_.size() * 8, std::byte{3});
        using Kind = ecs::PoolBlockKind;
        pool_.blocks = {{Kind::Packed, reinterpret_cast<const std::byte*>(packed_.data()), 40 * 4, 0, 40, 39},
                        {Kind::ValuePage, values_.data(), 40 * 8, 0, 40, 39}};
    }
    ecs::OwnerMemory memory() const override {
        ecs::OwnerMemory said;
        said.pools = {pool_};
        said.groups = {{"Position", {0}, {}, 39}};
        return said;
    }
    std::vector<ecs::PoolSpan> describe(std::size_t, std::size_t block) const override {
        std::vector<ecs::PoolSpan> spans;
        const std::size_t size = block == 0 ? 4 : 8;
        for (std::size_t i = 0; i < 40; ++i)
            spans.push_back({i * size, size, i == 7 ? ecs::PoolByteRole::Tombstone : ecs::PoolByteRole::Entity,
                             pool_.entities[i], block == 0 ? -1 : 0});
        return spans;
    }

private:
    ecs::OwnerPool pool_;
    std::vector<std::uint32_t> packed_;
    std::vector<std::byte> values_;
};

}  // namespace

TEST_CASE("Program memory: every byte that is shown is the program's, after each of many ticks", "[program]") {
    Linked linked;
    ecs::World& world = linked.world;
    describe(world);
    linked.probe.show(world);
    const probe::WorldOwner there(world);
    ecs::Random random(9);
    for (int round = 0; round < 10; ++round) {
        for (int i = 0; i < 1'000; ++i) change(world, random);
        REQUIRE(linked.until([&] { return linked.mirror.world().entity_count() == world.entity_count(); }));
        CHECK(linked.check_all(there) > 5'000);
        // What stands where, too.
        const ecs::OwnerMemory said = linked.memory(), real = there.memory();
        REQUIRE(said.pools.size() == real.pools.size());
        for (std::size_t p = 0; p < real.pools.size(); ++p) {
            CHECK(said.pools[p].name == real.pools[p].name);
            CHECK(said.pools[p].entities == real.pools[p].entities);
            CHECK(said.pools[p].used_bytes() == real.pools[p].used_bytes());
        }
    }
}

TEST_CASE("Program memory: pools of another library come as they are", "[program]") {
    Linked linked;
    SetOwner set;
    linked.probe.show(set);
    REQUIRE(linked.until([&] { return linked.mirror.world().entity_count() == 40; }));
    CHECK(linked.owner.why_not(ecs::OwnerAbility::SeeMemory).empty());
    linked.check_all(set);
    const ecs::OwnerMemory said = linked.memory();
    REQUIRE(said.pools.size() == 1);
    CHECK(said.pools[0].tombstones == 1);
    CHECK(said.pools[0].entities == set.memory().pools[0].entities);
    CHECK(linked.mirror.component_of(said.pools[0].type) == linked.mirror.world().types().find("Position")->id);
    REQUIRE(said.groups.size() == 1);
    CHECK(said.groups[0].size == 39);
    linked.probe.hide();
}

TEST_CASE("Program memory: it is said only while somebody asks, once for each time", "[program]") {
    Linked linked;
    for (int i = 0; i < 10; ++i) linked.world.create(Place{});
    linked.probe.show(linked.world);
    REQUIRE(linked.until([&] { return linked.mirror.world().entity_count() == 10; }));
    for (int i = 0; i < 50; ++i) linked.step();
    CHECK(linked.probe.counts().memories == 0);
    (void)linked.memory();
    CHECK(linked.probe.counts().memories == 1);
    (void)linked.memory();
    CHECK(linked.probe.counts().memories == 2);
}

TEST_CASE("Program memory: another world has its own, and a program without a world says so", "[program]") {
    Linked linked;
    ecs::World first, second;
    for (int i = 0; i < 10; ++i) first.create(Place{});
    second.create(Odd{});
    linked.probe.show(first);
    REQUIRE(linked.until([&] { return linked.mirror.world().entity_count() == 10; }));
    CHECK(linked.memory().pools[0].size() == 10);
    linked.probe.show(second);
    REQUIRE(linked.until([&] { return linked.mirror.run() == 1; }));
    CHECK(linked.memory().pools[0].size() == 1);
    linked.probe.hide();
    REQUIRE(linked.until([&] { return !linked.mirror.lost().empty(); }));
    CHECK(linked.memory().unknown.find("the program shows no world now") != std::string::npos);
}

TEST_CASE("Program memory: a block that went is not waited for", "[program]") {
    remote::ProgramMemory memory;
    CHECK(memory.take(1).on_its_way);
    const auto answer = [&](bool with_block) {
        const auto wish = memory.wish();
        REQUIRE(wish);
        CHECK_FALSE(memory.wish());  // one at a time
        probe::MemoryAnswer said{.number = wish->number, .owner_run = 1};
        said.memory.pools.resize(1);
        said.memory.pools[0].name = "Position";
        if (with_block) said.memory.pools[0].blocks.push_back({ecs::PoolBlockKind::Packed, nullptr, 40, 0, 10, 10});
        probe::ByteWriter bytes;
        probe::write_memory(bytes, said);
        probe::ByteReader from(bytes.bytes());
        CHECK(memory.take_in(from));
        return wish->parts.size();
    };
    CHECK(answer(true) == 0);
    const ecs::OwnerMemory said = memory.take(1);
    REQUIRE(said.pools.size() == 1);
    CHECK_FALSE(memory.read_block(said, {0, 0, 0, 40}));
    CHECK(memory.take(1).on_its_way);
    CHECK(answer(false) == 1);
    CHECK_FALSE(memory.take(1).on_its_way);
    const auto read = memory.read_block(said, {0, 0, 0, 40});
    REQUIRE(read);
    CHECK(read->bytes.empty());
}

TEST_CASE("Program memory: a program with an older library is not asked, and a sentence says why", "[program]") {
    std::uint16_t port = 0;
    std::string why;
    const probe::Descriptor listener = probe::listening(port, why);
    REQUIRE(listener);
    remote::ProgramOwner owner({.port = port, .token = "any"});
    const std::atomic<bool> never = false;
    const auto end = probe::Clock::now() + std::chrono::seconds(40);
    REQUIRE(probe::wait_for(listener.number(), POLLIN, end, never) == probe::Ready::Yes);
    const probe::Descriptor socket = probe::accepted(listener);
    REQUIRE(socket);
    probe::ByteWriter welcome;
    const std::size_t begin = probe::begin_frame(welcome, probe::FrameKind::Welcome);
    welcome.number(probe::link_major);
    welcome.number(static_cast<std::uint16_t>(probe::memory_minor - 1));
    welcome.text("old game");
    welcome.text("0.1");
    welcome.number(std::uint64_t{1});
    probe::end_frame(welcome, begin);
    probe::send_some(socket, welcome.bytes());
    const std::string older = "the program's library is older, and does not say its memory";
    while (owner.why_not(ecs::OwnerAbility::SeeMemory) != older && probe::Clock::now() < end) (void)owner.check();
    const ecs::OwnerMemory said = owner.memory();
    CHECK(said.unknown == older);
    CHECK_FALSE(said.on_its_way);
}

}  // namespace program_memory_test
