// Verbs that are written otherwise than their kinds of edits describe themselves.
#include <cstring>

#include "files/json/json_text.hpp"
#include "files/script/script_text.hpp"
#include "files/script/script_verb.hpp"

namespace files {

namespace {

ecs::Edit read_set(EditReader& reader) {
    const ecs::Entity entity = reader.read_target("set");
    const ecs::ComponentType& type = reader.read_component();
    const void* const present = reader.world().get(entity, type.id);
    ecs::SetComponent set{entity, present && type.copyable() ? ecs::Value(type, present) : ecs::Value(type), {}};
    reader.go_to("value");
    reader.fields().read_value(type, set.value.data(), nullptr, &set.fields);
    return set;
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

ecs::Edit read_rename(EditReader& reader) {
    const ecs::Entity entity = reader.read_target("rename");
    JsonReader& json = reader.json();
    reader.go_to("name");
    if (json.peek() != JsonKind::Null) return ecs::rename(reader.world(), entity, std::string(json.read_string()));
    json.read_null();
    return ecs::rename(reader.world(), entity, {});
}

ecs::Edit read_gather_blocks(EditReader& reader) {
    reader.go_to("gather_blocks");
    return ecs::GatherBlocks{!reader.json().read_bool()};
}

}  // namespace

std::string rename_line(ecs::Entity entity, const ecs::Value* name) {
    std::string line = open_edit("rename", entity);
    append_member(line, "name");
    if (name)
        append_string(line, static_cast<const ecs::Name*>(name->data())->value);
    else
        line += "null";
    return line + " }";
}

std::string own_line(const ecs::World& world, const ecs::SetComponent& set) {
    const ecs::ComponentType& type = set.value.type();
    if (type.id == world.name_id()) return rename_line(set.entity, &set.value);
    std::string line = open_edit("set", set.entity);
    append_member(line, "component");
    append_string(line, type.name);
    append_member(line, "value");
    if (set.fields.empty() || type.opaque_json)
        append_value(line, type, set.value.data());
    else
        append_fields(line, type, set.fields, set.value.data());
    return line + " }";
}

std::string own_line(const ecs::World& world, const ecs::SetField& set) {
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

std::string own_line(const ecs::World&, const ecs::GatherBlocks& edit) {
    return std::string("{ \"gather_blocks\": ") + (edit.undo ? "false }" : "true }");
}

ScriptVerb own_verb(std::type_identity<ecs::SetComponent>) { return {"set", {"component", "value"}, {}, read_set}; }
ScriptVerb own_verb(std::type_identity<ecs::SetField>) {
    return {"set_field", {"entities", "values"}, {}, read_set_field};
}
ScriptVerb own_verb(std::type_identity<ecs::GatherBlocks>) { return {"gather_blocks", {}, {}, read_gather_blocks}; }
ScriptVerb rename_verb() { return {"rename", {"name"}, {}, read_rename}; }

}  // namespace files
