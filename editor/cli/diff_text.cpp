#include "editor/cli/diff_text.hpp"

#include "editor/base/terminal_text.hpp"
#include "files/json/json_fields.hpp"
#include "files/json/json_text.hpp"

namespace editor {

std::string value_as_json(const ecs::World& world, ecs::Entity entity, const std::string& component,
                          const std::string& field) {
    std::string text;
    if (!world.alive(entity)) return "null";
    if (component.empty() && field == "parent") {
        files::append_entity(text, world.parent(entity));
        return text;
    }
    if (component.empty()) {
        if (!world.has(entity, world.name_id())) return "null";
        files::append_string(text, world.name(entity));
        return text;
    }
    const ecs::ComponentType* const type = world.types().find(component);
    if (type == nullptr || !world.has(entity, type->id)) return "null";
    const void* const data = world.get(entity, type->id);
    const ecs::Field* const described = field.empty() || type->opaque_json ? nullptr : type->find_field(field);
    if (described == nullptr)
        files::append_value(text, *type, data);
    else
        files::append_field_value(text, *described, static_cast<const std::byte*>(data) + described->offset);
    return text;
}

std::pair<std::string, std::string> values_as_json(const ecs::WorldDiff& diff, const ecs::World& before,
                                                   const ecs::World& after, const ecs::DiffEntry& entry) {
    std::string component, field;
    if (entry.kind == ecs::DiffKind::NameChanged)
        field = "name";
    else if (entry.kind == ecs::DiffKind::ParentChanged)
        field = "parent";
    else
        component = diff.types[entry.type].name;
    if (entry.kind == ecs::DiffKind::FieldChanged && entry.field != ecs::DiffEntry::whole_value) {
        const ecs::DiffType& type = diff.types[entry.type];
        field = before.types()[type.before].fields[type.fields[entry.field].before].name;
    }
    return {value_as_json(before, entry.entity, component, field),
            value_as_json(after, entry.entity, component, field)};
}

std::string entity_in_list(const ecs::World& world, ecs::Entity entity) {
    const std::string_view name = world.name(entity);
    return ecs::to_string(entity) + (name.empty() ? "" : " " + terminal_text(name));
}

}  // namespace editor
