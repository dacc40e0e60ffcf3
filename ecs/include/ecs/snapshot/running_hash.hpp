// A RunningHash hashes the state of one world again and again, and looks only at columns that were written since. As
// with state_hash(), the order of rows and padding do not matter; the numbers are others.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ecs/world/world.hpp"

namespace ecs {

class ColumnHash;

class RunningHash {
public:
    explicit RunningHash(const World& world);
    ~RunningHash();
    RunningHash(const RunningHash&) = delete;
    RunningHash& operator=(const RunningHash&) = delete;

    std::uint64_t now();

private:
    struct KnownColumn {
        std::uint64_t version = 0, sum = 0;
    };
    struct KnownChunk {
        const Chunk* chunk = nullptr;
        std::vector<KnownColumn> columns;  // the first is that of the entities
    };

    const World& world_;
    std::vector<std::unique_ptr<ColumnHash>> hashes_;  // by component
    std::vector<std::vector<KnownChunk>> known_;       // by archetype and position
};

}  // namespace ecs
