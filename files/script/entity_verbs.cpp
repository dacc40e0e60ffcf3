#include <algorithm>
#include <optional>

#include "files/json/json_text.hpp"
#include "files/script/script_text.hpp"
#include "files/script/script_verb.hpp"

namespace files {

namespace {

// The id of the new entity, or null for the next free one; announces a name like "$lamp".
ecs::Entity read_new_id(EditReader& reader) {
    JsonReader& json = reader.json();
    reader.go_to("create");
    if (json.peek() == JsonKind::Null) {
        json.read_null();
        return {};
    }
    const std::string expected = R"(an id like "12v3", a name like "$lamp", or null)";
    const std::string text(json.read_string(expected));
    if (text.size() > 1 && text.front() == '$') {
        reader.announce(text);
        return {};
    }
    const std::optional<ecs::Entity> id = ecs::parse_entity(text);
    if (!id) json.fail_expected(expected);
    return *id;
}

ecs::Edit read_create(EditReader& reader) {
    JsonReader& json = reader.json();
    ecs::World& world = reader.world();
    ecs::CreateEntities create;
    ecs::EntityRecord& record = create.entities.emplace_back();
    record.entity = read_new_id(reader);
    if (reader.has("parent")) {
        reader.go_to("parent");
        record.parent = reader.fields().read_entity();
    }
    if (reader.has("name")) {
        reader.go_to("name");
        ecs::Value& name = record.values.emplace_back(world.types()[world.name_id()]);
        static_cast<ecs::Name*>(name.data())->value = json.read_string();
    }
    if (!reader.has("components")) return create;
    reader.go_to("components");
    json.begin_object();
    while (const auto name = json.next_member()) {
        ecs::Value& value = record.values.emplace_back(reader.find_component(*name));
        reader.fields().read_value(value.type(), value.data());
    }
    return create;
}

}  // namespace

std::string own_line(const ecs::World& world, const ecs::EntityRecord& record) {
    std::string line = open_edit("create", record.entity);
    std::vector<const ecs::Value*> values;
    for (const ecs::Value& value : record.values) {
        if (value.type().id != world.name_id()) {
            values.push_back(&value);
            continue;
        }
        append_member(line, "name");
        append_string(line, static_cast<const ecs::Name*>(value.data())->value);
    }
    if (record.parent) {
        append_member(line, "parent");
        append_entity(line, record.parent);
    }
    if (values.empty()) return line + " }";
    std::sort(values.begin(), values.end(),
              [](const auto* a, const auto* b) { return a->type().name < b->type().name; });
    append_member(line, "components");
    const char* separator = "{ ";
    for (const ecs::Value* value : values) {
        line += separator;
        separator = ", ";
        append_string(line, value->type().name);
        line += ": ";
        append_value(line, value->type(), value->data());
    }
    return line + " } }";
}

ScriptVerb own_verb(std::type_identity<ecs::CreateEntities>) {
    return {"create", {}, {"name", "parent", "components"}, read_create};
}

}  // namespace files
