#include "lab/support/invariants.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "ecs/base/random.hpp"
#include "ecs/lab/scenario/moment_ledger.hpp"
#include "lab/support/lab_scenarios.hpp"

namespace lab_test {

using namespace ecs::lab;

namespace {

std::string ledger_fault(const ScenarioRun& run) {
    if (std::string fault = fault_of(run.storage(), run.arena()); !fault.empty()) return fault;
    const Account account = account_of(run.storage(), run.arena());
    const std::uint64_t sum = account.payload + account.index + account.holes + account.spare + account.padding;
    std::uint64_t roles = 0;
    for (const std::uint64_t bytes : account.by_role) roles += bytes;
    if (sum != account.allocated || roles != account.allocated)
        return "groups come to " + std::to_string(sum) + " bytes and roles to " + std::to_string(roles) + ", " +
               std::to_string(account.allocated) + " are allocated";
    if (account.allocated != run.arena().allocated()) return "the ledger and the arena differ";
    return {};
}

std::string difference(const StepResult& a, const StepResult& b) {
    if (a.operations != b.operations) return "as many operations";
    if (a.refused != b.refused || a.bitten != b.bitten || a.rule != b.rule) return "the same verdicts";
    if (a.visited != b.visited || a.answer != b.answer) return "the same answers";
    return {};
}

/// Where the bytes and the ledger of a moment are to be found again.
struct Moment {
    std::size_t events = 0;
    Arena::Snapshot snapshot;
};

/// What lies in memory as far as events tell, byte by byte.
class Written {
public:
    enum What : std::uint8_t { Nothing, Value, Owner, Other };

