#include "ecs/lab/lessons/fact.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <set>

#include "ecs/lab/lessons/fact_experiments.hpp"
#include "ecs/lab/memory/placed_array.hpp"
#include "ecs/lab/scenario/compare.hpp"
#include "ecs/lab/scenario/query_lines.hpp"
#include "ecs/lab/storages/counting_memory.hpp"
#include "ecs/lab/storages/self_meeting.hpp"

namespace ecs::lab {

namespace {

struct FactRow {
    std::string_view name;
    AnswerKind answer;
    std::string_view members;  // required, separated by spaces
};
using enum AnswerKind;
constexpr std::array<FactRow, fact_kind_count> rows{{
    {"capacity", Number, "rule columns"},
    {"slack", Number, "rule columns"},
    {"lines", Number, "storage"},
    {"ideal_lines", Number, "storage"},
    {"bytes_moved", Number, "storage"},
    {"bytes_written", Number, "storage"},
    {"allocations", Number, "storage"},
    {"visited", Number, "storage"},
    {"allocated", Number, "storage"},
    {"role_bytes", Number, "storage role"},
    {"bytes_per_entity", Number, "storage"},
    {"probes", Number, "storage"},
    {"blocks", Number, "storage"},
    {"full_blocks", Number, "storage what"},
    {"time_ratio", Number, "storages step"},
    {"crossover", Number, "count"},
    {"join_time_ratio", Number, "count what"},
    {"value_line", Number, "storage entity type"},
    {"value_lines", Number, "storage entity type bytes"},
    {"first_move", Number, "storage entity type from"},
    {"copies_found", Number, "storage entity type"},
    {"jumps", Number, "storage"},
    {"walk_removed", Number, "storage type"},
    {"walk_added", Number, "storage type"},
    {"listed", Number, "storage type"},
    {"revived", Number, "storage entity from"},
    {"front_moved", Number, "count bytes"},
    {"straddlers", Number, "base bytes count"},
    {"sum", Number, "of"},
    {"difference", Number, "of"},
    {"ratio", Number, "of"},
    {"verdict", Word, "storage step"},
    {"reads", Word, "storage step"},
    {"compare", Word, "of"},
    {"smallest", Word, "by storages"},
    {"largest", Word, "by storages"},
    {"self_met", Word, "mode"},
    {"sorted", Order, "by storages"},
    {"visit_order", Order, "storage type"},
    {"touch_order", Order, "storage"},
    {"copied", Bytes, "storage step"},
    {"straddling", Bytes, "storage type"},
    {"found", Bytes, "storage entity type"},
}};

/// Operations of steps `from` to `last` (from 1) in the run's trace: [first, second).
std::pair<std::size_t, std::size_t> operations_of(const ScenarioRun& run, std::size_t from, std::size_t last) {
    const StepResult& end = run.results()[last - 1];
    return {run.results()[from - 1].first_operation, end.first_operation + end.operations};
}

/// Whether the fact needs the work of operations. Other facts look at memory, traced or not.
bool needs_trace(FactKind kind) {
    switch (kind) {
        case FactKind::Lines:
        case FactKind::IdealLines:
        case FactKind::BytesMoved:
        case FactKind::BytesWritten:
        case FactKind::Allocations:
        case FactKind::Probes:
        case FactKind::Jumps:
        case FactKind::TouchOrder:
        case FactKind::Copied:
            return true;
        default:
            return false;
    }
}

/// The value that an entity was created with; empty when it was not created, or without that type.
std::vector<std::byte> value_created(const Scenario& scenario, std::uint64_t entity, TypeIndex type) {
    std::uint64_t first = 0;
    for (const ScenarioStep& step : scenario.steps) {
        const auto* create = std::get_if<CreateStep>(&step.what);
        if (create == nullptr) continue;
        if (entity < first + create->count) {
            for (const PlannedValue& value : create->values)
                if (value.type == type && (!value.where || value.where->holds(entity - first)))
                    return value_at(value, *scenario.types[type], entity - first);
            return {};
        }
        first += create->count;
    }
    return {};
}

}  // namespace

std::string_view name_of(FactKind kind) { return rows[static_cast<std::size_t>(kind)].name; }
AnswerKind answer_of(FactKind kind) { return rows[static_cast<std::size_t>(kind)].answer; }

bool is_measured(const Fact& fact) {
    return fact.kind == FactKind::TimeRatio || fact.kind == FactKind::Crossover ||
           fact.kind == FactKind::JoinTimeRatio || std::any_of(fact.of.begin(), fact.of.end(), is_measured);
}

std::vector<std::string_view> members_of(FactKind kind) {
    std::vector<std::string_view> members;
    std::string_view rest = rows[static_cast<std::size_t>(kind)].members;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        members.push_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return members;
}

std::shared_ptr<const Scenario> LessonScenarios::find(const std::string& key) const {
    const auto found = by_key.find(key.empty() ? first : key);
    return found == by_key.end() ? nullptr : found->second;
}

std::size_t FactFinder::step_of(const Fact& fact) const {
    const std::size_t all = scenarios_.find(fact.scenario)->steps.size();
    return fact.step == 0 ? all : std::min(fact.step, all);
}

std::unique_ptr<ScenarioRun> FactFinder::fresh_run(const Fact& fact, std::size_t steps) const {
    const Scenario& scenario = *scenarios_.find(fact.scenario);
    constexpr std::uint64_t max_with_events = 2'000;  // beyond this, events would take hundreds of megabytes
    const Tracing tracing = !needs_trace(fact.kind)                ? Tracing::None
                            : scenario.entities <= max_with_events ? Tracing::Events
                                                                   : Tracing::Lines;
    auto run = std::make_unique<ScenarioRun>(scenario, fact.storage, fact.mode, fact.options, tracing);
    run->run_to(steps);
    return run;
}

const ScenarioRun& FactFinder::run(const Fact& fact, std::size_t steps) {
    const Scenario* scenario = scenarios_.find(fact.scenario).get();
    const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& each) {
        return each.scenario == scenario && each.storage == fact.storage && each.mode == fact.mode &&
               each.options == fact.options && each.steps == steps &&
               (each.run->trace() != nullptr || !needs_trace(fact.kind));
    });
    if (found != kept_.end()) return *found->run;
    kept_.push_back({scenario, fact.storage, fact.mode, fact.options, steps, fresh_run(fact, steps)});
    return *kept_.back().run;
}

