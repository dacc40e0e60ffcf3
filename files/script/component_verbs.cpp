// Name and Parent are components, so `rename` and `reparent` are here, too.
#include <cstring>

#include "files/json/json_text.hpp"
#include "files/script/script_text.hpp"
#include "files/script/script_verb.hpp"

namespace files {

namespace {

std::string rename_line(ecs::Entity entity, const ecs::Value* name) {
    std::string line = open_edit("rename", entity);
    append_member(line, "name");
    if (name)
        append_string(line, static_cast<const ecs::Name*>(name->data())->value);
    else
        line += "null";
    return line + " }";
}

std::string component_line(std::string_view verb, ecs::Entity entity, std::string_view component) {
    std::string line = open_edit(verb, entity);
    append_member(line, "component");
    append_string(line, component);
    return line;
}

bool holds_name(const ecs::World& world, const ecs::Value& value) { return value.type().id == world.name_id(); }

ecs::Edit read_add(EditReader& reader) {
    const ecs::Entity entity = reader.read_target("add");
    ecs::AddComponent add{entity, ecs::Value(reader.read_component())};
    if (reader.has("value")) {
        reader.go_to("value");
        reader.fields().read_value(add.value.type(), add.value.data());
    }
    return add;
}

std::string add_line(const ecs::World& world, const ecs::AddComponent& add) {
    if (holds_name(world, add.value)) return rename_line(add.entity, &add.value);
    std::string line = component_line("add", add.entity, add.value.type().name);
    if (!add.value.type().is_tag()) {
        append_member(line, "value");
        append_value(line, add.value.type(), add.value.data());
    }
    return line + " }";
}

std::string write_add(const ecs::World& world, const ecs::Edit& edit) {
    if (const auto* one = std::get_if<ecs::AddComponent>(&edit)) return add_line(world, *one);
    std::string lines;
    ecs::each_addition(std::get<ecs::AddToMany>(edit), [&](const ecs::AddComponent& add) {
        lines += (lines.empty() ? "" : ",\n") + add_line(world, add);
    });
    return lines;
}

ecs::Edit read_remove(EditReader& reader) {
    const ecs::Entity entity = reader.read_target("remove");
    return ecs::RemoveComponent{entity, reader.read_component().id};
}

std::string write_remove(const ecs::World& world, const ecs::Edit& edit) {
    const auto line = [&](ecs::Entity entity, ecs::ComponentId component) {
        if (component == world.name_id()) return rename_line(entity, nullptr);
        return component_line("remove", entity, world.types()[component].name) + " }";
    };
    if (const auto* one = std::get_if<ecs::RemoveComponent>(&edit)) return line(one->entity, one->component);
    const auto& many = std::get<ecs::RemoveFromMany>(edit);
    std::string lines;
    many.entities.each(
        [&](ecs::Entity entity) { lines += (lines.empty() ? "" : ",\n") + line(entity, many.component); });
    return lines;
}

ecs::Edit read_set(EditReader& reader) {
    const ecs::Entity entity = reader.read_target("set");
    const ecs::ComponentType& type = reader.read_component();
    const void* const present = reader.world().get(entity, type.id);
    ecs::SetComponent set{entity, present && type.copyable() ? ecs::Value(type, present) : ecs::Value(type), {}};
    reader.go_to("value");
    reader.fields().read_value(type, set.value.data(), nullptr, &set.fields);
    return set;
}

std::string write_set(const ecs::World& world, const ecs::Edit& edit) {
    const auto& set = std::get<ecs::SetComponent>(edit);
    if (holds_name(world, set.value)) return rename_line(set.entity, &set.value);
    const ecs::ComponentType& type = set.value.type();
    std::string line = component_line("set", set.entity, type.name);
    append_member(line, "value");
    if (set.fields.empty() || type.opaque_json)
        append_value(line, type, set.value.data());
    else
        append_fields(line, type, set.fields, set.value.data());
    return line + " }";
}

ecs::Edit read_set_field(EditReader& reader) {
    JsonReader& json = reader.json();
    ecs::SetField set;
    reader.go_to("set_field");
    const ecs::ComponentType& type = reader.find_component(json.read_string());
    set.component = type.id;
    reader.go_to("entities");
    json.begin_array();
    while (json.next_element()) set.entities.push_back(reader.fields().read_entity());
    reader.go_to("values");
    json.begin_array();
    bool first = true;
    while (json.next_element()) {
        const std::size_t start = json.offset();
        ecs::Value value(type);
        std::vector<std::uint32_t> given;
        reader.fields().read_value(type, value.data(), nullptr, &given);
        if (given.size() != 1 || (!first && given.front() != set.field))
            json.fail_about_from(start, "each value needs one field, the same for all entities");
        set.field = given.front();
        first = false;
        const ecs::Field& field = type.fields[set.field];
        if (!ecs::is_trivial(field)) json.fail_about_from(start, "a text is set with \"set\", one by one");
        const auto* const bytes = static_cast<const std::byte*>(value.data()) + field.offset;
        set.values.insert(set.values.end(), bytes, bytes + field.size_bytes());
    }
    return set;
}

std::string write_set_field(const ecs::World& world, const ecs::Edit& edit) {
    const auto& set = std::get<ecs::SetField>(edit);
    const ecs::ComponentType& type = world.types()[set.component];
    const ecs::Field& field = type.fields[set.field];
    std::string line = open_edit("set_field", type.name);
    append_member(line, "entities");
    const char* separator = "[";
    for (const ecs::Entity entity : set.entities) {
        line += separator;
        separator = ", ";
        append_entity(line, entity);
    }
    line += set.entities.empty() ? "[]" : "]";
    append_member(line, "values");
    separator = "[";
    ecs::Value value(type);
    for (std::size_t i = 0; i < set.entities.size(); ++i) {
        line += separator;
        separator = ", ";
        std::memcpy(static_cast<std::byte*>(value.data()) + field.offset, set.values.data() + i * field.size_bytes(),
                    field.size_bytes());
        append_fields(line, type, std::span(&set.field, 1), value.data());
    }
    return line + (set.entities.empty() ? "[] }" : "] }");
}

ecs::Edit read_rename(EditReader& reader) {
    const ecs::Entity entity = reader.read_target("rename");
    JsonReader& json = reader.json();
    reader.go_to("name");
    if (json.peek() != JsonKind::Null) return ecs::rename(reader.world(), entity, std::string(json.read_string()));
    json.read_null();
    return ecs::rename(reader.world(), entity, {});
}

ecs::Edit read_reparent(EditReader& reader) {
    const ecs::Entity entity = reader.read_target("reparent");
    reader.go_to("parent");
    return ecs::SetParent{entity, reader.fields().read_entity()};
}

std::string write_reparent(const ecs::World&, const ecs::Edit& edit) {
    const auto& moved = std::get<ecs::SetParent>(edit);
    std::string line = open_edit("reparent", moved.entity);
    append_member(line, "parent");
    append_entity(line, moved.parent);
    return line + " }";
}

}  // namespace

std::span<const ScriptVerb> component_verbs() {
    static const ScriptVerb verbs[] = {
        {"add", {"component"}, {"value"}, read_add, write_add},
        {"remove", {"component"}, {}, read_remove, write_remove},
        {"set", {"component", "value"}, {}, read_set, write_set},
        {"set_field", {"entities", "values"}, {}, read_set_field, write_set_field},
        {"rename", {"name"}, {}, read_rename},
        {"reparent", {"parent"}, {}, read_reparent, write_reparent},
    };
    return verbs;
}

}  // namespace files
