#include "ecs/world/chunk_pass.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <vector>

#include "ecs/base/job_pool.hpp"
#include "ecs/world/commands.hpp"

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
    // Only the visitor of a chunk touches its header: headers are spread over the memory.
    struct Part {
        std::size_t first;  // number of its first chunk
        const Query::Match* match;
    };
    std::vector<Part> parts;
    std::size_t chunk_count = 0, row_count = 0;
    query_.update(world_);
    for (Query::Match& match : query_.matches_) {
        if (!Query::bring_up_to_date(match)) continue;
        parts.push_back({chunk_count, &match});
        chunk_count += match.archetype->chunk_count();
        row_count += match.archetype->entity_count();
    }
    const std::uint64_t now = query_.begin_writing(world_);
    std::deque<Commands> recorded;
    if (commands_)
        for (std::size_t i = 0; i < chunk_count; ++i) recorded.emplace_back(world_);

    pool.run(chunk_count, [&](std::size_t number) {
        const Part& part =
            *std::prev(std::upper_bound(parts.begin(), parts.end(), number,
                                        [](std::size_t each, const Part& other) { return each < other.first; }));
        const ChunkRows rows = Query::rows_at(*part.match, number - part.first);
        Query::mark_written(*part.match, rows, now);
        if (!commands_) {
            const ScopeGuard guard(&scope_);
            visit(rows, nullptr);
            return;
        }
        AccessScope scope = scope_;
        scope.commands = &recorded[number];
        const ScopeGuard guard(&scope);
        visit(rows, &recorded[number]);
    });
    for (Commands& commands : recorded) commands_->append(commands);
    return row_count;
}

}  // namespace ecs
