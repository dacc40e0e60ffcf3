// Reads the component types of a world file. Without a scene of the program, the file's descriptions win: the
// program's type backs a description that equals it; if they differ, the program's type gets another name in this
// world. With a scene, its types win, and the file's values are migrated.
#include <algorithm>

#include "editor/files/world_file/type_migration.hpp"
#include "editor/files/world_file/world_reader.hpp"

namespace editor {

namespace {

/// Suffix for a type of the program whose name the file uses for its own type.
std::string beside_own(const Game& game) { return " (" + game.name + ")"; }

/// Gives the program's type the file's descriptions, units and ranges; the memory stays the same.
void take_details(ecs::ComponentType& type, const files::FileType& in_file) {
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
    for (Description& description : described) add_component(std::move(description));
}

WorldReader::Description WorldReader::read_description(std::string name) {
    if (name.empty()) json_.fail_about_key("a component needs a name");
    if (name == "Name" || name == "Parent")
        json_.fail_about_key(name +
                             R"( is known to every world; write it as the member "name" or "parent" of an entity)");
    json_.peek();
    const std::size_t start = json_.offset();
    auto type = std::make_unique<files::FileType>(files::read_schema(json_, name));
    return {std::move(name), std::move(type), start};
}

void WorldReader::register_program_types(const std::vector<Description>& described) {
    ecs::TypeRegistry& types = session_->world.types();
    if (session_->scene) {
        if (session_->game.register_types) session_->game.register_types(types);
        if (session_->scene->register_types) session_->scene->register_types(types);
        return;
    }
    ecs::TypeRegistry program;
    if (session_->game.register_types) session_->game.register_types(program);
    const auto described_as = [&](const std::string& name) -> const files::FileType* {
        const auto found = std::find_if(described.begin(), described.end(),
                                        [&](const Description& each) { return each.name == name; });
        return found == described.end() ? nullptr : found->type.get();
    };
    for (ecs::ComponentId id = 0; id < program.size(); ++id) {
        ecs::ComponentType type = program[id];
        const files::FileType* in_file = described_as(type.name);
        while (in_file && !same_type(type, *in_file)) {
            type.name += beside_own(session_->game);
            in_file = described_as(type.name);
        }
        if (in_file && in_file->has_details) take_details(type, *in_file);
        types.add_copy(std::move(type));
    }
}

void WorldReader::add_component(Description description) {
    FileComponent entry;
    ecs::TypeRegistry& types = session_->world.types();
    if ((entry.type = types.find(description.name))) {
        if (session_->scene) migrate(entry, *description.type);
    } else {
        const ecs::Result<ecs::ComponentId> added = types.add_at_run_time(description.type->type);
        if (!added) {
            json_.go_to(description.start, "components");
            json_.fail_about_from(description.start, added.error());
        }
        entry.type = &types[*added];
        const ecs::ComponentType* const of_program = types.find(description.name + beside_own(session_->game));
        if (of_program && of_program->cpp_key != 0)
            warn(description.name + " is the file's own, with other fields than that of " +
                 session_->game.title_or_name() + ", which is " + files::in_quotes(of_program->name) + " here");
        else
            warn(description.name + " is unknown to this program, it was made from the description in the file");
    }
    if (!session_->scene) session_->described_types.push_back(entry.type->id);
    entry.described = std::move(description.type);
    components_.emplace(std::move(description.name), std::move(entry));
}

void WorldReader::migrate(FileComponent& entry, const files::FileType& in_file) {
    const Migration found = migration(*entry.type, in_file);
    if (!found.notes.empty()) warn(entry.type->name + ": " + listed(found.notes, ", "));
    if (!found.losses.empty()) session_->losses.push_back(entry.type->name + ": " + listed(found.losses, ", "));
    if (in_file.has_details && !entry.type->made_at_run_time)
        warn(entry.type->name + ": its descriptions, units and ranges are those of the scene, not those of the file");
    if (found.by_name) entry.migrated = &in_file.type.fields;
}

void WorldReader::warn_of_idle_systems() {
    const ecs::TypeRegistry& types = session_->world.types();
    const std::string suffix = beside_own(session_->game);
    for (const ecs::System* system : session_->schedule.systems())
        for (const ecs::SystemAccess& access : system->description.accesses) {
            const ecs::ComponentType& type = types[access.component];
            if (type.cpp_key == 0 || !type.name.ends_with(suffix)) continue;
            const std::string name = type.name.substr(0, type.name.size() - suffix.size());
            warn("the system " + system->description.name + " is for the " + name + " of " +
                 session_->game.title_or_name() + " and skips the file's own");
            break;
        }
}

WorldReader::FileComponent& WorldReader::component(std::string_view name) {
    if (const auto known = components_.find(name); known != components_.end()) return known->second;
    if (name.empty()) json_.fail_about_key("a component needs a name");
    if (name == "Name") json_.fail_about_key(R"(a name is written as the member "name" of its entity)");
    if (name == "Parent") json_.fail_about_key(R"(a parent is written as the member "parent" of its entity)");
    if (components_.size() == max_types) json_.fail_about_key("a world file may have 4096 kinds of components");

    FileComponent entry;
    ecs::TypeRegistry& types = session_->world.types();
    entry.type = types.find(name);
    if (!entry.type) {
        std::vector<std::string> known;
        for (ecs::ComponentId id = 0; id < types.size(); ++id)
            if (!types[id].opaque_json) known.push_back(types[id].name);
        const ecs::Result<ecs::ComponentId> added = types.add_opaque(std::string(name));
        if (!added) json_.fail_about_key(added.error());
        entry.type = &types[*added];
        warn(entry.type->name + " is unknown to this program and not described by the file, it is kept as it stands" +
             files::did_you_mean(name, known));
    }
    return components_.emplace(std::string(name), std::move(entry)).first->second;
}

}  // namespace editor
