#include "editor/game/held_keys.hpp"

#include <algorithm>
#include <utility>

#include "ecs/types/field_path.hpp"

namespace editor {

namespace {

bool is_held(HeldKey key, const HeldKeys& held) {
    switch (key) {
        case HeldKey::Up:
            return held.up;
        case HeldKey::Down:
            return held.down;
        case HeldKey::Left:
            return held.left;
        case HeldKey::Right:
            break;
    }
    return held.right;
}

/// A field that keys write, with all of its keys.
struct WrittenField {
    ecs::FieldPath field;
    std::vector<std::pair<HeldKey, double>> keys;
};

/// The written fields of one component.
struct WrittenComponent {
    ecs::Query query;
    std::size_t size_bytes = 0;
    std::vector<WrittenField> fields;
};

std::vector<WrittenComponent> components_of(const std::vector<KeyField>& fields, const ecs::World& world) {
    std::vector<WrittenComponent> components;
    for (const KeyField& each : fields) {
        const std::optional<ecs::FieldPath> found = ecs::find_field(world.types(), each.field);
        if (!found || !ecs::is_number(found->kind)) continue;
        auto component = std::find_if(components.begin(), components.end(), [&](const WrittenComponent& known) {
            return known.query.terms().front().component == found->component;
        });
        if (component == components.end()) {
            components.push_back({ecs::Query(world, {{found->component, ecs::Presence::With, ecs::Access::Write}}),
                                  world.types()[found->component].size,
                                  {}});
            component = components.end() - 1;
        }
        auto field = std::find_if(component->fields.begin(), component->fields.end(),
                                  [&](const WrittenField& known) { return known.field == *found; });
        if (field == component->fields.end()) {
            component->fields.push_back({*found, {}});
            field = component->fields.end() - 1;
        }
        field->keys.emplace_back(each.key, each.value);
    }
    return components;
}

}  // namespace

ecs::SystemDescription make_held_keys_system(const std::vector<KeyField>& fields, const ecs::World& world,
                                             const HeldKeys& held) {
    std::vector<WrittenComponent> components = components_of(fields, world);
    ecs::SystemDescription system;
    system.name = held_keys_system;
    system.description = "Writes into components which keys are held down";
    system.phase = ecs::Phase::PreUpdate;
    for (const WrittenComponent& each : components) {
        system.accesses.push_back({each.query.terms().front().component, ecs::Access::Write});
        system.queries.push_back(each.query.terms());
    }
    system.run = [components = std::move(components), &held](ecs::SystemContext& context) mutable {
        for (WrittenComponent& component : components)
            component.query.each_chunk(context.world, [&](const ecs::ChunkRows& rows) {
                context.entities_visited += rows.size();
                auto* row = static_cast<std::byte*>(rows.column_mut(0));
                for (std::size_t i = 0; i < rows.size(); ++i, row += component.size_bytes)
                    for (const WrittenField& field : component.fields) {
                        double value = 0;
                        for (const auto& [key, part] : field.keys) value += is_held(key, held) ? part : 0;
                        ecs::write_number(field.field, row, value);
                    }
            });
    };
    return system;
}

}  // namespace editor
