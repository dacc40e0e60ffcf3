#include <optional>

#include "files/script/script_text.hpp"
#include "files/script/script_verb.hpp"

namespace files {

namespace {

std::string read_system_name(EditReader& reader, std::string_view verb) {
    reader.go_to(verb);
    return std::string(reader.json().read_string("the name of a system"));
}

ecs::Edit read_toggle(EditReader& reader) {
    const ecs::Schedule& schedule = reader.schedule();
    ecs::ToggleSystem toggle{read_system_name(reader, "toggle"), true};
    if (!schedule.find(toggle.system)) {
        std::vector<std::string> known;
        for (const ecs::System* system : schedule.systems()) known.push_back(system->description.name);
        reader.json().fail_about("no system is called " + in_quotes(toggle.system) +
                                 did_you_mean(toggle.system, known));
    }
    reader.go_to("enabled");
    toggle.enabled = reader.json().read_bool();
    return toggle;
}

std::string write_toggle(const ecs::World&, const ecs::Edit& edit) {
    const auto& toggle = std::get<ecs::ToggleSystem>(edit);
    std::string line = open_edit("toggle", toggle.system);
    append_member(line, "enabled");
    return line + (toggle.enabled ? "true }" : "false }");
}

ecs::Edit read_add_system(EditReader& reader) {
    const std::string name = read_system_name(reader, "add_system");
    const SystemsByName& known = reader.systems();
    std::optional<ecs::SystemDescription> system = known.make ? known.make(name) : std::nullopt;
    if (!system)
        reader.json().fail_about("the program knows no system " + in_quotes(name) + did_you_mean(name, known.names));
    return ecs::AddSystem{std::move(*system)};
}

std::string write_add_system(const ecs::World&, const ecs::Edit& edit) {
    return open_edit("add_system", std::get<ecs::AddSystem>(edit).description.name) + " }";
}

ecs::Edit read_remove_system(EditReader& reader) {
    return ecs::RemoveSystem{read_system_name(reader, "remove_system")};
}

std::string write_remove_system(const ecs::World&, const ecs::Edit& edit) {
    return open_edit("remove_system", std::get<ecs::RemoveSystem>(edit).system) + " }";
}

}  // namespace

std::span<const ScriptVerb> system_verbs() {
    static const ScriptVerb verbs[] = {
        {"toggle", {"enabled"}, {}, read_toggle, write_toggle},
        {"add_system", {}, {}, read_add_system, write_add_system},
        {"remove_system", {}, {}, read_remove_system, write_remove_system},
    };
    return verbs;
}

}  // namespace files
