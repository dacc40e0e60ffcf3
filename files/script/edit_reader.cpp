#include "files/script/edit_reader.hpp"

#include <algorithm>

#include "ecs/world/prefab_types.hpp"

namespace files {

EditReader::EditReader(ecs::World& world, const ecs::Schedule& schedule, const SystemsByName& systems,
                       std::string_view text, const std::string& file)
    : world_(world),
      schedule_(schedule),
      systems_(systems),
      json_(text, file),
      fields_(json_, [this](std::string_view name) { return find_named(name); }) {}

void EditReader::start_edit(std::size_t position, std::size_t offset) {
    position_ = position;
    offset_ = offset;
    members_.clear();
    announced_.clear();
    go_to_edit();
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        members_.emplace_back(*key);
        json_.skip();
    }
}

bool EditReader::has(std::string_view member) const {
    return std::find(members_.begin(), members_.end(), member) != members_.end();
}

void EditReader::go_to(std::string_view member) {
    go_to_edit();
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        if (*key == member) return;
        json_.skip();
    }
}

void EditReader::go_to_edit() { json_.go_to(offset_, "edits", position_); }

ecs::Entity EditReader::read_target(std::string_view member) {
    go_to(member);
    const ecs::Entity entity = fields_.read_entity();
    if (!entity) json_.fail_expected("an entity like \"12v3\"");
    return entity;
}

const ecs::ComponentType& EditReader::read_component() {
    go_to("component");
    return find_component(std::string(json_.read_string("the name of a component")));
}

std::vector<ecs::ComponentId> EditReader::read_components() {
    std::vector<ecs::ComponentId> components;
    json_.begin_array();
    while (json_.next_element()) {
        const std::string name(json_.read_string("the name of a component"));
        // Name and Parent are among the components of an archetype, though no edit adds or sets them.
        const ecs::ComponentType* const type = world().types().find(name);
        components.push_back(type ? type->id : find_component(name).id);
    }
    return components;
}

const ecs::ComponentType& EditReader::find_component(std::string_view name) {
    const ecs::TypeRegistry& types = world().types();
    // A world gets the types of prefabs with its first one.
    if ((name == "Prefab" || name == "InstanceOf") && types.find(name) == nullptr)
        (void)ecs::register_prefab_types(world().types());
    const ecs::ComponentType* const type = types.find(name);
    if (type && type->id == world().name_id()) json_.fail_about(R"(a name is changed by "rename")");
    if (type && type->id == world().parent_id()) json_.fail_about(R"(a parent is changed by "reparent")");
    if (type) return *type;
    std::vector<std::string> known;
    for (ecs::ComponentId id = 0; id < types.size(); ++id) known.push_back(types[id].name);
    json_.fail_about("no component is called " + in_quotes(name) + did_you_mean(name, known));
}

void EditReader::announce(std::string_view name) {
    if (named_.count(name) != 0) json_.fail("names " + in_quotes(name) + ", which an earlier edit creates already");
    announced_ = name;
}

ecs::Entity EditReader::find_named(std::string_view name) {
    const auto found = named_.find(name);
    if (found != named_.end()) return found->second;
    std::vector<std::string> known;
    for (const auto& [other, entity] : named_) known.push_back(other);
    if (name.substr(0, 1) != "$") json_.fail_expected("an entity like \"12v3\" or a name like \"$lamp\"");
    json_.fail("names " + in_quotes(name) + ", which no earlier edit creates" + did_you_mean(name, known));
}

}  // namespace files
