#include "editor/demo/systems.hpp"

#include <algorithm>
#include <array>

#include "editor/demo/system_table.hpp"

namespace editor {

namespace {

constexpr std::array table{
    SystemRow{"Target", make_target},
    SystemRow{"Input", make_input},
    SystemRow{"Seek", make_seek},
    SystemRow{"Movement", make_movement},
    SystemRow{"Bounce", make_bounce},
    SystemRow{"Spin", make_spin},
    SystemRow{"Orbit", make_orbit},
    SystemRow{"Freeze", make_freeze},
    SystemRow{"Thaw", make_thaw},
    SystemRow{"Fire", make_fire},
    SystemRow{"Hits", make_hits},
    SystemRow{"Leave", make_leave},
    SystemRow{"Tint", make_tint},
    SystemRow{"Waves", make_waves},
    SystemRow{"Shuffle", make_shuffle},
    SystemRow{"Increment", make_increment},
    SystemRow{"Shuffle again", make_shuffle_again},
    SystemRow{"Apply velocity", make_apply_velocity},
    SystemRow{"Project", make_project},
    SystemRow{"Add scale", make_add_scale},
    SystemRow{"Update", make_update},
};

constexpr auto names_of_systems = [] {
    std::array<std::string_view, table.size()> result;
    std::transform(table.begin(), table.end(), result.begin(), [](const SystemRow& row) { return row.name; });
    return result;
}();

}  // namespace

std::span<const std::string_view> system_names() { return names_of_systems; }

std::optional<ecs::SystemDescription> make_system(std::string_view name, const ecs::World& world,
                                                  const InputState& input) {
    const auto row = std::find_if(table.begin(), table.end(), [&](const SystemRow& each) { return each.name == name; });
    if (row == table.end()) return std::nullopt;
    ecs::SystemDescription description = row->make(world, input);
    description.name = name;
    return description;
}

bool add_system(std::string_view name, const ecs::World& world, ecs::Schedule& schedule, const InputState& input) {
    std::optional<ecs::SystemDescription> description = make_system(name, world, input);
    return description && schedule.add(std::move(*description));
}

}  // namespace editor
