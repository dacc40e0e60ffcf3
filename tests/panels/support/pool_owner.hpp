// A FakeOwner whose components lie in sparse sets, byte by byte as it says: positions of all things, healths of every
// third one, in another order and with tombstones. And a scene in which a mirror shows it to panels.
#pragma once

#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "ecs/mirror/fake_owner.hpp"
#include "panels/support/headless.hpp"

namespace pool_test {

struct Pair {
    float x = 0, y = 0;
};

class PoolOwner : public test::FakeOwner {
public:
    static constexpr std::size_t page = 64;

    /// Makes so many things, and lays their pools out.
    void fill(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            const ecs::OwnerKey key = spawn();
            set(key, position, Pair{static_cast<float>(i), 1});
            if (i % 3 == 0) set(key, health, static_cast<std::int32_t>(i));
        }
        lay_out();
    }
    void lay_out() {
        pools_.clear();
        Pool& positions = add("Position", position, 8);
        for (const auto& [key, thing] : things) append(positions, key, thing, position, 8);
        Pool& healths = add("Health", health, 4);
        std::size_t number = 0;
        for (auto thing = things.rbegin(); thing != things.rend(); ++thing) {
            if (!thing->second.parts.contains(health)) continue;
            append(healths, thing->first, thing->second, health, 4);
            if (++number % 4 == 0) append(healths, ecs::no_owner_key, thing->second, health, 4);
        }
        for (Pool& pool : pools_) finish(pool);
        if (pools_.size() == 2) {
            group_.name = "Position, Health";
            group_.owned = {0};
            group_.observed = {1};
        }
    }

    std::string unknown;
    mutable std::size_t memory_asked = 0;
    /// As over a socket: so many times it says that its memory, and the bytes of a block, are on their way.
    mutable std::size_t memory_late = 0, bytes_late = 0;

    ecs::OwnerMemory memory() const override {
        ecs::OwnerMemory made;
        if (memory_late > 0) {
            --memory_late;
            made.on_its_way = true;
            return made;
        }
        ++memory_asked;
        if (!unknown.empty()) {
            made.unknown = unknown;
            return made;
        }
        for (const Pool& pool : pools_) made.pools.push_back(pool.said);
        made.groups.push_back(group_);
        return made;
    }
    std::optional<ecs::PoolBytes> read_block(const ecs::OwnerMemory& memory, const ecs::PoolPart& part) const override {
        if (bytes_late > 0) return --bytes_late, std::nullopt;
        return FakeOwner::read_block(memory, part);
    }
    std::vector<ecs::PoolSpan> describe(std::size_t pool, std::size_t block) const override {
        std::vector<ecs::PoolSpan> spans;
        const ecs::OwnerPool& said = pools_[pool].said;
        const ecs::PoolBlock& in = said.blocks[block];
        std::size_t end = 0;
        const auto put = [&](std::size_t size, ecs::PoolByteRole role, ecs::OwnerKey key, int field = -1) {
            spans.push_back({end, size, role, key, field});
            end += size;
        };
        using Role = ecs::PoolByteRole;
        for (std::size_t i = 0; i < in.entries; ++i) {
            const std::size_t at = in.first + i;
            if (in.kind == ecs::PoolBlockKind::SparsePage) {
                const auto found = std::find(said.entities.begin(), said.entities.end(), at);
                put(4, found == said.entities.end() ? Role::NoEntity : Role::Position,
                    found == said.entities.end() ? ecs::no_owner_key : at);
                continue;
            }
            const std::size_t size = in.kind == ecs::PoolBlockKind::Packed ? 4 : said.value_bytes;
            if (at >= said.entities.size()) {
                put(size, Role::Unused, ecs::no_owner_key);
            } else if (said.entities[at] == ecs::no_owner_key) {
                put(size, Role::Tombstone, ecs::no_owner_key);
            } else if (in.kind == ecs::PoolBlockKind::Packed) {
                put(size, Role::Entity, said.entities[at]);
            } else {
                for (std::size_t field = 0; field < size / 4; ++field)
                    put(4, Role::Field, said.entities[at], static_cast<int>(field));
            }
        }
        return spans;
    }

private:
    struct Pool {
        ecs::OwnerPool said;
        std::vector<std::vector<std::byte>> values;
        std::vector<std::vector<std::uint32_t>> sparse;
        std::vector<std::uint32_t> packed;
    };

