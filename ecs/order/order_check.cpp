#include "ecs/order/order_check.hpp"

#include <algorithm>
#include <exception>
#include <memory>

#include "ecs/base/language.hpp"
#include "ecs/diff/world_diff.hpp"
#include "ecs/edit/edit.hpp"
#include "ecs/edit/system_order.hpp"
#include "ecs/schedule/schedule_state.hpp"
#include "ecs/snapshot/left_out.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/world/journal.hpp"
#include "ecs/world/observers.hpp"

namespace ecs {

namespace {

bool names_it(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool asks_to_precede(const SystemDescription& first, const SystemDescription& second) {
    return names_it(first.before, second.name) || names_it(second.after, first.name);
}

/// The systems as they run, with these two at each other's place.
std::vector<const System*> swapped_order(const Schedule& schedule, const System* a, const System* b) {
    std::vector<const System*> order(schedule.systems().begin(), schedule.systems().end());
    std::iter_swap(std::find(order.begin(), order.end(), a), std::find(order.begin(), order.end(), b));
    return order;
}

std::string not_set_up(const Schedule& schedule) {
    for (const System* system : schedule.systems())
        if (system->enabled && !system->created && system->description.on_create) return system->description.name;
    return {};
}

Value value_in(const World& world, Entity entity, ComponentId component) {
    if (!world.alive(entity) || !world.has(entity, component)) return {};
    const ComponentType& type = world.types()[component];
    return type.copyable() ? Value(type, world.get(entity, component)) : Value(type);
}

}  // namespace

/// As long as it lives, nobody is told what happens in the world; then the world and the schedule are as they were.
class OrderTrial {
public:
    OrderTrial(World& world, Schedule& schedule)
        : world_(world),
          schedule_(schedule),
          state_(schedule),
          hook_(std::exchange(schedule.hook, nullptr)),
          listeners_(schedule.listeners().begin(), schedule.listeners().end()),
          trace_(std::exchange(schedule.trace, nullptr)),
          journal_(world.journal_),
          observers_(std::move(world.observers_)),
          cause_(world.cause_),
          changes_(world.structural_changes_) {
        for (const TickListener* each : listeners_) schedule_.remove_listener(*each);
        world_.observe(nullptr);
    }
    ~OrderTrial() {
        state_.put_back(schedule_);
        schedule_.hook = hook_;
        for (TickListener* each : listeners_) schedule_.add_listener(*each);
        schedule_.trace = trace_;
        world_.cause_ = cause_;
        world_.structural_changes_ = changes_;
        world_.observers_ = std::move(observers_);
        world_.observe(journal_);
    }
    OrderTrial(const OrderTrial&) = delete;
    OrderTrial& operator=(const OrderTrial&) = delete;

