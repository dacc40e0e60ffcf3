#include "ecs/breakpoints/breakpoints.hpp"

#include <algorithm>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/breakpoints/breakpoint_looks.hpp"
#include "ecs/timeline/timeline.hpp"
#include "ecs/world/journal_room.hpp"
#include "ecs/world/observers.hpp"

namespace ecs {

std::string why_no_system_stops(std::string_view updated_by) {
    return phrase("{} runs its systems itself: nobody else can stop before one", updated_by);
}

Breakpoints::Breakpoints() : looks_(std::make_unique<BreakpointLooks>()) { looks_->copy_limit = default_copy_bytes; }
Breakpoints::~Breakpoints() { detach(); }

void Breakpoints::attach(World& world, Schedule& schedule) {
    detach();
    world_ = &world;
    schedule_ = &schedule;
    arm();
}

void Breakpoints::detach() {
    place_.leave();
    if (world_ != nullptr && world_->journal() == &own_journal_) world_->observe(nullptr);
    world_ = nullptr;
    schedule_ = nullptr;
    looks_->forget();
    hits_.clear();
    stop_.reset();
    hook_calls_ = 0;
    calls_by_hook_.clear();
    system_counts_.clear();
    timeline_ = nullptr;
    for (Breakpoint& each : list_) {
        each.hits = each.stops = 0;
        each.last.reset();  // its values are of the world's types
    }
    ++revision_;
}

void Breakpoints::set_updated_by(std::string name, bool tells_systems) {
    if (updated_by_ == name && tells_systems_ == tells_systems) return;
    updated_by_ = std::move(name);
    tells_systems_ = tells_systems;
    for (Breakpoint& each : list_)
        if (each.kind == BreakpointKind::System && !checked_elsewhere_) read_text(each);
    arm();
}

void Breakpoints::set_checked_elsewhere(bool elsewhere) {
    if (std::exchange(checked_elsewhere_, elsewhere) == elsewhere) return;
    for (Breakpoint& each : list_) read_text(each);
    arm();
}

std::vector<WantedBreakpoint> Breakpoints::wanted() const {
    std::vector<WantedBreakpoint> list;
    for (const Breakpoint& each : list_)
        list.push_back({each.id, each.text, each.enabled && !name_watches_.contains(each.id)});
    return list;
}

void Breakpoints::tell(const BreakpointNews& news) {
    Breakpoint* const found = editable(news.id);
    if (found == nullptr) return;
    ++revision_;
    read_text(*found);
    if (!found->error && !news.error.empty()) found->error = error_at(found->text, 0, news.error);
    found->hits += news.hits;
    found->stops += news.stops;
}

void Breakpoints::tell(BreakpointHit hit) {
    Breakpoint* const found = editable(hit.breakpoint);
    if (found == nullptr) return;
    ++revision_;
    found->last = hit;
    stop_ = std::move(hit);
}

void Breakpoints::set_watches(const WatchValues* watches) { looks_->inputs.watches = watches; }
std::uint64_t Breakpoints::looks() const { return looks_->looks; }
std::uint64_t Breakpoints::chunks_asked() const { return looks_->chunks_asked; }
void Breakpoints::set_copy_limit(std::size_t bytes) { looks_->copy_limit = bytes; }

void Breakpoints::read_text(Breakpoint& breakpoint) {
    breakpoint.error.reset();
    name_watches_.erase(breakpoint.id);
    breakpoint.system.clear();
    const TextResult<BreakpointText> parsed = parse_breakpoint(breakpoint.text);
    breakpoint.kind = BreakpointKind::Holds;
    if (!parsed) {
        breakpoint.error = parsed.error();
        return;
    }
    breakpoint.kind = parsed->kind;
    breakpoint.system = parsed->system;
    if (parsed->kind == BreakpointKind::System && !updated_by_.empty() && !tells_systems_ && !checked_elsewhere_)
        breakpoint.error = error_at(breakpoint.text, 0, why_no_system_stops(updated_by_));
    const std::vector<SyntaxNode>& nodes = parsed->syntax.nodes;
    const auto watch =
        std::find_if(nodes.begin(), nodes.end(), [](const SyntaxNode& node) { return node.kind == SyntaxKind::Watch; });
    if (watch != nodes.end()) name_watches_.insert(breakpoint.id);
    if (watch != nodes.end() && checked_elsewhere_)
        breakpoint.error =
            error_at(breakpoint.text, watch->offset,
                     phrase("The program checks breakpoints itself, and does not know ${}", watch->text));
    if (parsed->times > 1) breakpoint.times = parsed->times;
}

BreakpointId Breakpoints::add(std::string text, bool enabled) {
    if (list_.size() >= most_texts) return no_breakpoint;
    Breakpoint made;
    made.id = ++last_id_;
    made.text = std::move(text);
    made.enabled = enabled;
    read_text(made);
    list_.push_back(std::move(made));
    arm();
    return last_id_;
}

bool Breakpoints::remove(BreakpointId id) {
    if (std::erase_if(list_, [&](const Breakpoint& each) { return each.id == id; }) == 0) return false;
    if (stop_ && stop_->breakpoint == id) stop_.reset();
    std::erase_if(system_counts_, [id](const SystemCount& each) { return each.id == id; });
    arm();
    return true;
}

void Breakpoints::clear() {
    list_.clear();
    stop_.reset();
    system_counts_.clear();
    arm();
}

Breakpoint* Breakpoints::editable(BreakpointId id) {
    const auto found = std::find_if(list_.begin(), list_.end(), [&](const Breakpoint& each) { return each.id == id; });
    return found == list_.end() ? nullptr : &*found;
}
const Breakpoint* Breakpoints::find(BreakpointId id) const { return const_cast<Breakpoints*>(this)->editable(id); }

bool Breakpoints::set_enabled(BreakpointId id, bool enabled) {
    Breakpoint* const found = editable(id);
    if (found == nullptr || found->enabled == enabled) return false;
    found->enabled = enabled;
    arm();
    return true;
}

bool Breakpoints::set_text(BreakpointId id, std::string text) {
    Breakpoint* const found = editable(id);
    if (found == nullptr || found->text == text) return false;
    found->text = std::move(text);
    found->times = 1;
    found->hits = found->stops = 0;
    found->last.reset();
    count_anew(id);
    read_text(*found);
    arm();
    return true;
}

bool Breakpoints::forget_hits(BreakpointId id) {
    Breakpoint* const found = editable(id);
    if (found == nullptr) return false;
    found->hits = found->stops = 0;
    found->last.reset();
    count_anew(id);
    ++revision_;
    return true;
}

void Breakpoints::arm() {
    ++revision_;
    if (world_ == nullptr) return;
    const bool any = !checked_elsewhere_ && std::any_of(list_.begin(), list_.end(), [](const Breakpoint& each) {
        return each.enabled && !(each.error && each.kind == BreakpointKind::Holds && each.text.empty());
    });
    if (!any) {
        place_.leave();
        if (world_->journal() == &own_journal_) world_->observe(nullptr);
        looks_->forget();
        return;
    }
    waits_for_systems_ = std::any_of(list_.begin(), list_.end(), [](const Breakpoint& each) {
        return each.enabled && each.kind == BreakpointKind::System && !each.error;
    });
    take_journal();
    if (!place_.taken()) {
        place_.take(*schedule_, *this);
        const Observers* const observers = world_->find_observers();
        hook_calls_ = observers == nullptr ? 0 : observers->total_calls();
    }
    looks_->arm(*world_, list_);
}

/// What came and went is read from it.
void Breakpoints::take_journal() {
    if (world_->journal() == nullptr) {
        if (own_journal_.capacity() == 0) own_journal_.reserve(10'000);
        world_->observe(&own_journal_);
    }
    if (world_->journal() == &own_journal_)
        own_journal_.reserve(journal_room(own_journal_, own_journal_.total(), *world_));
}

std::optional<BreakpointHit> Breakpoints::take_stop() { return std::exchange(stop_, std::nullopt); }

void Breakpoints::rebase() {
    for (SystemCount& each : system_counts_) {
        each.tick.reset();
        each.count.again = 0;
    }
    stop_.reset();
    if (armed()) looks_->rebase(*world_);
}

void Breakpoints::count_anew(BreakpointId id) {
    for (SystemCount& each : system_counts_)
        if (id == no_breakpoint || each.id == id) each.count = {};
    looks_->count_anew(id);
}

bool Breakpoints::ticks_run_again() const { return timeline_ != nullptr && timeline_->within_recorded_tick(); }

void Breakpoints::look_at_edit(WriterKind writer, std::string_view name) {
    if (armed()) look(writer, name);
}

void Breakpoints::look_at_update() {
    if (!armed() || updated_by_.empty()) return;
    look(WriterKind::Direct, updated_by_);
    looks_->begin_tick(*world_);
    if (world_->journal() == nullptr || world_->journal() == &own_journal_) take_journal();
}

void Breakpoints::look(WriterKind writer, std::string_view name, std::span<const System* const> stage) {
    hits_.clear();
    // A person who edits in the past begins a branch, which is at its end: other edits there were recorded.
    const bool recorded_edit = writer == WriterKind::ByStep && timeline_ != nullptr && !timeline_->at_now();
    looks_->look(*world_, *schedule_, {writer, name, stage, recorded_edit || ticks_run_again()}, list_, hits_);
    if (!hits_.empty()) stop_at(hits_);
}

void Breakpoints::stop_at(std::vector<BreakpointHit>& hits) {
    ++revision_;
    for (BreakpointHit& hit : hits) {
        hit.ran_on = schedule_->of_zones() && updated_by_.empty() && hit.writer != WriterKind::ByStep;
        Breakpoint* const breakpoint = editable(hit.breakpoint);
        if (breakpoint == nullptr) continue;
        ++breakpoint->stops;
        breakpoint->last = hit;
        if (!stop_) stop_ = std::move(hit);
    }
    if (updated_by_.empty()) schedule_->interrupt();
}

/// Between two systems only hooks of observers run, and calls of the program. Which hooks, their counts tell.
void Breakpoints::look_outside() {
    const Observers* const observers = world_->find_observers();
    if (observers == nullptr || observers->total_calls() == hook_calls_) return look(WriterKind::Direct, {});
    hook_calls_ = observers->total_calls();
    std::string names;
    const std::vector<Observers::Description> hooks = observers->descriptions();
    calls_by_hook_.resize(hooks.size());
    for (std::size_t i = 0; i < hooks.size(); ++i)
        if (std::exchange(calls_by_hook_[i], hooks[i].calls) != hooks[i].calls)
            names += (names.empty() ? "" : " or ") + hooks[i].name;
    look(WriterKind::ByHook, names);
}

void Breakpoints::before_system(const World&, const System& system) {
    look_outside();
    if (schedule_->of_zones()) look_before(system.description.name, world_->tick());
}

void Breakpoints::after_system(const World&, const System& system) {
    look(WriterKind::BySystem, system.description.name);
    stop_before_systems();
}

void Breakpoints::before_stage(const World&, std::span<const System* const>) { look_outside(); }

void Breakpoints::after_stage(const World&, std::span<const System* const> systems) {
    std::string names;
    for (const System* system : systems) names += (names.empty() ? "" : " or ") + system->description.name;
    look(WriterKind::BySystem, names, systems);
}

void Breakpoints::after_commands(const World&, const System& system) {
    look(WriterKind::BySystem, system.description.name);
}

void Breakpoints::between_stages(const World& world) {
    if (!schedule_->within_tick()) {
        if (world_->journal() == nullptr || world_->journal() == &own_journal_) take_journal();
        looks_->begin_tick(world);
    }
    look_outside();
    stop_before_systems();
}

/// The next system, or with threads one of those that run together next. Once a tick, so that going on goes on.
void Breakpoints::stop_before_systems() {
    // Which zone runs next, only the program knows.
    if (!waits_for_systems_ || schedule_->of_zones()) return;
    const System* const next = schedule_->next_system();
    if (next == nullptr) return;
    const std::span<const System* const> systems = schedule_->systems();
    const std::span<const std::size_t> stages = schedule_->stages();
    const std::size_t first =
        static_cast<std::size_t>(std::find(systems.begin(), systems.end(), next) - systems.begin());
    const bool together = schedule_->pool != nullptr && schedule_->pool->thread_count() > 1;
    std::vector<std::string_view> names;
    for (std::size_t i = first; i < systems.size() && stages[i] != Schedule::no_stage && stages[i] == stages[first];
         ++i) {
        names.push_back(systems[i]->description.name);
        if (!together) break;
    }
    stop_before(names, world_->tick());
}

void Breakpoints::look_before(std::string_view system, std::uint64_t tick) {
    if (armed() && waits_for_systems_) stop_before({&system, 1}, tick);
}

void Breakpoints::stop_before(std::span<const std::string_view> systems, std::uint64_t tick) {
    hits_.clear();
    const bool again = ticks_run_again();
    for (Breakpoint& each : list_) {
        if (!each.enabled || each.kind != BreakpointKind::System || each.error) continue;
        if (std::find(systems.begin(), systems.end(), each.system) == systems.end()) continue;
        auto counted = std::find_if(system_counts_.begin(), system_counts_.end(),
                                    [&](const SystemCount& count) { return count.id == each.id; });
        if (counted == system_counts_.end()) counted = system_counts_.insert(counted, {each.id, {}, {}});
        if (counted->tick == tick) continue;
        counted->tick = tick;
        if (!again) ++each.hits;
        std::uint64_t& count = counted->count.of(again);
        if (++count < each.times) continue;
        count = 0;
        BreakpointHit hit;
        hit.breakpoint = each.id;
        hit.kind = BreakpointKind::System;
        hit.tick = tick;
        hit.number = again ? 0 : each.hits;
        hit.writer = WriterKind::BySystem;
        hit.writer_name = each.system;
        hits_.push_back(std::move(hit));
    }
    if (!hits_.empty()) stop_at(hits_);
}

}  // namespace ecs