Answer FactFinder::find(const Fact& fact) {
    Answer answer;
    answer.kind = answer_of(fact.kind);
    switch (answer.kind) {
        case Number:
            answer.number = find_number(fact);
            break;
        case Word:
            answer.word = find_word(fact);
            break;
        case Order:
            return find_order(fact);
        case Bytes:
            answer.bytes = joined_ranges(find_bytes(fact));
            break;
    }
    return answer;
}

std::optional<Address> FactFinder::address_of(const ScenarioRun& run, const Fact& fact) const {
    for (const Span& span : spans_of(run.storage()))
        if (span.role == Role::Payload && span.type == static_cast<std::int32_t>(fact.type) &&
            run.entity_of({span.handle}) == fact.entity)
            return span.at;
    return std::nullopt;
}

double FactFinder::find_lines(const Fact& fact) {
    const std::size_t last = step_of(fact), from = fact.from == 0 ? last : fact.from;
    const ScenarioRun& run = this->run(fact, last);
    std::set<Address> lines;
    const auto [first, end] = operations_of(run, from, last);
    for (std::size_t i = first; i < end; ++i)
        for (const LineTouch& touch : run.trace()->operations()[i].touched) {
            const Block* block = fact.what.empty() ? nullptr : run.arena().block_of(touch.line);
            if (fact.what.empty() || (block != nullptr && block->what == fact.what)) lines.insert(touch.line);
        }
    return static_cast<double>(lines.size());
}

