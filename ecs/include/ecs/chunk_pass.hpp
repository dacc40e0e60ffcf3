// A ChunkPass visits every chunk of a query once, on all threads of a pool. Each visit has its chunk to itself; what it
// records goes to commands of its own, which are put together in the order of the chunks. So what comes out does not
// depend on the number of threads. While a pass lives, rows stay where they are.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "ecs/access.hpp"
#include "ecs/query.hpp"

namespace ecs {

class JobPool;

class ChunkPass {
public:
    using Visit = std::function<void(const ChunkRows& rows, Commands* commands)>;

    /// Columns with write access get a new version.
    ChunkPass(Query& query, World& world);

    std::size_t row_count() const { return row_count_; }
    /// Calls `visit` for each chunk; one after another when `pool` is null. `commands` receives what visits record;
    /// null when they record nothing.
    void run(JobPool* pool, Commands* commands, const Visit& visit) const;

private:
    const World& world_;
    HoldGuard hold_;
    std::vector<SystemAccess> accesses_;
    std::vector<ChunkRows> chunks_;
    std::size_t row_count_ = 0;
};

}  // namespace ecs