    Pool& add(const char* name, std::uint32_t type, std::size_t bytes) {
        pools_.reserve(2);
        Pool& pool = pools_.emplace_back();
        pool.said.name = name;
        pool.said.type = type;
        pool.said.entity_bytes = 4;
        pool.said.value_bytes = bytes;
        pool.said.keeps_addresses = type == health;
        pool.said.grouped = type == position;
        pool.said.sparse_mask = 0xfffff;
        return pool;
    }
    static void append(Pool& pool, ecs::OwnerKey key, const Thing& thing, std::uint32_t type, std::size_t bytes) {
        const std::size_t at = pool.said.entities.size();
        pool.said.entities.push_back(key);
        pool.packed.push_back(static_cast<std::uint32_t>(key));
        if (at % page == 0) pool.values.emplace_back(page * bytes);
        if (key == ecs::no_owner_key) {
            ++pool.said.tombstones;
            return;
        }
        std::memcpy(pool.values.back().data() + at % page * bytes, thing.parts.at(type).data(), bytes);
        const std::size_t number = static_cast<std::size_t>(key) / page;
        if (pool.sparse.size() <= number) pool.sparse.resize(number + 1);
        if (pool.sparse[number].empty()) pool.sparse[number].assign(page, ~0u);
        pool.sparse[number][key % page] = static_cast<std::uint32_t>(at);
    }
    static void finish(Pool& pool) {
        using Kind = ecs::PoolBlockKind;
        for (std::size_t i = 0; i < pool.sparse.size(); ++i) {
            if (pool.sparse[i].empty()) continue;
            std::size_t used = 0;
            for (const std::uint32_t each : pool.sparse[i]) used += each != ~0u ? 1u : 0u;
            pool.said.blocks.push_back({Kind::SparsePage, reinterpret_cast<const std::byte*>(pool.sparse[i].data()),
                                        page * 4, i * page, page, used});
        }
        pool.packed.reserve(pool.packed.size() + 10);
        pool.said.capacity = pool.packed.capacity();
        pool.packed.resize(pool.said.capacity);
        pool.said.blocks.push_back({Kind::Packed, reinterpret_cast<const std::byte*>(pool.packed.data()),
                                    pool.said.capacity * 4, 0, pool.said.capacity, pool.said.size()});
        for (std::size_t i = 0; i < pool.values.size(); ++i)
            pool.said.blocks.push_back({Kind::ValuePage, pool.values[i].data(), page * pool.said.value_bytes, i * page,
                                        page, std::min(page, pool.said.entities.size() - i * page)});
    }

    std::vector<Pool> pools_;
    ecs::OwnerGroup group_;
};

/// Panels over the mirror of a PoolOwner.
struct PoolScene {
    Harness harness;
    PoolOwner owner;
    std::unique_ptr<ecs::Mirror> mirror;

    explicit PoolScene(std::size_t things = 600, ImVec2 size = {900, 520}) : harness(size) {
        owner.fill(things);
        mirror = std::make_unique<ecs::Mirror>(owner, harness.world);
        mirror->follow(harness.history);
        mirror->update();
        harness.mirror = mirror.get();
    }
    ~PoolScene() {
        harness.mirror = nullptr;
        harness.pool_memory.update(nullptr, 0);
        mirror->unfollow();
        mirror.reset();
        owner.forget();
    }
    ecs::Entity entity(ecs::OwnerKey key) const { return mirror->entity_of(key); }
};

}  // namespace pool_test
