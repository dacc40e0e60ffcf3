#include "ecs/chunk_pass.hpp"

#include <deque>
#include <vector>

#include "ecs/commands.hpp"
#include "ecs/job_pool.hpp"

namespace ecs {

ChunkPass::ChunkPass(Query& query, World& world, Commands* commands)
    : query_(query), world_(world), commands_(commands), hold_(world) {
    query.check_accesses(world);
    if (const AccessScope* outer = AccessScope::current(); outer && outer->world == &world) scope_ = *outer;
    scope_.world = &world;
    scope_.visited = &query;
    scope_.commands = commands;
}

std::size_t ChunkPass::run_on(JobPool& pool, const Visit& visit) {
    std::size_t row_count = 0;
    std::vector<ChunkRows> chunks;
    query_.write_chunks(world_, [&](const ChunkRows& rows) {
        row_count += rows.size();
        chunks.push_back(rows);
    });
    std::deque<Commands> recorded;
    if (commands_)
        for (std::size_t i = 0; i < chunks.size(); ++i) recorded.emplace_back(world_);

    pool.run(chunks.size(), [&](std::size_t number) {
        AccessScope scope = scope_;
        if (commands_) scope.commands = &recorded[number];
        const ScopeGuard guard(&scope);
        visit(chunks[number], commands_ ? &recorded[number] : nullptr);
    });
    for (Commands& commands : recorded) commands_->append(commands);
    return row_count;
}

}  // namespace ecs
