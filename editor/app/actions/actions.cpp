#include "editor/app/actions/action.hpp"

#include <algorithm>
#include <array>

#include "editor/app/actions/program_settings.hpp"
#include "editor/base/language.hpp"
#include "panels/base/general_keys.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "remote/http/http_server.hpp"

namespace editor {

namespace {

using panels::Desk, panels::of, panels::ctrl, panels::plain, panels::shift;
namespace keys = panels::keys;

Document& document(Desk& desk) { return program_of(desk)->document(); }
std::string why_not_save(Desk& desk) { return document(desk).why_not_save(); }

std::string why_no_bundle(Desk& desk) {
    const Session& session = document(desk).session();
    if (session.attached && !session.timeline.recording()) return tr("Nothing has come from the program yet");
    return document(desk).world_stands_still() ? phrase("{}: wait until that is done", document(desk).job_title())
                                               : std::string();
}

std::vector<CommandChoice> recent_files(Desk& desk) {
    std::vector<CommandChoice> choices;
    for (const std::filesystem::path& file : program_of(desk)->settings().recent_files())
        choices.push_back({file.filename().string(), file.parent_path().string(), false,
                           [program = program_of(desk), file] { program->document().open(file); },
                           program_of(desk)->recent_picture(file)});
    return choices;
}

std::vector<CommandChoice> scenes(Desk& desk) {
    std::vector<CommandChoice> choices;
    for (const Scene& scene : document(desk).session().game.scenes)
        choices.push_back({scene.name, std::string(tr(std::string_view(scene.description))),
                           document(desk).session().scene == &scene,
                           [program = program_of(desk), &scene] { program->document().start_scene(scene); }});
    return choices;
}

std::string why_not_restart(Desk& desk) {
    return document(desk).session().scene ? "" : tr("This world does not come from a scene");
}

std::string why_not_serve(Desk& desk) {
    if (document(desk).session().attached) return tr("This is the world of another program, which serves it itself");
    return remote::HttpServer::available() ? "" : tr("This program was built without cpp-httplib, so it cannot listen");
}

std::string why_not_detach(Desk& desk) {
    return document(desk).session().attached ? "" : tr("This world is not that of another program");
}

std::string why_not_frame_selection(Desk& desk) {
    const ecs::Entity entity = desk.selection.entity();
    if (!entity) return tr("No entity is selected");
    std::string why = panels::why_not_frame(desk.context(), entity);
    const std::vector<ecs::Entity>& all = desk.selection.entities();
    const auto fits = [&](ecs::Entity each) { return panels::why_not_frame(desk.context(), each).empty(); };
    if (!why.empty() && all.size() > 1 && std::any_of(all.begin(), all.end(), fits)) why.clear();
    return why;
}

template <Extra what>
bool shown(Desk& desk) {
    return program_of(desk)->shows(what);
}
template <Extra what>
void toggle(Desk& desk) {
    bool& shows = program_of(desk)->shows(what);
    shows = !shows;
}

/// At the panel in focus; in the manual itself it goes on as it is.
void show_manual(Desk& desk) {
    const std::string focused = desk.workbench.focused();
    desk.workbench.focus_panel("manual", focused == "manual" ? std::string() : focused);
}

std::string why_no_tour(Desk& desk) {
    return desk.world().entity_count() > 0 ? "" : tr("The tour needs a world with entities: open a scene first");
}

// The rows that only the editor has

// clang-format off
constexpr Command file_table[]{
    {.name = "file.new", .label = tr_later("New world"), .description = tr_later("Starts an empty world with the program's component types"),
     .shortcut = ctrl(Key::N), .while_typing = true, .needs_program = true,
     .act = [](Desk& desk) { document(desk).new_world(); }},
    {.name = "file.open_recent", .label = tr_later("Open recent"), .description = tr_later("Loads a file that was opened or saved before"),
     .needs_program = true,
     .why_not = [](Desk& desk) {
         return std::string(program_of(desk)->settings().recent_files().empty() ? tr("No file was opened or saved yet") : "");
     },
     .choices = recent_files},
    {.name = "file.scenes", .label = tr_later("Scenes"), .description = tr_later("Starts one of the scenes that come with the program"),
     .needs_program = true, .choices = scenes},
    {.name = "file.restart_scene", .label = tr_later("Restart scene"), .description = tr_later("Makes the scene anew, as it was at tick 0"),
     .shortcut = ctrl(Key::R), .while_typing = true, .needs_program = true,
     .act = [](Desk& desk) { document(desk).restart_scene(); }, .why_not = why_not_restart},
    {.name = "file.save_state_as", .label = tr_later("Save state as…"), .description = tr_later("Writes the world as it is now into another file, also while it is played; Save writes it as it was before Play"),
     .needs_program = true,
     .act = [](Desk& desk) { document(desk).save_state_as(); }, .why_not = why_not_save},
    {.name = "file.reload", .label = tr_later("Reload from disk"), .description = tr_later("Takes the file as it is on disk; asks first if there are unsaved changes"),
     .needs_program = true,
     .act = [](Desk& desk) { document(desk).reload_file(); }, .why_not = [](Desk& desk) { return document(desk).why_no_file(); }},
    {.name = "file.compare", .label = tr_later("Compare with saved file"), .description = tr_later("Shows what differs between the world and its file on disk"),
     .needs_program = true,
     .act = [](Desk& desk) { document(desk).compare_with_file(); }, .why_not = [](Desk& desk) { return document(desk).why_no_file(); }},
    {.name = "file.attach", .label = tr_later("Attach…"), .description = tr_later("Shows the world of a running program: Flecs, Bevy, or another Chunkscope"),
     .begins_group = true, .needs_program = true,
     .act = [](Desk& desk) { program_of(desk)->ask_what_to_attach(); }},
    {.name = "file.detach", .label = tr_later("Detach"), .description = tr_later("Lets go of the program whose world is shown; what was seen last stays, as a world of its own"),
     .needs_program = true,
     .act = [](Desk& desk) { document(desk).detach(); }, .why_not = why_not_detach},
    {.name = "file.serve", .label = tr_later("Serve this world"), .description = tr_later("Lets other programs of this computer ask this world and change it, in steps that undo takes back"),
     .needs_program = true,
     .act = [](Desk& desk) { program_of(desk)->set_serving(!program_of(desk)->serving()); }, .why_not = why_not_serve,
     .checked = [](Desk& desk) { return program_of(desk)->serving(); }},
    {.name = "file.save_bundle", .label = tr_later("Save repro bundle…"), .description = tr_later("Writes the world, the recorded time, the history, what you look at and a note into one file; it opens to the same view and runs on"),
     .begins_group = true, .needs_program = true,
     .act = [](Desk& desk) { program_of(desk)->save_bundle(true); }, .why_not = why_no_bundle},
    {.name = "file.save_last_seconds", .label = tr_later("Save repro bundle of the last seconds…"), .description = tr_later("The same with the recorded time of the last seconds alone: a smaller file, which opens sooner"),
     .needs_program = true,
     .act = [](Desk& desk) { program_of(desk)->save_bundle(false); }, .why_not = why_no_bundle},
    {.name = "file.quit", .label = tr_later("Quit"), .description = tr_later("Ends the program; asks first if there are unsaved changes"),
     .shortcut = ctrl(Key::Q), .while_typing = true, .begins_group = true, .needs_program = true,
     .act = [](Desk& desk) { program_of(desk)->quit(); }},
};

constexpr Command view_table[]{
    {.name = "view.frame_selection", .label = tr_later("Frame selection"),
     .description = tr_later("Moves the camera to the selected entities"), .shortcut = plain(Key::F), .begins_group = true, .needs_program = true,
     .act = [](Desk& desk) { program_of(desk)->frame_scene(false); },
     .why_not = why_not_frame_selection},
    {.name = "view.frame_all", .label = tr_later("Frame everything"),
     .description = tr_later("Moves the camera so that all shapes are in sight"),
     .shortcut = plain(Key::Home), .alternative = shift(Key::F), .needs_program = true,
     .act = [](Desk& desk) { program_of(desk)->frame_scene(true); }},
    {.name = "view.drawn_from", .label = tr_later("Drawn from…"),
     .description = tr_later("Chooses the fields that say where entities are and what they look like"), .needs_program = true,
     .act = toggle<Extra::DrawnFrom>,
     .checked = shown<Extra::DrawnFrom>},
    {.name = "view.costs", .label = tr_later("Cost of the panels"), .description = tr_later("The time that each panel takes in a frame"),
     .begins_group = true, .needs_program = true,
     .act = [](Desk& desk) {
         panels::Workbench& workbench = desk.workbench;
         workbench.open("cost") ? workbench.close_panel("cost") : workbench.focus_panel("cost");
     },
     .checked = [](Desk& desk) { return desk.workbench.open("cost"); }},
};

constexpr Command workspace_table[]{
    {.name = "panels.menu_bar", .label = tr_later("Menu bar"), .description = tr_later("Gives the menus the keyboard, as Alt does alone"),
     .while_typing = true, .needs_program = true,
     .act = [](Desk& desk) { program_of(desk)->enter_menu_bar(); }},
};

constexpr Command help_table[]{
    {.name = "help.manual", .label = tr_later("Manual"), .description = tr_later("Opens the manual at the panel in focus"),
     .shortcut = plain(Key::F1), .while_typing = true, .needs_program = true,
     .act = show_manual},
    {.name = "help.tour", .label = tr_later("Tour"), .description = tr_later("Shows the first steps over the live scene, one after the other"),
     .needs_program = true, .act = [](Desk& desk) { program_of(desk)->start_tour(); }, .why_not = why_no_tour},
    of(keys::panel_keys, {.needs_program = true, .act = [](Desk& desk) { program_of(desk)->show_panel_keys(); }}),
    {.name = "help.messages", .label = tr_later("Messages"), .description = tr_later("What the program said since it started"),
     .needs_program = true,
     .act = toggle<Extra::Messages>,
     .checked = shown<Extra::Messages>},
    {.name = "help.about", .label = tr_later("About Chunkscope"), .description = tr_later("Version and licence"), .needs_program = true,
     .act = [](Desk& desk) { program_of(desk)->show_about(); }},
};
// clang-format on

std::size_t position_of(std::span<const Command> table, std::string_view name) {
    const auto found = std::find_if(table.begin(), table.end(), [&](const Command& each) { return each.name == name; });
    return static_cast<std::size_t>(found - table.begin());
}

/// The rows before the one with this name, and those from it on.
std::span<const Command> up_to(std::span<const Command> table, std::string_view name) {
    return table.first(position_of(table, name));
}
std::span<const Command> from(std::span<const Command> table, std::string_view name) {
    return table.subspan(position_of(table, name));
}

/// The tables of every Desk, with the editor's own rows where a person looks for them.
std::array<Menu, 6> make_menus() {
    using panels::joined;
    const std::span<const Command> file = file_table, view = view_table, help = help_table;
    const auto of_files = panels::file_commands(), places = panels::workspace_commands();
    const std::string_view save = panels::keys::save.id, recent = "file.open_recent", save_state = "file.save_state_as",
                           costs = "view.costs", all_panels = "panels.all", panel_keys = panels::keys::panel_keys.id;
    return {
        {{tr_later("File"), joined({up_to(file, recent), up_to(of_files, save), from(up_to(file, save_state), recent),
                                    from(of_files, save), from(file, save_state)})},
         {tr_later("Edit"), joined({panels::edit_commands()})},
         {tr_later("Run"), joined({panels::run_commands()})},
         {tr_later("View"), joined({panels::palette_commands(), up_to(view, costs), panels::theme_commands(),
                                    setting_commands(), panels::text_commands(), from(view, costs)})},
         {tr_later("Workspace"), joined({up_to(places, all_panels), workspace_table, from(places, all_panels)})},
         {tr_later("Help"), joined({up_to(help, panel_keys), panels::key_commands(), from(help, panel_keys)})}}};
}

template <class Wanted>
const Command* find_where(Wanted wanted) {
    for (const Menu& menu : all_menus()) {
        const auto found = std::find_if(menu.commands.begin(), menu.commands.end(), wanted);
        if (found != menu.commands.end()) return &*found;
    }
    return nullptr;
}

}  // namespace

ActionProgram* program_of(panels::Desk& desk) { return dynamic_cast<ActionProgram*>(&desk.owner()); }

std::span<const Menu> all_menus() {
    static const std::array<Menu, 6> menus = make_menus();
    return menus;
}

const Command* find_action(std::string_view name) {
    return find_where([&](const Command& each) { return each.name == name; });
}

const Command* action_for(const panels::KeyMap& map, const Shortcut& shortcut) {
    if (!shortcut) return nullptr;
    const panels::KeyMap::Entry* entry = map.command_for(shortcut);
    return entry != nullptr ? find_action(entry->command.id) : nullptr;
}

void add_actions(panels::KeyMap& map) {
    for (const Menu& menu : all_menus()) panels::add_commands(map, menu.label, menu.commands);
}

std::string why_not(const Command& action, panels::Desk& desk) {
    if (action.needs_program && program_of(desk) == nullptr) return tr("There is no program around this world");
    return panels::why_not(action, desk);
}

}  // namespace editor
