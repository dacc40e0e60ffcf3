#include "ecs/world/write_log.hpp"

#include "ecs/world/query.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

WriteLog::WriteLog(World& world) : world_(world), next_(world.write_logs_) {
    rows_.reserve(most_rows);  // so that a write never takes memory
    world.write_logs_ = this;
}

WriteLog::~WriteLog() {
    WriteLog** link = &world_.write_logs_;
    while (*link != this) link = &(*link)->next_;
    *link = next_;
}

void WriteLog::clear() {
    rows_.clear();
    for (std::atomic<std::uint64_t>& passes : passes_) passes.store(0, std::memory_order_relaxed);
    complete_ = true;
}

void WriteLog::note_row(Entity entity, ComponentId component) {
    if (rows_.size() < most_rows)
        rows_.push_back({entity, component});
    else
        complete_ = false;
}

// While rows are held, several threads write: none of them may grow the list.
void World::note_write(Entity entity, ComponentId component) {
    for (WriteLog* log = write_logs_; log != nullptr; log = log->next_) {
        if (held_)
            log->note_all_rows(component);
        else
            log->note_row(entity, component);
    }
}

void Query::note_writes(const World& world) const {
    for (const QueryTerm& term : terms_)
        if (term.access == Access::Write)
            for (WriteLog* log = world.write_logs_; log != nullptr; log = log->next_)
                log->note_all_rows(term.known_in(world));
}

}  // namespace ecs
