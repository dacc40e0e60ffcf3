// Reads the component types of a world file. The types of the world and of the program win, and the file's values are
// migrated. If the program gives way, the file's descriptions win: the program's type backs a description that equals
// it; if they differ, the program's type gets another name in this world.
#include <algorithm>

#include "files/world_file/type_migration.hpp"
#include "files/world_file/world_reader.hpp"

namespace files {

namespace {

/// Gives the program's type the file's descriptions, units and ranges; the memory stays the same.
void take_details(ecs::ComponentType& type, const FileType& in_file) {
    type.description = in_file.type.description;
    type.fields = in_file.type.fields;
    type.made_at_run_time = true;  // so that all of it is written again
}

}  // namespace

void WorldReader::read_components() {
    std::vector<Description> described;
    if (components_at_) {
        json_.go_to(*components_at_, "components");
        json_.begin_object();
        while (const auto name = json_.next_member()) {
            if (described.size() == max_types) json_.fail_about_key("a world file may have 4096 kinds of components");
            described.push_back(read_description(std::string(*name)));
        }
    }
    register_program_types(described);
    const auto is_of_prefabs = [](std::string_view name) { return name == "Prefab" || name == "InstanceOf"; };
    // Where that is impossible, the file's own types have these names.
    if (std::any_of(described.begin(), described.end(),
                    [&](const Description& each) { return is_of_prefabs(each.name); }))
        (void)ecs::register_prefab_types(world_.types());
    for (Description& description : described) add_component(std::move(description));
}

WorldReader::Description WorldReader::read_description(std::string name) {
    if (name.empty()) json_.fail_about_key("a component needs a name");
    if (name == "Name" || name == "Parent")
        json_.fail_about_key(name +
                             R"( is known to every world; write it as the member "name" or "parent" of an entity)");
    json_.peek();
    const std::size_t start = json_.offset();
    auto type = std::make_unique<FileType>(read_schema(json_, name));
    return {std::move(name), std::move(type), start};
}

void WorldReader::register_program_types(const std::vector<Description>& described) {
    if (options_.types) program_ = options_.types(file_);
    if (!program_.add) return;
    if (!program_.give_way) return program_.add(world_.types());
    ecs::TypeRegistry program;
    program_.add(program);
    const auto described_as = [&](const std::string& name) -> const FileType* {
        const auto found = std::find_if(described.begin(), described.end(),
                                        [&](const Description& each) { return each.name == name; });
        return found == described.end() ? nullptr : found->type.get();
    };
    for (ecs::ComponentId id = 0; id < program.size(); ++id) {
        ecs::ComponentType type = program[id];
        const FileType* in_file = described_as(type.name);
        while (in_file && !same_type(type, *in_file) && !is_replaced(type.name)) {
            type.name += program_.suffix;
            in_file = described_as(type.name);
        }
        if (in_file && in_file->has_details && same_type(type, *in_file)) take_details(type, *in_file);
        world_.types().add_copy(std::move(type));
    }
}

void WorldReader::add_component(Description description) {
    FileComponent entry;
    if ((entry.type = types_.find(description.name))) {
        if (!program_.give_way || is_replaced(description.name) || !same_type(*entry.type, *description.type))
            migrate(entry, *description.type);
    } else {
        const ecs::Result<ecs::ComponentId> added = types_.add_at_run_time(description.type->type);
        if (!added) {
            json_.go_to(description.start, "components");
            json_.fail_about_from(description.start, added.error());
        }
        entry.type = &world_.types()[*added];
        if (is_replaced(description.name))
            warn(description.name + " is not in " + program_.replaced->by + " any more, its values are kept");
        else if (!program_.replaced && !program_.give_way)  // else it is the world's own, and nothing is wrong
            warn(description.name + " is unknown to this program, it was made from the description in the file");
    }
    file_.described_types.push_back(entry.type->id);
    entry.described = std::move(description.type);
    components_.emplace(std::move(description.name), std::move(entry));
}

bool WorldReader::is_replaced(std::string_view name) const {
    if (!program_.replaced) return false;
    const std::vector<std::string>& names = program_.replaced->names;
    return std::find(names.begin(), names.end(), name) != names.end();
}

void WorldReader::migrate(FileComponent& entry, const FileType& in_file) {
    const Migration found = migration(*entry.type, in_file);
    if (!found.notes.empty()) warn(entry.type->name + ": " + listed(found.notes, ", "));
    if (!found.losses.empty()) file_.losses.push_back(entry.type->name + ": " + listed(found.losses, ", "));
    if (in_file.has_details && !entry.type->made_at_run_time)
        warn(entry.type->name + ": its descriptions, units and ranges are those of " + program_.owner +
             ", not those of the file");
    if (found.by_name) entry.migrated = &in_file.type.fields;
}

WorldReader::FileComponent& WorldReader::component(std::string_view name) {
    if (const auto known = components_.find(name); known != components_.end()) return known->second;
    if (name.empty()) json_.fail_about_key("a component needs a name");
    if (name == "Name") json_.fail_about_key(R"(a name is written as the member "name" of its entity)");
    if (name == "Parent") json_.fail_about_key(R"(a parent is written as the member "parent" of its entity)");
    if (components_.size() == max_types) json_.fail_about_key("a world file may have 4096 kinds of components");

    if (name == "Prefab" || name == "InstanceOf") (void)ecs::register_prefab_types(world_.types());
    FileComponent entry;
    entry.type = types_.find(name);
    if (!entry.type) {
        const ecs::TypeRegistry& types = world_.types();
        std::vector<std::string> known;
        for (ecs::ComponentId id = 0; id < types.size(); ++id)
            if (!types[id].opaque_json) known.push_back(types[id].name);
        const ecs::Result<ecs::ComponentId> added = types_.add_opaque(std::string(name));
        if (!added) json_.fail_about_key(added.error());
        entry.type = &types[*added];
        warn(entry.type->name + " is unknown to this program and not described by the file, it is kept as it stands" +
             did_you_mean(name, known));
    }
    return components_.emplace(std::string(name), std::move(entry)).first->second;
}

}  // namespace files
