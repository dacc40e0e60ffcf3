#include "editor/app/actions/menus.hpp"
#include "editor/base/language.hpp"
#include "remote/http/http_server.hpp"

namespace editor {

namespace {

Document& document(Desk& desk) { return program_of(desk)->document(); }
std::string why_not_save(Desk& desk) { return document(desk).why_not_save(); }

std::string why_no_bundle(Desk& desk) {
    if (document(desk).session().attached) return tr("The ticks of this world run in another program");
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

std::string why_not_serve(Desk&) {
    return remote::HttpServer::available() ? "" : tr("This program was built without cpp-httplib, so it cannot listen");
}

std::string why_not_detach(Desk& desk) {
    return document(desk).session().attached ? "" : tr("This world is not that of another program");
}

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
     .act = [](Desk& desk) { program_of(desk)->end_attached(); }, .why_not = why_not_detach},
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
// clang-format on

}  // namespace

std::span<const Command> file_actions() { return file_table; }

}  // namespace editor
