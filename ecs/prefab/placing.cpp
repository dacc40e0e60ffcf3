#include "ecs/prefab/placing.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace ecs {

namespace {

bool lies_in(const FieldPath& path, ComponentId component, const Field& field) {
    return path.component == component && path.offset >= field.offset &&
           path.offset < field.offset + field.size_bytes();
}

bool names_a_place(std::string_view component) {
    const std::size_t qualifier = component.find_last_of(":.");
    if (qualifier != std::string_view::npos) component.remove_prefix(qualifier + 1);
    constexpr std::array names{"Position", "Position2D", "Position3D", "Translation", "Location", "Transform"};
    return std::find(names.begin(), names.end(), component) != names.end();
}

void add_axes(const TypeRegistry& types, const std::string& within, std::vector<Placing::Axis>& to) {
    constexpr std::array axes{".x", ".y", ".z"};
    for (unsigned axis = 0; axis < axes.size(); ++axis)
        if (const auto path = find_field(types, within + axes[axis]);
            path && (path->kind == FieldKind::F32 || path->kind == FieldKind::F64))
            to.push_back({*path, axis});
}

}  // namespace

bool Placing::moves(ComponentId component, const Field& field) const {
    return std::any_of(moved.begin(), moved.end(),
                       [&](const Axis& axis) { return lies_in(axis.number, component, field); });
}

bool Placing::turns(ComponentId component, const Field& field) const {
    return std::any_of(turned.begin(), turned.end(),
                       [&](const FieldPath& path) { return lies_in(path, component, field); });
}

Placing default_placing(const TypeRegistry& types) {
    Placing placing;
    for (ComponentId id = 0; id < types.size(); ++id) {
        const ComponentType& type = types[id];
        if (!names_a_place(type.name)) continue;
        add_axes(types, type.name, placing.moved);
        for (const char* inside : {"position", "translation", "value"})
            add_axes(types, type.name + "." + inside, placing.moved);
    }
    return placing;
}

}  // namespace ecs
