// What an owner of a mirrored world lets a person do. Panels that offer a change ask here whether it is possible, and
// are greyed with the reason where it is not. In worlds of our own everything is.
#pragma once

#include <cstdint>
#include <string>

#include "ecs/base/entity.hpp"
#include "ecs/storage/chunk.hpp"
#include "ecs/types/component_type.hpp"

namespace panels {

struct Context;

/// A change that a person could want.
struct WantedChange {
    enum class Kind : std::uint8_t {
        Nothing,  // it changes nothing that an owner has
        Create,
        Destroy,
        Add,     // a component
        Remove,  // a component
        Set,     // a value
        Move,    // below another parent
        Rename,
        Switch,   // a system on or off
        Arrange,  // what systems there are, and in which order
        Make,     // what only a world of our own has: types, rules, prefabs, places of rows in memory
    };
    Kind kind = Kind::Nothing;
    ecs::Entity entity = {};
    ecs::ComponentId component = ecs::no_component;  // none: any
    std::string system = {};                         // empty: any
};

/// Empty, or why it cannot be done, for a person.
std::string why_not(const Context& context, const WantedChange& wanted);

}  // namespace panels