double FactFinder::find_number(const Fact& fact) {
    const auto work = [&](auto member) {
        const std::size_t last = step_of(fact), from = fact.from == 0 ? last : fact.from;
        const ScenarioRun& run = this->run(fact, last);
        std::uint64_t sum = 0;
        for (std::size_t i = from; i <= last; ++i) sum += run.results()[i - 1].work.*member;
        return static_cast<double>(sum);
    };
    const auto account = [&] {
        const ScenarioRun& run = this->run(fact, step_of(fact));
        return account_of(run.storage(), run.arena());
    };
    switch (fact.kind) {
        case FactKind::Capacity:
            return lay_out(fact.rule, fact.columns).capacity;
        case FactKind::Slack:
            return lay_out(fact.rule, fact.columns).slack;
        case FactKind::Lines:
            return find_lines(fact);
        case FactKind::IdealLines: {
            const StepResult& result = run(fact, step_of(fact)).results().back();
            return static_cast<double>(ideal_lines(result.useful_bytes_once()));
        }
        case FactKind::BytesMoved:
            return work(&Work::bytes_moved);
        case FactKind::BytesWritten:
            return work(&Work::bytes_written);
        case FactKind::Allocations:
            return work(&Work::allocations);
        case FactKind::Visited:
            return static_cast<double>(run(fact, step_of(fact)).results().back().visited);
        case FactKind::Allocated:
            return static_cast<double>(account().allocated);
        case FactKind::RoleBytes:
            return static_cast<double>(account().by_role[static_cast<std::size_t>(fact.role)]);
        case FactKind::BytesPerEntity: {
            const std::uint64_t entities = run(fact, step_of(fact)).storage().size();
            return entities == 0 ? 0 : static_cast<double>(account().allocated) / static_cast<double>(entities);
        }
        case FactKind::Probes:
            return work(&Work::probes);
        case FactKind::Blocks:
        case FactKind::FullBlocks: {
            std::uint64_t count = 0;
            for (const auto& [begin, block] : run(fact, step_of(fact)).arena().blocks())
                if (block.kind == BlockKind::Heap && (fact.what.empty() || block.what == fact.what)) ++count;
            return static_cast<double>(fact.kind == FactKind::Blocks ? count : count * Chunk::full_bytes);
        }
        case FactKind::TimeRatio:
            return find_time_ratio(fact);
        case FactKind::Crossover:
            return find_crossover(fact);
        case FactKind::JoinTimeRatio:
            return find_join_time_ratio(fact);
        case FactKind::ValueLine: {
            const auto address = address_of(run(fact, step_of(fact)), fact);
            return address ? static_cast<double>(*address / line_bytes * line_bytes) : 0;
        }
        case FactKind::ValueLines: {
            const auto address = address_of(run(fact, step_of(fact)), fact);
            if (!address || fact.bytes == 0) return 0;
            return static_cast<double>((*address + fact.bytes - 1) / line_bytes - *address / line_bytes + 1);
        }
        case FactKind::FirstMove: {
            const std::size_t last = step_of(fact);
            const auto stepping = fresh_run(fact, fact.from);
            const auto at_first = address_of(*stepping, fact);
            for (std::size_t step = fact.from + 1; step <= last; ++step) {
                stepping->step();
                if (address_of(*stepping, fact) != at_first) return static_cast<double>(step);
            }
            return 0;
        }
        case FactKind::CopiesFound:
            return static_cast<double>(find_bytes(fact).size());
        case FactKind::Jumps: {
            const ScenarioRun& run = this->run(fact, step_of(fact));
            const std::vector<bool> back = steps_back(run, run.trace()->operations().back());
            return static_cast<double>(std::count(back.begin(), back.end(), true));
        }
        case FactKind::WalkRemoved:
            return find_walk_removed(fact);
        case FactKind::WalkAdded:
            return find_walk_added(fact);
        case FactKind::Listed:
            return find_listed(fact);
        case FactKind::Revived:
            return find_revived(fact);
        case FactKind::FrontMoved:
            return static_cast<double>(moved_by_removing_oldest(
                static_cast<std::uint32_t>(fact.count), static_cast<std::uint32_t>(fact.bytes), fact.options.removal));
        case FactKind::Straddlers:
            return static_cast<double>(PlacedArray(fact.base, fact.bytes, fact.count).straddling());
        case FactKind::Sum: {
            double sum = 0;
            for (const Fact& each : fact.of) sum += number(each);
            return sum;
        }
        case FactKind::Difference:
            return number(fact.of[0]) - number(fact.of[1]);
        default: {
            const double divisor = number(fact.of[1]);
            return divisor == 0 ? 0 : number(fact.of[0]) / divisor;
        }
    }
}

double FactFinder::find_time_ratio(const Fact& fact) {
    // Both take turns, and the best time of each counts: other work of the machine only makes times longer.
    constexpr int repetitions = 7;
    const std::size_t step = step_of(fact);
    std::array<double, 2> best{};
    for (int i = 0; i < repetitions && !stop_.stop_requested(); ++i)
        for (std::size_t side = 0; side < 2; ++side) {
            ScenarioRun run(*scenarios_.find(fact.scenario), fact.storages[side], fact.mode, fact.options,
                            Tracing::None);
            run.run_to(step - 1);
            const auto begin = std::chrono::steady_clock::now();
            run.step();
            const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
            if (i == 0 || took.count() < best[side]) best[side] = took.count();
        }
    return best[1] == 0 ? 0 : best[0] / best[1];
}

