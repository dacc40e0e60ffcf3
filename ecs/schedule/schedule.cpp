#include "ecs/schedule/schedule.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace ecs {

namespace {

using Systems = std::vector<System*>;  // in the order of adding

// For each system, by number: the numbers of the systems that must run before it.
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

// "A runs after B, which runs after A". Every remaining system waits for another remaining one, so following them
// leads into a cycle.
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
        order.push_back(systems[*next]);
    }
    return order;
}

bool in_conflict(const SystemAccess& a, const SystemAccess& b) {
    if (a.component != b.component || a.access == Access::None || b.access == Access::None) return false;
    return a.access == Access::Write || b.access == Access::Write;
}

bool clash(const SystemDescription& a, const SystemDescription& b) {
    return std::any_of(a.accesses.begin(), a.accesses.end(), [&](const SystemAccess& mine) {
        return std::any_of(b.accesses.begin(), b.accesses.end(),
                           [&](const SystemAccess& theirs) { return in_conflict(mine, theirs); });
    });
}

// Whether one of the two asked to run before the other.
bool ordered(const SystemDescription& a, const SystemDescription& b) {
    const auto names = [](const std::vector<std::string>& list, const std::string& name) {
        return std::find(list.begin(), list.end(), name) != list.end();
    };
    return names(a.before, b.name) || names(a.after, b.name) || names(b.before, a.name) || names(b.after, a.name);
}

}  // namespace

std::string_view name_of(Phase phase) {
    static constexpr std::array<std::string_view, 3> names{"PreUpdate", "Update", "PostUpdate"};
    return names[static_cast<std::size_t>(phase)];
}

std::string Schedule::why_not_add(const SystemDescription& description) const {
    if (description.name.empty()) return "a system needs a name";
    if (find(description.name)) return "there is a system named " + description.name + " already";
    if (within_tick()) return description.name + " cannot be added in the middle of a tick";
    System candidate;
    candidate.description = description;
    Systems all;
    for (const auto& system : systems_) all.push_back(system.get());
    all.push_back(&candidate);
    const Result<std::vector<System*>> order = settle_order(all);
    return order ? std::string() : order.error();
}

Result<std::size_t> Schedule::add(SystemDescription description, std::size_t position) {
    if (std::string reason = why_not_add(description); !reason.empty()) return Error{std::move(reason)};
    position = std::min(position, systems_.size());
    auto system = std::make_unique<System>();
    system->enabled = description.enabled;
    system->description = std::move(description);
    Systems all;
    all.reserve(systems_.size() + 1);
    for (const auto& each : systems_) all.push_back(each.get());
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(position), system.get());
    Result<std::vector<System*>> order = settle_order(all);
    if (!order) return Error{order.error()};
    stages_.reserve(all.size());
    stage_.reserve(all.size());
    created_.reserve(all.size());
    systems_.reserve(all.size());
    // From here on nothing can fail.
    systems_.insert(systems_.begin() + static_cast<std::ptrdiff_t>(position), std::move(system));
    order_ = std::move(*order);
    settle_stages();
    return position;
}

void Schedule::add_or_fail(SystemDescription description) {
    if (const Result<std::size_t> added = add(std::move(description)); !added) fail("Schedule: " + added.error());
}

World* Schedule::own_world(const char* call) const {
    if (!world_)
        fail(std::string("Schedule: ") + call + " needs a world; make the schedule with one: Schedule schedule(world)");
    return world_;
}

std::optional<Schedule::Removed> Schedule::remove(World& world, std::string_view name) {
    const auto found = std::find_if(systems_.begin(), systems_.end(),
                                    [&](const auto& system) { return system->description.name == name; });
    if (found == systems_.end() || within_tick() || !may_run("remove")) return std::nullopt;
    System& system = **found;
    Systems all;
    all.reserve(systems_.size());
    for (const auto& each : systems_)
        if (each.get() != &system) all.push_back(each.get());
    Result<std::vector<System*>> order = settle_order(all);
    if (!order) return std::nullopt;  // cannot happen: there is one system fewer to wait for
    if (const auto made = std::find(created_.begin(), created_.end(), &system); made != created_.end()) {
        created_.erase(made);
        system.created = false;
        set_up(world, system, system.description.on_destroy);
    }
    Removed removed{std::move(system.description), static_cast<std::size_t>(found - systems_.begin())};
    removed.description.enabled = system.enabled || system.waiting;
    systems_.erase(found);
    order_ = std::move(*order);
    settle_stages();
    return removed;
}

