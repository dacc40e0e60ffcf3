#include "panels/archetypes/archetype_history.hpp"

#include <algorithm>

namespace panels {

void ArchetypeHistory::clear() { *this = {}; }

std::size_t ArchetypeHistory::limit() const {
    return std::clamp(samples_max / std::max<std::size_t>(lines_.size(), 1), fewest, most);
}

bool ArchetypeHistory::look(std::uint64_t tick, bool after_pause) {
    if (!looked_ || tick < first_tick_) first_tick_ = tick;
    if (looked_ && after_pause && tick > last_tick_ + 1) {
        if (gaps_.size() == gaps_max) gaps_.erase(gaps_.begin());
        gaps_.push_back({last_tick_ + 1, tick - 1});
    }
    const bool went_back = looked_ && tick < last_tick_;
    if (went_back) forget_after(tick);
    last_tick_ = tick;
    looked_ = true;
    return went_back;
}

void ArchetypeHistory::forget_after(std::uint64_t tick) {
    while (!gaps_.empty() && gaps_.back().last >= tick) gaps_.pop_back();
    for (Line& line : lines_) {
        while (!line.samples.empty() && line.samples.back().tick > tick) {
            line.samples.pop_back();
            --sample_count_;
        }
    }
}

void ArchetypeHistory::drop_oldest(Line& line, std::size_t count) {
    line.samples.erase(line.samples.begin(), line.samples.begin() + static_cast<std::ptrdiff_t>(count));
    line.dropped += count;
    sample_count_ -= count;
}

void ArchetypeHistory::record(ecs::ArchetypeId archetype, std::uint64_t tick, const ArchetypeFacts& facts) {
    if (archetype >= lines_.size()) {
        const std::size_t before = limit();
        lines_.resize(archetype + 1);
        if (limit() < before)
            for (Line& line : lines_)
                if (line.samples.size() > limit()) drop_oldest(line, line.samples.size() - limit());
    }
    Line& line = lines_[archetype];
    while (!line.samples.empty() && line.samples.back().tick >= tick) {
        line.samples.pop_back();
        --sample_count_;
    }
    // Drops a few samples at once, so that a full line does not move all its samples for each new one.
    const std::size_t max_now = limit();
    if (line.samples.size() >= max_now) drop_oldest(line, line.samples.size() - max_now + 1 + max_now / 16);
    line.samples.push_back({tick, facts});
    ++sample_count_;
}

std::span<const ArchetypeSample> ArchetypeHistory::samples(ecs::ArchetypeId archetype) const {
    if (archetype >= lines_.size()) return {};
    return lines_[archetype].samples;
}

std::uint64_t ArchetypeHistory::dropped(ecs::ArchetypeId archetype) const {
    return archetype < lines_.size() ? lines_[archetype].dropped : 0;
}

const ArchetypeSample* ArchetypeHistory::at(ecs::ArchetypeId archetype, std::uint64_t tick) const {
    const std::span<const ArchetypeSample> all = samples(archetype);
    const auto after =
        std::upper_bound(all.begin(), all.end(), tick,
                         [](std::uint64_t wanted, const ArchetypeSample& sample) { return wanted < sample.tick; });
    return after == all.begin() ? nullptr : &*(after - 1);
}

}  // namespace panels