std::string FactFinder::find_reader(const Fact& fact) {
    const std::size_t step = step_of(fact);
    const ScenarioRun& run = this->run(fact, step);
    const StepResult& result = run.results().back();
    if (result.refused > 0) return "refused";
    const auto* get = std::get_if<TypeStep>(&run.scenario().steps[step - 1].what);
    if (get == nullptr) return "nobody";
    for (std::uint64_t entity = 0; entity < run.scenario().entities; ++entity)
        if (hex_text(value_created(run.scenario(), entity, get->type)) == result.answer)
            return run.scenario().entity_name(entity);
    return "nobody";
}

std::string FactFinder::find_word(const Fact& fact) {
    if (fact.kind == FactKind::Reads) return find_reader(fact);
    if (fact.kind == FactKind::SelfMet) return self_met(fact.mode);
    if (fact.kind == FactKind::Verdict) {
        const StepResult& result = run(fact, step_of(fact)).results().back();
        return result.refused > 0 ? "refused" : result.bitten > 0 ? "bitten" : "done";
    }
    if (fact.kind == FactKind::Compare) {
        const double a = number(fact.of[0]), b = number(fact.of[1]);
        return a < b ? "less" : a > b ? "greater" : "equal";
    }
    const std::vector<std::string> sorted = find_order(fact).order;
    return fact.kind == FactKind::Smallest ? sorted.front() : sorted.back();
}

Answer FactFinder::find_order(const Fact& fact) {
    Answer answer;
    answer.kind = Order;
    if (fact.kind == FactKind::TouchOrder) {
        answer.order = find_touch_order(fact);
        return answer;
    }
    if (fact.kind == FactKind::VisitOrder) {
        const auto visited = fresh_run(fact, step_of(fact));
        for (const Handle handle : visited_now(*visited, fact.type)) {
            const auto entity = visited->entity_of(handle);
            answer.order.push_back(entity ? visited->scenario().entity_name(*entity) : "?");
        }
        return answer;
    }
    std::vector<std::pair<double, StorageKind>> numbers;
    for (const StorageKind kind : fact.storages) {
        Fact by = fact.of.front();
        by.storage = kind;
        numbers.emplace_back(number(by), kind);
    }
    std::stable_sort(numbers.begin(), numbers.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [value, kind] : numbers) answer.order.emplace_back(name_of(kind));
    return answer;
}

ByteRanges FactFinder::find_bytes(const Fact& fact) {
    ByteRanges ranges;
    const std::size_t step = step_of(fact);
    if (fact.kind == FactKind::Copied) {
        const std::vector<Span> before = spans_of(run(fact, step - 1).storage());
        const ScenarioRun& run = this->run(fact, step);
        const auto [first, end] = operations_of(run, step, step);
        for (std::size_t i = first; i < end; ++i) {
            const Trace::Operation& operation = run.trace()->operations()[i];
            for (std::size_t e = operation.begin; e < operation.end; ++e) {
                const Event& event = run.trace()->events()[e];
                if (event.kind != EventKind::Copy) continue;
                for (const Span& span : before)
                    if (span.role == Role::Payload && span.at < event.from + event.bytes && event.from < span.end())
                        ranges.emplace_back(std::max(span.at, event.from),
                                            std::min(span.end(), event.from + event.bytes));
            }
        }
        return ranges;
    }
    const ScenarioRun& run = this->run(fact, step);
    if (fact.kind == FactKind::Straddling) {
        for (const Span& span : spans_of(run.storage()))
            if (span.role == Role::Payload && span.type == static_cast<std::int32_t>(fact.type) &&
                span.at / line_bytes != (span.end() - 1) / line_bytes)
                ranges.emplace_back(span.at, span.end());
        return ranges;
    }
    const std::vector<std::byte> value = value_created(run.scenario(), fact.entity, fact.type);
    if (value.empty()) return ranges;
    for (const auto& [begin, block] : run.arena().blocks()) {
        if (block.kind != BlockKind::Heap) continue;
        for (Address at = begin; at + value.size() <= block.end(); ++at)
            if (std::memcmp(run.arena().at(at), value.data(), value.size()) == 0)
                ranges.emplace_back(at, at + value.size());
    }
    return ranges;
}

}  // namespace ecs::lab
