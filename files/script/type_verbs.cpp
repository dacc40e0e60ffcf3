#include <utility>

#include "files/json/component_schema.hpp"
#include "files/json/json_text.hpp"
#include "files/script/script_text.hpp"
#include "files/script/script_verb.hpp"

namespace files {

namespace {

ecs::Edit read_type(EditReader& reader) {
    JsonReader& json = reader.json();
    ecs::SetType edit;
    reader.go_to("type");
    std::string name(json.read_string("the name of a component"));
    if (reader.world().types().find(name)) edit.from = name;
    reader.go_to("to");
    if (json.peek() == JsonKind::Null) {
        json.read_null();
        if (reader.has("name") || reader.has("renamed")) json.fail_about("a component that goes has no new names");
        edit.from = std::move(name);
        return edit;
    }
    edit.to = read_schema(json, name).type;
    if (reader.has("name")) {
        reader.go_to("name");
        edit.to->name = json.read_string("the new name of the component");
    }
    if (reader.has("renamed")) {
        reader.go_to("renamed");
        json.begin_object();
        while (const auto field = json.next_member()) {
            const std::string before(*field);
            edit.renamed.emplace_back(before, json.read_string("the new name of the field"));
        }
    }
    return edit;
}

}  // namespace

std::string own_line(const ecs::World&, const ecs::SetType& type) {
    std::string line = open_edit("type", type.from.empty() ? type.to->name : type.from);
    append_member(line, "to");
    if (type.to->name.empty()) return line + "null }";
    ecs::ComponentType in_full = type.to;
    in_full.made_at_run_time = true;
    append_schema(line, in_full);
    if (!type.from.empty() && type.to->name != type.from) {
        append_member(line, "name");
        append_string(line, type.to->name);
    }
    const char* separator = "{ ";
    if (!type.renamed.empty()) append_member(line, "renamed");
    for (const auto& [before, after] : type.renamed) {
        line += std::exchange(separator, ", ");
        append_string(line, before);
        line += ": ";
        append_string(line, after);
    }
    if (!type.renamed.empty()) line += " }";
    return line + " }";
}

ScriptVerb own_verb(std::type_identity<ecs::SetType>) { return {"type", {"to"}, {"name", "renamed"}, read_type}; }

}  // namespace files
