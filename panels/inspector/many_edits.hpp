// Does to a field of many entities what a person did to that of one of them, as one step of the history.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "panels/base/panel.hpp"
#include "panels/inspector/field_change.hpp"

namespace panels {

class ManyEdits {
public:
    /// `value` is the component as the widget changed it, `field` a position in ComponentType::fields. Entities that
    /// are gone or lack the component are left out. When a number of one of them cannot be computed, nothing is
    /// requested, and the reason, with its name, is returned.
    std::string request(const Context& context, std::span<const ecs::Entity> entities, const ecs::Value& value,
                        std::uint32_t field, const FieldChange& change);

private:
    /// The numbers when the drag began, so that a drag to an end of a range and back changes nothing.
    struct Drag {
        std::uint64_t id = 0;
        std::vector<ecs::Entity> entities;
        std::vector<std::byte> starts;
    };
    void begin_drag(const Context& context, std::span<const ecs::Entity> entities, ecs::ComponentId component,
                    std::size_t offset, const FieldChange& change);

    Drag drag_;
};

/// Sets the field of all of them to its value in `value`, as one step.
void request_set_field_of(const Context& context, std::span<const ecs::Entity> entities, const ecs::Value& value,
                          std::uint32_t field);

/// Changes the sign of all numbers of the field, of each entity its own, as one step.
void request_negate(const Context& context, std::span<const ecs::Entity> entities, ecs::ComponentId component,
                    std::uint32_t field);
/// Empty when request_negate would work for this entity, else the reason.
std::string why_not_negate(const Context& context, ecs::Entity entity, const ecs::ComponentType& type,
                           const ecs::Field& field);

}  // namespace panels
