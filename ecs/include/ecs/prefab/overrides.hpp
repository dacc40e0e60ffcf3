// An Override is one thing in which an instance differs from its prefab. Nothing is stored: whatever differs is an
// override, so undo, systems and edits of any kind agree with it.
//
// A reference inside of the prefab equals the reference to the counterpart inside of the instance. The place, the name
// and the parent of an instance's root are its own and never differ; see Placing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ecs/prefab/placing.hpp"
#include "ecs/prefab/prefabs.hpp"

namespace ecs {

enum class OverrideKind : std::uint8_t { Field, ComponentAdded, ComponentRemoved, ChildAdded, ChildRemoved, Moved };

struct Override {
    /// In place of a field: a component without described fields differs as a whole.
    static constexpr std::uint32_t whole_value = ~std::uint32_t{0};

    Entity part;  // of the instance
    OverrideKind kind = OverrideKind::Field;
    ComponentId component = no_component;  // of the first three kinds
    std::uint32_t field = whole_value;     // position in ComponentType::fields, of the first kind
    Entity child;                          // the added one; of ChildRemoved the one in the prefab
    friend bool operator==(const Override&, const Override&) = default;
};

/// What this part differs in, with its children that were added and those that it lacks. Nothing when it has no source.
std::vector<Override> overrides_of_part(const World& world, Entity part, const Placing& placing);
/// What all parts of the instance differ in, parents first.
std::vector<Override> overrides(const World& world, Entity instance, const Placing& placing);

/// How it is called where it is listed: "Health.hp", "Health", "Gun".
std::string path_of(const World& world, const Override& found);
/// A sentence for it: "Health.hp differs", "Health was removed", "Gun was added".
std::string describe(const World& world, const Override& found);

}  // namespace ecs
