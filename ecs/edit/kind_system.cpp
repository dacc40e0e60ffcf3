// ToggleSystem, MoveSystem, NoteSystem, AddSystem and its inverse RemoveSystem.
#include <cmath>
#include <utility>
#include <vector>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_kind.hpp"
#include "ecs/edit/system_order.hpp"

namespace ecs {

namespace {

std::string no_system(const Schedule& schedule, const std::string& name) {
    std::vector<std::string> known;
    for (const System* system : schedule.systems()) known.push_back(system->description.name);
    const std::string nearest = nearest_name(name, known);
    return phrase("there is no system named {}{}", name,
                  (nearest.empty() ? "" : phrase("; did you mean {}?", nearest)));
}

std::string why_not(const World&, const Schedule& schedule, const ToggleSystem& edit) {
    if (std::string why = why_fixed(schedule); !why.empty()) return why;
    const System* const system = schedule.find(edit.system);
    if (!system) return no_system(schedule, edit.system);
    return edit.enabled && system->waiting ? phrase("{} cannot run: {}", edit.system, system->problem) : std::string();
}

Edit execute(World&, Schedule& schedule, ToggleSystem& edit) {
    const bool former = schedule.find(edit.system)->enabled;
    schedule.set_enabled(edit.system, edit.enabled);
    return ToggleSystem{std::move(edit.system), former};
}

std::string describe(const World&, const ToggleSystem& edit) {
    return edit.enabled ? phrase("Switch {} on", edit.system) : phrase("Switch {} off", edit.system);
}

std::string why_not(const World&, const Schedule& schedule, const AddSystem& edit) {
    if (std::string why = why_fixed(schedule); !why.empty()) return why;
    return schedule.why_not_add(edit.description);
}

Edit execute(World& world, Schedule& schedule, AddSystem& edit) {
    std::string name = edit.description->name;
    const bool names_things = static_cast<bool>(edit.description->bind);
    (void)schedule.add(edit.description, edit.position);
    if (names_things) schedule.bind_anew(world);
    return RemoveSystem{std::move(name)};
}

std::string describe(const World&, const AddSystem& edit) {
    return edit.description->rule.empty() ? phrase("Add system {}", edit.description->name)
                                          : phrase("Add rule {}", edit.description->name);
}

std::string why_not(const World&, const Schedule& schedule, const RemoveSystem& edit) {
    if (std::string why = why_fixed(schedule); !why.empty()) return why;
    if (!schedule.find(edit.system)) return phrase("there is no system named {}", edit.system);
    return schedule.within_tick() ? phrase("{} cannot be removed in the middle of a tick", edit.system) : std::string();
}

Edit execute(World& world, Schedule& schedule, RemoveSystem& edit) {
    AddSystem inverse;  // takes memory
    Schedule::Removed removed = *schedule.remove(world, edit.system);
    *inverse.description = std::move(removed.description);
    inverse.position = removed.position;
    return inverse;
}

std::string why_not(const World&, const Schedule& schedule, const MoveSystem& edit) {
    if (std::string why = why_fixed(schedule); !why.empty()) return why;
    if (!schedule.find(edit.system)) return no_system(schedule, edit.system);
    return schedule.within_tick() ? phrase("{} cannot move in the middle of a tick", edit.system) : std::string();
}

Edit execute(World&, Schedule& schedule, MoveSystem& edit) {
    const std::size_t former = schedule.move(edit.system, edit.position).value_or(edit.position);
    return MoveSystem{std::move(edit.system), former};
}

std::string describe(const World&, const MoveSystem& edit) { return phrase("Move system {}", edit.system); }

std::string why_not(const World&, const Schedule& schedule, const NoteSystem& edit) {
    if (!(edit.budget_us >= 0) || !std::isfinite(edit.budget_us)) return tr("a budget is a number from 0 on");
    if (edit.system.empty()) return edit.group.empty() ? std::string() : std::string(tr("a tick belongs to no group"));
    return schedule.find(edit.system) ? std::string() : no_system(schedule, edit.system);
}

Edit execute(World&, Schedule& schedule, NoteSystem& edit) {
    if (edit.system.empty()) return NoteSystem{{}, {}, std::exchange(schedule.budget_us, edit.budget_us)};
    const SystemDescription& description = schedule.find(edit.system)->description;
    NoteSystem inverse{edit.system, description.group, description.budget_us};
    schedule.set_note(edit.system, std::move(edit.group), edit.budget_us);
    return inverse;
}

std::string describe(const World&, const NoteSystem& edit) {
    if (edit.system.empty())
        return edit.budget_us > 0 ? tr("Give ticks a budget") : tr("Take the budget of ticks away");
    return phrase("Note something about system {}", edit.system);
}

std::string describe(const World&, const RemoveSystem& edit) { return phrase("Remove system {}", edit.system); }

}  // namespace

constinit const EditKind<ToggleSystem> ToggleSystem::kind{
    .name = "toggle", .cause = "", .why_not = why_not, .execute = execute, .describe = describe};

constinit const EditKind<MoveSystem> MoveSystem::kind{
    .name = "move_system", .cause = "", .why_not = why_not, .execute = execute, .describe = describe};

constinit const EditKind<NoteSystem> NoteSystem::kind{
    .name = "note_system", .cause = "", .why_not = why_not, .execute = execute, .describe = describe};

constinit const EditKind<AddSystem> AddSystem::kind{
    .name = "add_system", .cause = "", .why_not = why_not, .execute = execute, .describe = describe};

constinit const EditKind<RemoveSystem> RemoveSystem::kind{
    .name = "remove_system", .cause = "", .why_not = why_not, .execute = execute, .describe = describe};

}  // namespace ecs
