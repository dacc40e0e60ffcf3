#include <optional>

#include "ecs/language/rule.hpp"
#include "files/json/json_fields.hpp"
#include "files/json/json_text.hpp"
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

/// The number of systems that were added before it; nothing: all of them.
std::size_t read_position(EditReader& reader) {
    if (!reader.has("position")) return ecs::Schedule::last;
    reader.go_to("position");
    return read_number_as<std::uint32_t>(reader.json());
}

/// What stands in notes: the group and the budget of a system.
void read_notes(EditReader& reader, std::string& group, double& budget_us) {
    if (reader.has("group")) {
        reader.go_to("group");
        group = reader.json().read_string("the name of a group");
    }
    if (reader.has("budget_us")) {
        reader.go_to("budget_us");
        budget_us = read_number_as<double>(reader.json());
        if (!(budget_us >= 0)) reader.json().fail_about("a budget is a number from 0 on");
    }
}

void append_notes(std::string& line, const std::string& group, double budget_us) {
    if (!group.empty()) {
        append_member(line, "group");
        append_string(line, group);
    }
    if (budget_us > 0) {
        append_member(line, "budget_us");
        append_float(line, budget_us);
    }
}

ecs::SystemDescription read_rule(EditReader& reader, std::string name) {
    reader.go_to("rule");
    const std::string text(reader.json().read_string(R"(a change like "Health : Health.hp += 1")"));
    if (const auto error = ecs::why_no_rule(reader.world(), text))
        reader.json().fail_about(error->message + ", at character " + std::to_string(error->column));
    return ecs::make_rule(std::move(name), text);
}

ecs::SystemDescription read_known_system(EditReader& reader, const std::string& name) {
    const SystemsByName& known = reader.systems();
    std::optional<ecs::SystemDescription> system = known.make ? known.make(name) : std::nullopt;
    if (!system)
        reader.json().fail_about("the program knows no system " + in_quotes(name) + did_you_mean(name, known.names));
    return std::move(*system);
}

ecs::Edit read_add_system(EditReader& reader) {
    const std::string name = read_system_name(reader, "add_system");
    ecs::SystemDescription system = reader.has("rule") ? read_rule(reader, name) : read_known_system(reader, name);
    read_notes(reader, system.group, system.budget_us);
    return ecs::AddSystem{std::move(system), read_position(reader)};
}

std::string write_add_system(const ecs::World&, const ecs::Edit& edit) {
    const auto& add = std::get<ecs::AddSystem>(edit);
    std::string line = open_edit("add_system", add.description->name);
    if (!add.description->rule.empty()) {
        append_member(line, "rule");
        append_string(line, add.description->rule);
    }
    append_notes(line, add.description->group, add.description->budget_us);
    if (add.position != ecs::Schedule::last) {
        append_member(line, "position");
        line += std::to_string(add.position);
    }
    return line + " }";
}

ecs::Edit read_move_system(EditReader& reader) {
    std::string name = read_system_name(reader, "move_system");
    return ecs::MoveSystem{std::move(name), read_position(reader)};
}

std::string write_move_system(const ecs::World&, const ecs::Edit& edit) {
    const auto& move = std::get<ecs::MoveSystem>(edit);
    std::string line = open_edit("move_system", move.system);
    append_member(line, "position");
    return line + std::to_string(move.position) + " }";
}

ecs::Edit read_note_system(EditReader& reader) {
    ecs::NoteSystem note{read_system_name(reader, "note_system"), {}, 0};
    read_notes(reader, note.group, note.budget_us);
    return note;
}

std::string write_note_system(const ecs::World&, const ecs::Edit& edit) {
    const auto& note = std::get<ecs::NoteSystem>(edit);
    std::string line = open_edit("note_system", note.system);
    append_notes(line, note.group, note.budget_us);
    return line + " }";
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
        {"add_system", {}, {"rule", "group", "budget_us", "position"}, read_add_system, write_add_system},
        {"move_system", {"position"}, {}, read_move_system, write_move_system},
        {"note_system", {}, {"group", "budget_us"}, read_note_system, write_note_system},
        {"remove_system", {}, {}, read_remove_system, write_remove_system},
    };
    return verbs;
}

}  // namespace files
