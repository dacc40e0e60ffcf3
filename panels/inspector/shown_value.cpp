#include "panels/inspector/shown_value.hpp"

#include <cstddef>

#include "panels/base/value_text.hpp"
#include "panels/widgets/number_kinds.hpp"

namespace panels {

std::string shown_value(const ecs::World& world, const ecs::Field& field, const void* component, int more_decimals) {
    const auto* const data = static_cast<const std::byte*>(component) + field.offset;
    const auto number = [&](const NumberKind& kind, const void* at) {
        return with_minus(kind.shown(at, decimals_shown(kind, at) + more_decimals));
    };
    if (field.count != 1 || field.kind == ecs::FieldKind::Color) return field_text(world, field, component);
    if (const NumberKind* const kind = number_kind(field.kind)) return number(*kind, data);
    const std::size_t count = ecs::float_count(field.kind);
    if (count < 2) return field_text(world, field, component);
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += (i == 0 ? "" : ", ") + number(*number_kind(ecs::FieldKind::F32), data + i * sizeof(float));
    return text;
}

}  // namespace panels
