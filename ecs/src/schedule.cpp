#include "ecs/schedule.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <utility>

namespace ecs {

namespace {

using Systems = std::vector<std::unique_ptr<System>>;

// For each system, by number: the numbers of those that must run before it.
std::vector<std::vector<std::size_t>> predecessors(const Systems& systems) {
    std::vector<std::vector<std::size_t>> result(systems.size());
    const auto in_same_phase = [&](std::size_t system, const std::string& name) {
        const auto found = std::find_if(systems.begin(), systems.end(), [&](const auto& other) {
            return other->description.name == name && other->description.phase == systems[system]->description.phase;
        });
        return static_cast<std::size_t>(found - systems.begin());
    };
    for (std::size_t i = 0; i < systems.size(); ++i) {
        for (const std::string& name : systems[i]->description.after)
            if (const std::size_t other = in_same_phase(i, name); other < systems.size()) result[i].push_back(other);
        for (const std::string& name : systems[i]->description.before)
            if (const std::size_t other = in_same_phase(i, name); other < systems.size()) result[other].push_back(i);
    }
    return result;
}

// "A runs after B, which runs after A". Every system that is left waits for another one that is left, so following
// these leads into a circle.
std::string circle_text(const Systems& systems, const std::vector<std::vector<std::size_t>>& before,
                        const std::vector<bool>& settled) {
    std::vector<std::size_t> path{
        static_cast<std::size_t>(std::find(settled.begin(), settled.end(), false) - settled.begin())};
    auto start = path.end();
    while (start == path.end()) {
        const std::vector<std::size_t>& waits_for = before[path.back()];
        const std::size_t next =
            *std::find_if(waits_for.begin(), waits_for.end(), [&](std::size_t i) { return !settled[i]; });
        const auto seen = std::find(path.begin(), path.end(), next);
        const auto position = seen - path.begin();
        const bool closed = seen != path.end();
        path.push_back(next);
        start = closed ? path.begin() + position : path.end();
    }
    std::string text = "systems wait for each other in a circle: " + systems[*start]->description.name;
    const char* link = " runs after ";
    for (auto each = start + 1; each != path.end(); ++each) {
        text += link + systems[*each]->description.name;
        link = ", which runs after ";
    }
    return text;
}

Result<std::vector<System*>> settle_order(const Systems& systems) {
    const std::vector<std::vector<std::size_t>> before = predecessors(systems);
    std::vector<std::size_t> candidates(systems.size());
    std::iota(candidates.begin(), candidates.end(), std::size_t{0});
    std::stable_sort(candidates.begin(), candidates.end(), [&](std::size_t a, std::size_t b) {
        return systems[a]->description.phase < systems[b]->description.phase;
    });

    std::vector<System*> order;
    std::vector<bool> settled(systems.size());
    while (order.size() < systems.size()) {
        const auto next = std::find_if(candidates.begin(), candidates.end(), [&](std::size_t i) {
            return !settled[i] &&
                   std::all_of(before[i].begin(), before[i].end(), [&](std::size_t b) { return settled[b]; });
        });
        if (next == candidates.end()) return Error{circle_text(systems, before, settled)};
        settled[*next] = true;
        order.push_back(systems[*next].get());
    }
    return order;
}

bool in_conflict(const SystemAccess& a, const SystemAccess& b) {
    if (a.component != b.component || a.access == Access::None || b.access == Access::None) return false;
    return a.access == Access::Write || b.access == Access::Write;
}

}  // namespace

std::string_view name_of(Phase phase) {
    static constexpr std::array<std::string_view, 3> names{"PreUpdate", "Update", "PostUpdate"};
    return names[static_cast<std::size_t>(phase)];
}

Result<std::size_t> Schedule::add(SystemDescription description) {
    if (description.name.empty()) return Error{"a system needs a name"};
    if (find(description.name)) return Error{"there is a system named " + description.name + " already"};
    if (within_tick()) return Error{description.name + " cannot be added in the middle of a tick"};
    auto system = std::make_unique<System>();
    system->enabled = description.enabled;
    system->description = std::move(description);
    systems_.push_back(std::move(system));
    try {
        Result<std::vector<System*>> order = settle_order(systems_);
        if (order) {
            order_ = std::move(*order);
            return systems_.size() - 1;
        }
        systems_.pop_back();
        return Error{order.error()};
    } catch (...) {
        systems_.pop_back();
        throw;
    }
}

const System* Schedule::find(std::string_view name) const {
    const auto found =
        std::find_if(order_.begin(), order_.end(), [&](const System* s) { return s->description.name == name; });
    return found == order_.end() ? nullptr : *found;
}

bool Schedule::set_enabled(std::string_view name, bool enabled) {
    for (System* system : order_) {
        if (system->description.name != name) continue;
        system->enabled = enabled;
        return true;
    }
    return false;
}

std::vector<std::string> Schedule::conflicts(const System& system) const {
    std::vector<std::string> names;
    for (const System* other : order_) {
        if (other == &system) continue;
        const bool found = std::any_of(
            system.description.accesses.begin(), system.description.accesses.end(), [&](const SystemAccess& mine) {
                return std::any_of(other->description.accesses.begin(), other->description.accesses.end(),
                                   [&](const SystemAccess& theirs) { return in_conflict(mine, theirs); });
            });
        if (found) names.push_back(other->description.name);
    }
    return names;
}

bool Schedule::may_run(const char* call) {
    if (!running_) return true;
    fail(std::string("Schedule: ") + call + " was called by a system that this schedule runs");
    return false;
}

void Schedule::tick(World& world) {
    if (!may_run("tick")) return;
    while (position_ < order_.size()) {
        System& system = *order_[position_++];
        if (system.enabled) run(world, system);
    }
    end_tick(world);
}

const System* Schedule::step_system(World& world) {
    if (!may_run("step_system")) return nullptr;
    const System* next = next_system();
    if (next) {
        while (order_[position_] != next) ++position_;
        run(world, *order_[position_++]);
    }
    if (!next_system()) end_tick(world);
    return next;
}

const System* Schedule::next_system() const {
    for (std::size_t i = position_; i < order_.size(); ++i)
        if (order_[i]->enabled) return order_[i];
    return nullptr;
}

void Schedule::end_tick(World& world) {
    position_ = 0;
    world.set_tick(world.tick() + 1);
}

void Schedule::run(World& world, System& system) {
    if (system.cause == 0) system.cause = world.cause(system.description.name);
    if (!system.created) {
        created_.push_back(&system);
        system.created = true;
        call(world, system, system.description.on_create);
    }
    if (hook) hook->before_system(world, system);

    const std::uint64_t changes_before = world.structural_changes();
    const auto start = std::chrono::steady_clock::now();
    system.stats.entities_visited = call(world, system, system.description.run);
    const double secs = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

    SystemStats& stats = system.stats;
    stats.structural_changes = world.structural_changes() - changes_before;
    stats.last_secs = secs;
    stats.total_secs += secs;
    stats.min_secs = stats.runs == 0 ? secs : std::min(stats.min_secs, secs);
    stats.max_secs = std::max(stats.max_secs, secs);
    ++stats.runs;
    if (hook) hook->after_system(world, system);
}

// Calls one function of a system and plays its commands back; returns how many entities it visited.
std::size_t Schedule::call(World& world, System& system, const SystemFunction& function) {
    if (!function) return 0;
    struct Scope {
        World& world;
        bool& running;
        CauseId former;
        ~Scope() {
            world.set_cause(former);
            running = false;
        }
    };
    ++total_calls_;
    running_ = true;
    const Scope scope{world, running_, world.set_cause(system.cause)};
    Commands commands(world);
    SystemContext context{world, commands, random, dt_secs, world.tick()};
    function(context);
    system.stats.skipped_commands += commands.play_back();
    return context.entities_visited;
}

void Schedule::shut_down(World& world) {
    if (!may_run("shut_down")) return;
    while (!created_.empty()) {
        System& system = *created_.back();
        created_.pop_back();
        system.created = false;
        call(world, system, system.description.on_destroy);
    }
}

}  // namespace ecs
