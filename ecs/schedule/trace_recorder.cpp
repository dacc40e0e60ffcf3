#include "ecs/schedule/trace_recorder.hpp"

#include <algorithm>
#include <tuple>

namespace ecs {

namespace {

std::size_t chunks_in(const World& world) {
    std::size_t count = 0;
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) count += world.archetype(id).chunk_count();
    return count;
}

}  // namespace

TraceRecorder::TraceRecorder(std::size_t ticks, std::size_t most_events)
    : ticks_(std::max<std::size_t>(1, ticks)), most_events_(most_events) {
    spans_.reserve(most_events_);
}

RecordedTicks TraceRecorder::copy() const {
    RecordedTicks kept;
    kept.ticks.reserve(size_);
    for (std::size_t i = 0; i < size_; ++i) kept.ticks.push_back((*this)[i]);
    kept.names.assign(names_.begin(), names_.end());
    kept.thread_count = thread_count_;
    kept.forgotten = total_ - size_;
    return kept;
}

void TraceRecorder::tick_began(const World& world) {
    const std::lock_guard lock(mutex_);
    spans_.clear();
    dropped_ = 0;
    within_tick_ = true;
    changes_before_ = world.structural_changes();
    chunks_before_ = chunks_in(world);
    bytes_before_ = world.blocks().bytes_reserved();
    tick_began_ = std::chrono::steady_clock::now();
}

void TraceRecorder::ran(const TraceSpan& span) noexcept {
    const std::lock_guard lock(mutex_);
    if (spans_.size() < spans_.capacity())
        spans_.push_back(span);
    else
        ++dropped_;
}

void TraceRecorder::tick_ended(const World& world) {
    const TraceSpan::Time end = std::chrono::steady_clock::now();
    const std::lock_guard lock(mutex_);
    if (!within_tick_) return;  // nobody saw it begin
    within_tick_ = false;
    TracedTick& tick = ticks_[next_];
    tick.tick = world.tick();
    tick.begin_ns = since_start(tick_began_);
    tick.end_ns = since_start(end);
    tick.dropped = dropped_;
    tick.entities = world.entity_count();
    tick.chunks = chunks_in(world);
    tick.bytes_in_use = world.blocks().bytes_in_use();
    tick.bytes_reserved = world.blocks().bytes_reserved();
    tick.structural_changes = world.structural_changes() - changes_before_;
    tick.chunks_made = static_cast<std::int64_t>(tick.chunks) - static_cast<std::int64_t>(chunks_before_);
    tick.bytes_taken = static_cast<std::int64_t>(tick.bytes_reserved) - static_cast<std::int64_t>(bytes_before_);
    tick.events.clear();
    tick.events.reserve(spans_.size());
    for (const TraceSpan& span : spans_) {
        thread_count_ = std::max(thread_count_, span.thread + 1);
        tick.events.push_back({.kind = span.kind,
                               .name = span.system ? number_of(*span.system) : TraceEvent::no_name,
                               .thread = span.thread,
                               .begin_ns = since_start(span.begin),
                               .end_ns = since_start(span.end),
                               .amount = span.amount});
    }
    std::stable_sort(tick.events.begin(), tick.events.end(), [](const TraceEvent& a, const TraceEvent& b) {
        return std::tuple(a.thread, a.begin_ns, b.end_ns) < std::tuple(b.thread, b.begin_ns, a.end_ns);
    });
    next_ = (next_ + 1) % ticks_.size();
    size_ = std::min(size_ + 1, ticks_.size());
    ++total_;
}

std::int64_t TraceRecorder::since_start(TraceSpan::Time time) const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(time - start_).count();
}

std::uint32_t TraceRecorder::number_of(const System& system) {
    const std::string& name = system.description.name;
    if (const auto found = numbers_.find(name); found != numbers_.end()) return found->second;
    const auto number = static_cast<std::uint32_t>(names_.size());
    numbers_.emplace(names_.emplace_back(name), number);
    return number;
}

}  // namespace ecs
