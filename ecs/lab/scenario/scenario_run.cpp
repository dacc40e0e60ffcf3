#include "ecs/lab/scenario/scenario_run.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "ecs/lab/scenario/bullets.hpp"
#include "ecs/lab/scenario/scenario.hpp"

namespace ecs::lab {

ScenarioRun::ScenarioRun(const Scenario& scenario, StorageKind kind, Mode mode, const StorageOptions& options,
                         Tracing tracing)
    : scenario_(scenario), tracing_(tracing), planned_(scenario.types.size()) {
    if (tracing != Tracing::None) trace_.emplace(arena_, tracing == Tracing::Events);
    storage_ = make_storage(kind, mode, options, scenario.types, arena_, trace());
    storage_->moved = [this](Handle before, Handle after) {
        const auto owner = owners_.find(before.bits);
        if (owner == owners_.end()) return;
        const std::uint64_t number = owner->second;
        owners_.erase(owner);
        log_owner(before);
        set_true_handle(number, after, false);
    };
}

void ScenarioRun::set_true_handle(std::uint64_t number, Handle handle, bool since_first_event) {
    entities_[number].truly = handle;
    owners_[handle.bits] = number;
    log_owner(handle, since_first_event);
}

void ScenarioRun::log_owner(Handle handle, bool since_first_event) {
    if (!trace_ || !trace_->keeps_events()) return owner_log_.clear();
    const auto owner = owners_.find(handle.bits);
    const auto number = owner == owners_.end() ? std::nullopt : std::optional(owner->second);
    std::vector<OwnerFrom>& log = owner_log_[handle.bits];
    if (log.empty() ? !number : log.back().number == number) return;
    const std::size_t event = since_first_event ? trace_->operations().back().begin + 1 : trace_->events().size();
    log.push_back({log.empty() ? event : std::max(event, log.back().event), number});
}

void ScenarioRun::begin(std::string what, bool keeps_lines) {
    if (trace_) {
        const bool all = tracing_ == Tracing::Lines || (tracing_ == Tracing::Events && trace_->keeps_events());
        trace_->begin_operation(std::move(what), keeps_lines || all);
    }
    ++results_.back().operations;
    count_work();
}

void ScenarioRun::report_to(Progress& progress, std::uint64_t before) {
    reported_ = &progress;
    reported_before_ = before;
    report(done_work_);
}

void ScenarioRun::note(const Outcome& outcome) {
    StepResult& result = results_.back();
    if (outcome.verdict == Verdict::Done) return;
    ++(outcome.verdict == Verdict::Refused ? result.refused : result.bitten);
    if (result.rule.empty() && result.why.empty()) {
        result.rule = outcome.rule;
        result.why = outcome.why;
    }
}

template <class Function>
void ScenarioRun::for_each(const Which& which, Function&& function) {
    std::optional<Handle> place;
    if (which.same_place && storage_->kind() == StorageKind::ArchetypeBlock && storage_->mode() == Mode::Faithful)
        place = handle_of(which.first);
    for (std::uint64_t i = 0; i < which.count && !stop_.stop_requested(); ++i) {
        const std::uint64_t number = which.first + i * which.stride;
        if (number >= entities_.size() || !entities_[number].created) continue;
        if (place)
            function(entity_of(*place).value_or(number), *place, i);
        else
            function(number, entities_[number].held, i);
    }
}

const StepResult& ScenarioRun::step() {
    const ScenarioStep& step = scenario_.steps[results_.size()];
    const std::size_t operations = trace_ ? trace_->operations().size() : 0;
    results_.emplace_back().first_operation = operations;
    step_work_ = planned_.add(step);
    std::visit([this](const auto& what) { run(what); }, step.what);
    report(planned_.sum());  // a query may have met fewer rows than planned
    if (trace_) {
        trace_->end_operation();
        for (std::size_t i = operations; i < trace_->operations().size(); ++i)
            results_.back().work += trace_->operations()[i].work;
    }
    return results_.back();
}

void ScenarioRun::run_to(std::size_t steps) {
    while (done() < steps && !finished() && !stop_.stop_requested()) step();
}

void ScenarioRun::run(const CreateStep& step) {
    std::vector<std::vector<std::byte>> bytes;
    std::vector<Value> values;
    for (std::uint64_t i = 0; i < step.count && !stop_.stop_requested(); ++i) {
        bytes.clear();
        values.clear();
        for (const PlannedValue& value : step.values) {
            if (value.where && !value.where->holds(i)) continue;
            bytes.push_back(value_at(value, *scenario_.types[value.type], i));
            values.push_back({value.type, bytes.back().data()});
        }
        const std::uint64_t number = entities_.size();
        begin(trace_ ? "create " + scenario_.entity_name(number) : std::string{});
        entities_.emplace_back();
        const Outcome outcome = storage_->create(values);
        note(outcome);
        if (!outcome) continue;
        entities_[number] = {outcome.handle, outcome.handle, true, true};
        set_true_handle(number, outcome.handle);
    }
}

void ScenarioRun::run(const DestroyStep& step) {
    for_each(step.of, [&](std::uint64_t number, Handle handle, std::uint64_t) {
        begin(trace_ ? "destroy " + scenario_.entity_name(number) : std::string{});
        note(destroy(handle));
    });
}

Outcome ScenarioRun::destroy(Handle handle) {
    // The handle decides now which entity is destroyed; afterwards the storage may report that another one took its
    // place.
    const std::optional<std::uint64_t> victim = entity_of(handle);
    if (victim) {
        owners_.erase(handle.bits);
        entities_[*victim].alive = false;
    }
    const Outcome outcome = storage_->destroy(handle);
    if (!outcome && victim) {
        owners_[handle.bits] = *victim;
        entities_[*victim].alive = true;
    }
    log_owner(handle);
    return outcome;
}

void ScenarioRun::run(const ValueStep& step) {
    for_each(step.of, [&](std::uint64_t number, Handle handle, std::uint64_t i) {
        if (step.value.where && !step.value.where->holds(i)) return;
        const std::vector<std::byte> bytes = value_at(step.value, *scenario_.types[step.value.type], i);
        const Value value{step.value.type, bytes.data()};
        begin(trace_ ? std::string(name_of(step.operation)) + " " + scenario_.types[value.type]->name + " to " +
                           scenario_.entity_name(number)
                     : std::string{});
        const bool adds = step.operation == OperationKind::Add;
        const std::optional<std::uint64_t> owner = entity_of(handle);
        if (adds && owner) owners_.erase(handle.bits);
        const Outcome outcome = adds ? storage_->add(handle, value) : storage_->set(handle, value);
        note(outcome);
        if (!adds) return;
        const Handle now = outcome ? outcome.handle : handle;
        entities_[number].held = now;
        if (owner) set_true_handle(*owner, now);
        log_owner(handle);
    });
}

void ScenarioRun::run(const TypeStep& step) {
    for_each(step.of, [&](std::uint64_t number, Handle handle, std::uint64_t) {
        const ComponentType& type = *scenario_.types[step.type];
        begin(trace_ ? std::string(name_of(step.operation)) + " " + type.name + " of " + scenario_.entity_name(number)
                     : std::string{});
        if (step.operation == OperationKind::Get) {
            std::vector<std::byte> bytes(type.size);
            const Outcome outcome = storage_->get(handle, step.type, bytes.data());
            note(outcome);
            if (outcome) results_.back().answer = hex_text(bytes);
            return;
        }
        const std::optional<std::uint64_t> owner = entity_of(handle);
        if (owner) owners_.erase(handle.bits);
        const Outcome outcome = storage_->remove(handle, step.type);
        note(outcome);
        const Handle now = outcome ? outcome.handle : handle;
        entities_[number].held = now;
        if (owner) set_true_handle(*owner, now);
        log_owner(handle);
    });
}

void ScenarioRun::run(const EachStep& step) {
    std::array<std::vector<std::byte>, max_join> values;
    std::uint64_t row_bytes = 0;
    for (std::size_t i = 0; i < step.join.size(); ++i) {
        values[i].resize(scenario_.types[step.join[i]]->size);
        row_bytes += values[i].size();
    }
    StepResult& result = results_.back();
    for (std::uint64_t n = 0; n < step.repeat && !stop_.stop_requested(); ++n) {
        begin(trace_ ? "each" : std::string{}, n + 1 == step.repeat);
        bool refused_write = false;
        const Outcome outcome = storage_->each(step.join, [&](Row& row) {
            ++result.visited;
            count_work();
            result.useful_bytes += row_bytes;
            for (std::size_t i = 0; i < step.join.size(); ++i) row.read(i, values[i].data());
            for (const Change& change : step.changes) {
                const ComponentType& to = *scenario_.types[step.join[change.to]];
                const ComponentType& from = change.from ? *scenario_.types[step.join[*change.from]] : to;
                const std::byte* other = change.from ? values[*change.from].data() : change.constant.data();
                if (change.order.empty())
                    add_fields(to, values[change.to].data(), from, other, change.times);
                else
                    order_fields(to, values[change.to].data(), change.order);
                if (!row.write(change.to, values[change.to].data())) refused_write = true;
            }
        });
        note(outcome);
        if (refused_write) note(storage_->supports(OperationKind::MutateInEach));
    }
}

void ScenarioRun::run(const PlayStep& step) {
    GameHost host;
    host.begin = [this](const std::string& operation) { begin(operation); };
    host.number_of = [this](Handle handle) {
        return entity_of(handle).value_or(std::numeric_limits<std::uint64_t>::max());
    };
    host.destroy = [this](Handle handle) {
        const Outcome outcome = destroy(handle);
        if (outcome.verdict == Verdict::Bitten) note(outcome);
        return outcome;
    };
    const auto play = [&](const auto& tick) {
        for (std::uint64_t i = 0; i < step.ticks && !stop_.stop_requested(); ++i) {
            const Outcome outcome = tick();
            report(planned_.sum() - step_work_ + (i + 1) * (step_work_ / step.ticks));
            if (outcome.verdict == Verdict::Done) continue;
            note(outcome);
            if (!outcome) return;
        }
    };
    if (step.game == GameKind::Chase) {
        Chase::Parts parts{};
        std::copy(step.parts.begin(), step.parts.end(), parts.begin());
        Chase game(*storage_, parts, std::move(host));
        play([&] { return game.tick(step.keys); });
    } else {
        Bullets::Parts parts{};
        std::copy(step.parts.begin(), step.parts.end(), parts.begin());
        Bullets game(*storage_, parts, std::move(host));
        play([&] { return game.tick(); });
    }
}

Work ScenarioRun::work() const {
    Work sum;
    for (const StepResult& result : results_) sum += result.work;
    return sum;
}

const StepResult* ScenarioRun::last_query() const {
    for (std::size_t i = results_.size(); i-- > 0;)
        if (std::holds_alternative<EachStep>(scenario_.steps[i].what)) return &results_[i];
    return nullptr;
}

std::size_t ScenarioRun::first_event(const StepResult& result) const {
    const auto& operations = trace_->operations();
    return result.first_operation < operations.size() ? operations[result.first_operation].begin
                                                      : trace_->events().size();
}

const Trace::Operation* ScenarioRun::last_query_operation() const {
    const StepResult* query = last_query();
    if (query == nullptr || !trace_ || query->operations == 0) return nullptr;
    return &trace_->operations()[query->first_operation + query->operations - 1];
}

std::optional<Handle> ScenarioRun::handle_of(std::uint64_t number) const {
    if (number >= entities_.size() || !entities_[number].created) return std::nullopt;
    return entities_[number].held;
}

std::optional<Handle> ScenarioRun::true_handle_of(std::uint64_t number) const {
    if (!lives(number)) return std::nullopt;
    return entities_[number].truly;
}

std::optional<std::uint64_t> ScenarioRun::entity_of(Handle handle) const {
    if (trace_ && trace_->keeps_events() && trace_->position() < trace_->events().size()) {
        const auto log = owner_log_.find(handle.bits);
        if (log == owner_log_.end()) return std::nullopt;
        const auto behind =
            std::upper_bound(log->second.begin(), log->second.end(), trace_->position(),
                             [](std::size_t position, const OwnerFrom& each) { return position < each.event; });
        return behind == log->second.begin() ? std::nullopt : std::prev(behind)->number;
    }
    const auto found = owners_.find(handle.bits);
    if (found == owners_.end()) return std::nullopt;
    return found->second;
}

bool ScenarioRun::is_stale(std::uint64_t number) const {
    const Held& held = entities_[number];
    return held.created && (!held.alive || !(held.held == held.truly));
}

bool ScenarioRun::lives(std::uint64_t number) const {
    return number < entities_.size() && entities_[number].created && entities_[number].alive;
}

}  // namespace ecs::lab
