// ToggleSystem, AddSystem and its inverse RemoveSystem.
#include <utility>
#include <vector>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_kind.hpp"

namespace ecs {

namespace {

std::string why_not(const World&, const Schedule& schedule, const ToggleSystem& edit) {
    if (schedule.find(edit.system)) return {};
    std::vector<std::string> known;
    for (const System* system : schedule.systems()) known.push_back(system->description.name);
    const std::string nearest = nearest_name(edit.system, known);
    return phrase("there is no system named {}{}", edit.system,
                  (nearest.empty() ? "" : phrase("; did you mean {}?", nearest)));
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
    return schedule.why_not_add(edit.description);
}

Edit execute(World&, Schedule& schedule, AddSystem& edit) {
    std::string name = edit.description.name;
    (void)schedule.add(edit.description, edit.position);
    return RemoveSystem{std::move(name)};
}

std::string describe(const World&, const AddSystem& edit) { return phrase("Add system {}", edit.description.name); }

std::string why_not(const World&, const Schedule& schedule, const RemoveSystem& edit) {
    if (!schedule.find(edit.system)) return phrase("there is no system named {}", edit.system);
    return schedule.within_tick() ? phrase("{} cannot be removed in the middle of a tick", edit.system) : std::string();
}

Edit execute(World& world, Schedule& schedule, RemoveSystem& edit) {
    Schedule::Removed removed = *schedule.remove(world, edit.system);
    return AddSystem{std::move(removed.description), removed.position};
}

std::string describe(const World&, const RemoveSystem& edit) { return phrase("Remove system {}", edit.system); }

}  // namespace

constinit const EditKind<ToggleSystem> ToggleSystem::kind{
    .name = "toggle", .cause = "", .why_not = why_not, .execute = execute, .describe = describe};

constinit const EditKind<AddSystem> AddSystem::kind{
    .name = "add_system", .cause = "", .why_not = why_not, .execute = execute, .describe = describe};

constinit const EditKind<RemoveSystem> RemoveSystem::kind{
    .name = "remove_system", .cause = "", .why_not = why_not, .execute = execute, .describe = describe};

}  // namespace ecs