    void follow(const Event& event, const Arena& arena) {
        if (event.kind == EventKind::Allocate) bytes_[event.at].assign(event.bytes, Nothing);
        if (event.kind == EventKind::Free) bytes_.erase(event.at);
        if (event.kind == EventKind::Write) {
            What* const to = at(arena, event.at);
            std::fill(to, to + event.bytes, what_of(event.text));
        }
        if (event.kind == EventKind::Copy) {
            What* const from = at(arena, event.from);
            const std::vector<What> copied(from, from + event.bytes);
            std::copy(copied.begin(), copied.end(), at(arena, event.at));
        }
    }
    What* at(const Arena& arena, Address byte) {
        const Address begin = arena.block_of(byte)->begin;
        return bytes_.at(begin).data() + (byte - begin);
    }

private:
    static What what_of(std::string_view text) {
        if (text == "value" || text == "value in the object") return Value;
        if (text == "whose row this is" || text == "whose row it is") return Owner;
        return Other;
    }
    std::map<Address, std::vector<What>> bytes_;  // by block
};

std::string moment_fault(const std::vector<Span>& spans, const Arena& arena, Written& written, bool may_be_unwritten) {
    auto span = spans.begin();
    for (const auto& [begin, block] : arena.blocks())
        for (Address next = begin; next < block.end(); next = span++->end()) {
            const std::string where = " at " + hex_text(next) + " (" + std::string(block.what) + ")";
            if (span == spans.end() || span->at != next || span->bytes == 0 || span->end() > block.end())
                return "a gap or an overlap" + where;
            const Written::What* const what = written.at(arena, next);
            for (std::uint64_t i = 0; i < span->bytes; ++i) {
                const bool unwritten = what[i] == Written::Nothing && may_be_unwritten;
                if (span->role == Role::Payload && what[i] != Written::Value && !unwritten)
                    return "what is called a value is none" + where;
                if (span->role == Role::EntityId && what[i] != Written::Owner)
                    return "what is called an owner is none" + where;
                const bool room = span->role == Role::Hole || span->role == Role::Spare || span->role == Role::Padding;
                if (what[i] == Written::Value && span->role != Role::Payload && !room)
                    return "a value is called " + std::string(name_of(span->role)) + where;
            }
        }
    return span == spans.end() ? std::string{} : "a span outside of every block at " + hex_text(span->at);
}

}  // namespace

std::string false_moment(const Scenario& scenario, StorageKind kind, Mode mode, const StorageOptions& options,
                         std::uint64_t& moments) {
    ScenarioRun run(scenario, kind, mode, options, Tracing::Events);
    run.run_to(scenario.steps.size());
    Trace& trace = *run.trace();
    trace.go_to(0);
    Written written;
    // As article 002 leaves them: columns that were not named have the bytes that lay there (002-L7).
    const bool may_be_unwritten = kind == StorageKind::ArchetypeBlock && mode == Mode::Faithful;
    for (const Trace::Operation& operation : trace.operations()) {
        MomentLedger ledger(run.storage(), run.arena(), trace, operation);
        for (std::size_t at = operation.begin; at < operation.end; ++at) {
            if (trace.events()[at].kind == EventKind::Free) written.follow(trace.events()[at], run.arena());
            ledger.step();
            if (trace.events()[at].kind != EventKind::Free) written.follow(trace.events()[at], run.arena());
            const EventKind did = trace.events()[at].kind;
            const bool changed = did == EventKind::Allocate || did == EventKind::Free || did == EventKind::Write ||
                                 did == EventKind::Copy || at + 1 == operation.end;
            if (!changed) continue;
            ++moments;
            const std::string fault = moment_fault(ledger.spans(), run.arena(), written, may_be_unwritten);
            if (!fault.empty())
                return fault + " after event " + std::to_string(at - operation.begin) + " of " + operation.what;
        }
    }
    return {};
}

std::string broken_promise(const Scenario& scenario, StorageKind kind, Mode mode, const StorageOptions& options,
                           std::uint64_t& operations) {
    ScenarioRun plain(scenario, kind, mode, options, Tracing::None),
        counted(scenario, kind, mode, options, Tracing::Counts), traced(scenario, kind, mode, options, Tracing::Events);
    Trace& trace = *traced.trace();
    std::vector<Moment> moments{{trace.events().size(), traced.arena().snapshot()}};
    const auto at_step = [&](std::size_t step) { return " at step " + std::to_string(step); };
    while (!traced.finished()) {
        for (ScenarioRun* run : {&plain, &counted, &traced}) run->step();
        const std::size_t step = traced.done();
        operations += traced.results().back().operations;
        if (std::string fault = ledger_fault(traced); !fault.empty()) return fault + at_step(step);
        moments.push_back({trace.events().size(), traced.arena().snapshot()});
        const Arena::Snapshot& now = moments.back().snapshot;
        if (!(plain.arena().snapshot() == now)) return "untraced, the bytes are other ones" + at_step(step);
        if (!(counted.arena().snapshot() == now)) return "counted, the bytes are other ones" + at_step(step);
        if (!(counted.results().back().work == traced.results().back().work)) return "counts differ" + at_step(step);
        if (const std::string what = difference(plain.results().back(), traced.results().back()); !what.empty())
            return "untraced, there are not " + what + at_step(step);
    }
    // Back over every step to the first moment, and to the end again at once.
    for (std::size_t step = moments.size(); step-- > 0;) {
        trace.go_to(moments[step].events);
        if (!(traced.arena().snapshot() == moments[step].snapshot))
            return "taking back gives other bytes" + at_step(step);
    }
    trace.go_to(moments.back().events);
    if (!(traced.arena().snapshot() == moments.back().snapshot)) return "doing again gives other bytes";
    return ledger_fault(traced);
}

void bound(Scenario& scenario, std::uint64_t most, std::uint64_t max_ticks) {
    struct Created {
        std::uint64_t before, was, now;  // number of its first entity formerly and now, and how many there were
    };
    std::vector<Created> created;
    std::uint64_t before = 0, now = 0;
    const auto number_of = [&](std::uint64_t number) {
        for (const Created& each : created)
            if (number < each.before + each.was)
                return each.now + std::min(number - each.before, std::min(each.was, most) - 1);
        return number;
    };
    const auto bound_which = [&](Which& which) {
        const std::uint64_t last = which.first + (which.count - 1) * which.stride;
        which.first = number_of(which.first);
        const std::uint64_t last_now = number_of(last);
        which.count = std::min(which.count, last_now < which.first ? 1 : (last_now - which.first) / which.stride + 1);
    };
    for (ScenarioStep& step : scenario.steps) {
        if (auto* create = std::get_if<CreateStep>(&step.what)) {
            created.push_back({before, create->count, now});
            before += create->count;
            create->count = std::min(create->count, most);
            now += create->count;
        } else if (auto* destroy = std::get_if<DestroyStep>(&step.what)) {
            bound_which(destroy->of);
        } else if (auto* value = std::get_if<ValueStep>(&step.what)) {
            bound_which(value->of);
        } else if (auto* type = std::get_if<TypeStep>(&step.what)) {
            bound_which(type->of);
        } else if (auto* play = std::get_if<PlayStep>(&step.what)) {
            play->ticks = std::min(play->ticks, max_ticks);
        }
    }
    for (auto& name : scenario.names) name.second = number_of(name.second);
    scenario.entities = now;
}

Scenario random_scenario(std::uint64_t seed, std::size_t steps) {
    ecs::Random random(seed);
    Scenario scenario;
    scenario.name = scenario.title = "random " + std::to_string(seed);
    scenario.types.assign(types().begin(), types().end());
    const auto type_count = static_cast<std::uint32_t>(scenario.types.size());
    const auto value_of = [&](TypeIndex type) {
        PlannedValue value{type, std::vector<std::byte>(scenario.types[type]->size), {}, {}};
        for (std::byte& byte : value.base) byte = static_cast<std::byte>(random.below(256));
        if (random.below(3) == 0)
            value.where = Where{1 + random.below(3), 2 + random.below(2), 0, random.below(2) == 0};
        return value;
    };
    const auto some = [&] {
        const auto entities = static_cast<std::uint32_t>(scenario.entities + 1);  // one too many: it never was
        return Which{random.below(entities), 1 + random.below(6), 1 + random.below(3)};
    };
    const auto create = [&] {
        CreateStep step{1 + random.below(12), {}};
        for (TypeIndex type = 0; type < type_count; ++type)
            if (random.below(2) == 0) step.values.push_back(value_of(type));
        scenario.entities += step.count;
        return step;
    };
    const auto each = [&] {
        EachStep step;
        const std::uint32_t first = random.below(type_count), count = 1 + random.below(max_join);
        for (std::uint32_t i = 0; i < count; ++i) step.join.push_back((first + i) % type_count);
        step.repeat = 1 + random.below(2);
        const ecs::ComponentType& to = *scenario.types[step.join[0]];
        if (random.below(2) == 0 && addable(to, to)) {
            Change change;
            change.from = 0;
            change.times = 0.5;
            step.changes.push_back(change);
        }
        return step;
    };
    scenario.steps.push_back({create(), "create", 0});
    while (scenario.steps.size() < steps) {
        const TypeIndex type = random.below(type_count);
        switch (random.below(8)) {
            case 0:
                scenario.steps.push_back({create(), "create", 0});
                break;
            case 1:
                scenario.steps.push_back({DestroyStep{some()}, "destroy", 0});
                break;
            case 2:
            case 3:
                scenario.steps.push_back({ValueStep{OperationKind::Add, some(), value_of(type)}, "add", 0});
                break;
            case 4:
                scenario.steps.push_back({ValueStep{OperationKind::Set, some(), value_of(type)}, "set", 0});
                break;
            case 5:
                scenario.steps.push_back({TypeStep{OperationKind::Remove, some(), type}, "remove", 0});
                break;
            case 6:
                scenario.steps.push_back({TypeStep{OperationKind::Get, some(), type}, "get", 0});
                break;
            default:
                scenario.steps.push_back({each(), "each", 0});
        }
    }
    return scenario;
}

}  // namespace lab_test
