#include "ecs/chunk_pass.hpp"

#include <deque>

#include "ecs/commands.hpp"
#include "ecs/job_pool.hpp"

namespace ecs {

ChunkPass::ChunkPass(Query& query, World& world) : world_(world), hold_(world) {
    query.check_accesses(world);
    query.update(world);
    for (const QueryTerm& term : query.terms()) accesses_.push_back({term.component, term.access});
    for (Query::Match& match : query.matches_) {
        query.match_chunks(match, [&](const ChunkRows& rows) {
            query.mark_written(world, match, *rows.chunk_);
            chunks_.push_back(rows);
            row_count_ += rows.size();
        });
    }
}

void ChunkPass::run(JobPool* pool, Commands* commands, const Visit& visit) const {
    AccessScope scope;
    if (const AccessScope* outer = AccessScope::current(); outer && outer->world == &world_) scope = *outer;
    scope.world = &world_;
    scope.within_chunk = true;
    scope.visited = accesses_;
    scope.commands = commands;
    if (!pool || pool->thread_count() == 1) {
        const ScopeGuard guard(&scope);
        for (const ChunkRows& rows : chunks_) visit(rows, commands);
        return;
    }
    if (!commands) {
        pool->run(chunks_.size(), [&](std::size_t number) {
            const ScopeGuard guard(&scope);
            visit(chunks_[number], nullptr);
        });
        return;
    }
    std::deque<Commands> parts;
    for (std::size_t i = 0; i < chunks_.size(); ++i) parts.emplace_back(commands->world());
    pool->run(chunks_.size(), [&](std::size_t number) {
        AccessScope own = scope;
        own.commands = &parts[number];
        const ScopeGuard guard(&own);
        visit(chunks_[number], &parts[number]);
    });
    for (Commands& part : parts) commands->append(part);
}

}  // namespace ecs
