#include "ecs/diagnose/traffic.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace ecs {

Traffic::Traffic(std::uint64_t window_ticks) : window_ticks_(std::max<std::uint64_t>(1, window_ticks)) {}

void Traffic::clear() { *this = Traffic(window_ticks_); }

void Traffic::read(const Journal& journal, std::uint64_t next_tick) {
    if (!began_) {
        begin(journal, next_tick);
    } else if (journal.total() < read_ || next_tick < newest_tick_) {
        // Another journal, or a world that went back: the counts belong to something else.
        clear();
        began_ = true;
        first_tick_ = next_tick;
        read_ = journal.total();
    }
    newest_tick_ = next_tick;
    const std::uint64_t oldest_wanted = next_tick > window_ticks_ ? next_tick - window_ticks_ : 0;
    if (journal.dropped() > read_) {
        // The missed changes were made at or before the tick of the oldest kept change, perhaps before the window
        // begins.
        const std::uint64_t latest = journal.size() > 0 ? journal[0].tick : next_tick;
        if (latest >= oldest_wanted) {
            tick(latest).missed += journal.dropped() - read_;
            missed_ += journal.dropped() - read_;
        }
        read_ = journal.dropped();
    }
    const auto at = [&](std::uint64_t number) { return journal[static_cast<std::size_t>(number - journal.dropped())]; };
    // After a long pause, changes that would be forgotten at once need not be counted.
    while (read_ < journal.total() && at(read_).tick < oldest_wanted) ++read_;
    for (; read_ < journal.total(); ++read_) count(at(read_));
    forget_before(oldest_wanted);
}

// The content of the journal counts, from the first tick of which it has all changes.
void Traffic::begin(const Journal& journal, std::uint64_t next_tick) {
    began_ = true;
    first_tick_ = next_tick;
    read_ = journal.dropped();
    if (journal.size() == 0) return;
    const std::uint64_t oldest = journal[0].tick;
    const auto at = [&](std::uint64_t number) {
        return journal[static_cast<std::size_t>(number - journal.dropped())].tick;
    };
    if (journal.dropped() > 0)
        while (read_ < journal.total() && at(read_) == oldest) ++read_;
    if (read_ < journal.total()) first_tick_ = std::min(at(read_), next_tick);
}

Traffic::Tick& Traffic::tick(std::uint64_t number) {
    if (ticks_.empty() || ticks_.back().number < number) {
        ticks_.emplace_back();
        ticks_.back().number = number;
    }
    return ticks_.back();
}

void Traffic::count(const StructuralChange& change) {
    switch (change.kind) {
        case ChangeKind::Created:
        case ChangeKind::Destroyed:
        case ChangeKind::Moved: {
            last_key_ = {change.from.archetype, change.to.archetype, change.component, change.added, change.cause};
            Count& count = tick(change.tick).counts[last_key_];
            ++count.moves;
            count.bytes += change.bytes_copied;
            // Undo brings a handle back, which then moves for the first time.
            if (change.kind != ChangeKind::Moved) return forget(change.entity);
            LastMove& last = last_move_of(change.entity, change.tick);
            const bool recent = last.generation == change.entity.generation && last.tick + window_ticks_ > change.tick;
            if (recent && last.from == change.to.archetype && last.to == change.from.archetype) ++count.returns;
            last = {change.from.archetype, change.to.archetype, change.entity.generation, change.tick};
            return;
        }
        case ChangeKind::FilledHole:
            tick(change.tick).counts[last_key_].bytes += change.bytes_copied;
            return;
        case ChangeKind::Restored:
            ticks_.clear();
            last_moves_.clear();
            missed_ = 0;
            return;
        case ChangeKind::ChunkMade:
        case ChangeKind::ChunkGrown:
        case ChangeKind::ChunkShrunk:
        case ChangeKind::ChunkFreed:
            return;
    }
}

void Traffic::forget_before(std::uint64_t tick) {
    while (!ticks_.empty() && ticks_.front().number < tick) {
        missed_ -= ticks_.front().missed;
        ticks_.pop_front();
    }
    // Some pages in each read, all of them in each window.
    const std::size_t some = std::min<std::size_t>(last_moves_.size(), last_moves_.size() / window_ticks_ + 1);
    for (std::size_t i = 0; i < some; ++i) {
        if (next_page_ >= last_moves_.size()) next_page_ = 0;
        std::unique_ptr<MovesPage>& page = last_moves_[next_page_++];
        if (page != nullptr && page->newest_tick < tick) page.reset();
    }
}

void Traffic::forget(Entity entity) {
    const std::size_t number = entity.index / MovesPage::slots;
    if (number < last_moves_.size() && last_moves_[number] != nullptr)
        last_moves_[number]->moves[entity.index % MovesPage::slots] = {};
}

Traffic::LastMove& Traffic::last_move_of(Entity entity, std::uint64_t tick) {
    const std::size_t number = entity.index / MovesPage::slots;
    if (number >= last_moves_.size()) last_moves_.resize(number + 1);
    std::unique_ptr<MovesPage>& page = last_moves_[number];
    if (page == nullptr) page = std::make_unique<MovesPage>();
    page->newest_tick = tick;
    return page->moves[entity.index % MovesPage::slots];
}

std::uint64_t Traffic::ticks_seen() const { return began_ ? std::min(newest_tick_ - first_tick_, window_ticks_) : 0; }

std::vector<TrafficEdge> Traffic::edges() const {
    std::map<Key, Count> sums;
    for (const Tick& each : ticks_) {
        for (const auto& [key, count] : each.counts) {
            Count& sum = sums[key];
            sum.moves += count.moves;
            sum.bytes += count.bytes;
            sum.returns += count.returns;
        }
    }
    std::vector<TrafficEdge> edges;
    for (const auto& [key, count] : sums)
        if (count.moves > 0)
            edges.push_back({key.from, key.to, key.component, key.added, key.cause, count.moves, count.bytes,
                             count.returns, count.returns >= returns_of_ping_pong});
    // Rows that return went out on the opposite edge first: both edges are ping-pong, even when their causes differ.
    std::set<std::pair<ArchetypeId, ArchetypeId>> returning;
    for (const TrafficEdge& edge : edges)
        if (edge.returns >= returns_of_ping_pong) returning.emplace(edge.from, edge.to);
    for (TrafficEdge& edge : edges)
        if (returning.count({edge.to, edge.from}) != 0) edge.ping_pong = true;
    std::stable_sort(edges.begin(), edges.end(),
                     [](const TrafficEdge& a, const TrafficEdge& b) { return a.moves > b.moves; });
    return edges;
}

}  // namespace ecs