    bool has_hooks() const { return observers_ && observers_->hook_count() > 0; }
    const ScheduleState& state() const { return state_; }

private:
    World& world_;
    Schedule& schedule_;
    const ScheduleState state_;
    ScheduleHook* const hook_;
    const std::vector<TickListener*> listeners_;
    ScheduleTrace* const trace_;
    Journal* const journal_;
    std::unique_ptr<Observers> observers_;
    const CauseId cause_;
    const std::uint64_t changes_;
};

namespace {

/// Fills in the first difference of two worlds that a tick with the usual order and one with the other made.
void describe_difference(OrderEffect& effect, const World& usual, const World& swapped) {
    const WorldDiff found = diff(usual, swapped);
    effect.entities = found.added + found.removed + found.changed;
    // What a person can follow best is a value that differs.
    auto first = std::find_if(found.entries.begin(), found.entries.end(),
                              [](const DiffEntry& entry) { return entry.kind == DiffKind::FieldChanged; });
    if (first == found.entries.end()) first = found.entries.begin();
    if (first == found.entries.end()) return;
    effect.entity = first->entity;
    effect.path = path_of(found, usual, *first);
    effect.alive_usual = usual.alive(first->entity);
    effect.alive_swapped = swapped.alive(first->entity);
    effect.entity_label = label_of(effect.alive_usual ? usual : swapped, first->entity);
    switch (first->kind) {
        case DiffKind::NameChanged:
            effect.component = swapped.name_id();
            break;
        case DiffKind::ParentChanged:
            effect.component = swapped.parent_id();
            break;
        case DiffKind::FieldChanged:
        case DiffKind::ComponentRemoved:
        case DiffKind::ComponentAdded: {
            const DiffType& type = found.types[first->type];
            effect.component = type.after;
            if (first->kind == DiffKind::FieldChanged && first->field != DiffEntry::whole_value)
                effect.field = type.fields[first->field].after;
            break;
        }
        default:
            break;
    }
}

}  // namespace

std::string why_not_swap(const Schedule& schedule, std::string_view first, std::string_view second) {
    const System* a = schedule.find(first);
    const System* b = schedule.find(second);
    if (!a || !b) return phrase("there is no system named {}", std::string(a ? second : first));
    if (std::string why = why_fixed(schedule); !why.empty()) return why;
    if (a == b) return tr("a system cannot change places with itself");
    for (const System* each : {a, b})
        if (!each->enabled) return phrase("{} is switched off", each->description.name);
    if (a->description.phase != b->description.phase)
        return phrase("{} runs in another part of the tick", b->description.name);
    const auto systems = schedule.systems();
    auto from = std::find(systems.begin(), systems.end(), a), to = std::find(systems.begin(), systems.end(), b);
    if (to < from) std::swap(from, to);
    const SystemDescription &early = (*from)->description, &late = (*to)->description;
    for (auto each = from; each <= to; ++each) {
        if (each != from && asks_to_precede(early, (*each)->description))
            return phrase("{} must run before {}", early.name, (*each)->description.name);
        if (each != to && asks_to_precede((*each)->description, late))
            return phrase("{} must run after {}", late.name, (*each)->description.name);
    }
    return {};
}

std::vector<std::pair<std::string, std::string>> swappable_neighbours(const Schedule& schedule) {
    std::vector<std::pair<std::string, std::string>> pairs;
    const System* before = nullptr;
    for (const System* system : schedule.systems()) {
        if (!system->enabled) continue;
        if (before && why_not_swap(schedule, before->description.name, system->description.name).empty())
            pairs.emplace_back(before->description.name, system->description.name);
        before = system;
    }
    return pairs;
}

OrderEffect check_order(World& world, Schedule& schedule, std::string_view first, std::string_view second) {
    OrderEffect effect;
    effect.first = first;
    effect.second = second;
    effect.tick = world.tick();
    effect.why = why_not_swap(schedule, first, second);
    if (effect.why.empty() && schedule.within_tick()) effect.why = tr("a tick is halfway through; finish it first");
    if (effect.why.empty())
        if (const std::string name = not_set_up(schedule); !name.empty())
            effect.why = phrase("{} never ran, and its first run sets things up; run a tick first", name);
    if (!effect.why.empty()) return effect;
    // The tick runs twice and is taken back, which would leave them written twice.
    if (const std::string names = left_out_text(world); !names.empty()) {
        effect.why = phrase("{} cannot be copied, so a trial tick could not be taken back", names);
        return effect;
    }
    const System *a = schedule.find(first), *b = schedule.find(second);
    const auto systems = schedule.systems();
    if (std::find(systems.begin(), systems.end(), b) < std::find(systems.begin(), systems.end(), a)) {
        std::swap(a, b);
        std::swap(effect.first, effect.second);
    }

    Snapshots snapshots(world);
    const Result<Snapshot> before = snapshots.take();
    if (!before) {
        effect.why = before.error();
        return effect;
    }
    const OrderTrial trial(world, schedule);
    effect.without_hooks = trial.has_hooks();
    try {
        schedule.tick(world);
        const std::uint64_t usual_hash = state_hash(world), usual_random = schedule.random.state();
        const Result<Snapshot> usual = snapshots.take();
        if (!usual) {
            effect.why = usual.error();
        } else {
            (void)snapshots.restore(*before);
            trial.state().put_back(schedule);
            ScheduleState::run_in_order(schedule, swapped_order(schedule, a, b));
            schedule.tick(world);
            const bool same_world = state_hash(world) == usual_hash;
            if (same_world && schedule.random.state() == usual_random) {
                effect.verdict = OrderEffect::Verdict::Same;
            } else {
                effect.verdict = OrderEffect::Verdict::Differs;
                if (!same_world) {
                    const std::unique_ptr<World> usual_world = usual->make_world();
                    describe_difference(effect, *usual_world, world);
                    effect.swapped = value_in(world, effect.entity, effect.component);
                    (void)snapshots.restore(*usual);
                    effect.usual = value_in(world, effect.entity, effect.component);
                }
            }
        }
    } catch (const std::exception& problem) {
        effect.verdict = OrderEffect::Verdict::Unknown;
        effect.why = phrase("a system failed: {}", std::string(problem.what()));
    } catch (...) {
        effect.verdict = OrderEffect::Verdict::Unknown;
        effect.why = tr("a system failed");
    }
    if (const Result<std::size_t> restored = snapshots.restore(*before); !restored) effect.why = restored.error();
    return effect;
}

}  // namespace ecs