const System* Schedule::find(std::string_view name) const {
    const auto found =
        std::find_if(order_.begin(), order_.end(), [&](const System* s) { return s->description.name == name; });
    return found == order_.end() ? nullptr : *found;
}

bool Schedule::set_enabled(std::string_view name, bool enabled) {
    if (const AccessScope* scope = AccessScope::current(); running_ && scope && scope->parallel) {
        fail("Schedule: set_enabled was called by system " + std::string(scope->system) + ", which is parallel");
        return false;
    }
    for (System* system : order_) {
        if (system->description.name != name) continue;
        system->enabled = enabled;
        system->waiting = false;
        if (enabled) system->problem.clear();
        settle_stages();
        return true;
    }
    return false;
}

bool Schedule::set_note(std::string_view name, std::string group, double system_budget_us) {
    for (System* system : order_) {
        if (system->description.name != name) continue;
        system->description.group = std::move(group);
        system->description.budget_us = system_budget_us;
        return true;
    }
    return false;
}

bool Schedule::set_stats(std::string_view name, const SystemStats& stats) {
    for (System* system : order_) {
        if (system->description.name != name) continue;
        system->stats = stats;
        return true;
    }
    return false;
}

std::size_t Schedule::position_of(std::string_view name) const {
    const auto found = std::find_if(systems_.begin(), systems_.end(),
                                    [&](const auto& system) { return system->description.name == name; });
    return found == systems_.end() ? last : static_cast<std::size_t>(found - systems_.begin());
}

std::optional<std::size_t> Schedule::move(std::string_view name, std::size_t position) {
    const std::size_t former = position_of(name);
    if (former == last || within_tick() || !may_run("move")) return std::nullopt;
    position = std::min(position, systems_.size() - 1);
    Systems all;
    all.reserve(systems_.size());
    for (const auto& each : systems_)
        if (each->description.name != name) all.push_back(each.get());
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(position), systems_[former].get());
    Result<std::vector<System*>> order = settle_order(all);
    if (!order) return std::nullopt;  // cannot happen: the systems wait for the same ones as before
    const auto at = [&](std::size_t place) { return systems_.begin() + static_cast<std::ptrdiff_t>(place); };
    if (former < position)
        std::rotate(at(former), at(former + 1), at(position + 1));
    else
        std::rotate(at(position), at(former), at(former + 1));
    order_ = std::move(*order);
    settle_stages();
    return former;
}

void Schedule::bind_anew(const World& world) {
    for (System* system : order_) {
        if (!system->description.bind) continue;
        std::string why = system->description.bind(world, system->description);
        if (!why.empty()) {
            system->waiting = system->waiting || system->enabled;
            system->enabled = false;
            system->problem = std::move(why);
        } else if (system->waiting) {
            system->waiting = false;
            system->enabled = true;
            system->problem.clear();
        }
    }
    settle_stages();
}

void Schedule::settle_stopped() {
    bool any = false;
    for (System* system : order_) {
        if (system->problem.empty() || !system->enabled) continue;
        system->enabled = false;
        any = true;
    }
    if (any) settle_stages();
}

std::vector<std::string> Schedule::conflicts(const System& system) const {
    std::vector<std::string> names;
    for (const System* other : order_)
        if (other != &system && clash(system.description, other->description)) names.push_back(other->description.name);
    return names;
}

bool Schedule::can_join(std::span<System* const> stage, const System& next) const {
    const SystemDescription& mine = next.description;
    if (!mine.parallel || (!next.created && mine.on_create)) return false;
    return std::none_of(stage.begin(), stage.end(), [&](const System* member) {
        const SystemDescription& theirs = member->description;
        return !theirs.parallel || theirs.records_commands || theirs.phase != mine.phase ||
               (theirs.uses_random && mine.uses_random) || clash(mine, theirs) || ordered(mine, theirs);
    });
}

// Takes no memory: add() has reserved it.
void Schedule::settle_stages() {
    stages_.assign(order_.size(), no_stage);
    stage_.clear();
    std::size_t number = 0;
    for (std::size_t i = 0; i < order_.size(); ++i) {
        if (!order_[i]->enabled) continue;
        if (!stage_.empty() && !can_join(stage_, *order_[i])) {
            stage_.clear();
            ++number;
        }
        stage_.push_back(order_[i]);
        stages_[i] = number;
    }
}

}  // namespace ecs
