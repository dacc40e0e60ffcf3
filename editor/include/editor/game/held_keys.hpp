// The keys that a person holds down for the game, and how they get into components.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ecs/schedule/schedule.hpp"

namespace editor {

/// WASD or the arrows. The program writes it before ticks; systems read it.
struct HeldKeys {
    bool up = false, down = false, left = false, right = false;
    bool none() const { return !up && !down && !left && !right; }
    friend bool operator==(const HeldKeys&, const HeldKeys&) = default;
};

enum class HeldKey { Up, Down, Left, Right };

/// Before each tick, a field gets the sum of the values of its held keys, in every entity that has the component.
/// Two rows make an axis: `{HeldKey::Left, "Pilot.steer", -1}, {HeldKey::Right, "Pilot.steer", 1}`.
struct KeyField {
    HeldKey key = HeldKey::Up;
    std::string field;  // "Component.field", a number or a bool
    double value = 1;
};

/// The system that writes key fields. It is one like any other: seen, timed, and switched off by whoever wants to.
inline constexpr std::string_view held_keys_system = "Held keys";

/// `held` must outlive it, `fields` need not. Fields that this world does not have are left out.
ecs::SystemDescription make_held_keys_system(const std::vector<KeyField>& fields, const ecs::World& world,
                                             const HeldKeys& held);

}  // namespace editor
