// A ChunkPass visits every chunk of a query once, on one thread or on all threads of a pool. No two visits share a
// chunk. Each visit records into commands of its own, which are joined in the order of the chunks. The result
// therefore does not depend on the number of threads. While a pass lives, rows stay where they are.
#pragma once

#include <cstddef>
#include <functional>

#include "ecs/storage/access.hpp"
#include "ecs/world/query.hpp"

namespace ecs {

class JobPool;

class ChunkPass {
public:
    using Visit = std::function<void(const ChunkRows& rows, Commands* commands)>;

    /// `commands` receives the commands that visits record; null when visits record none.
    ChunkPass(Query& query, World& world, Commands* commands);

    /// Calls `visit` for each chunk with rows and returns the number of rows. Columns with write access get a new
    /// version first.
    std::size_t run_on(JobPool& pool, const Visit& visit);
    /// The same on this thread, in the order of chunks.
    template <class F>
    std::size_t run_here(F&& visit) {
        const ScopeGuard guard(&scope_);
        std::size_t row_count = 0;
        query_.write_chunks(world_, [&](const ChunkRows& rows) {
            row_count += rows.size();
            visit(rows, commands_);
        });
        return row_count;
    }

private:
    Query& query_;
    World& world_;
    Commands* commands_;
    const HoldGuard hold_;
    AccessScope scope_;
};

}  // namespace ecs
