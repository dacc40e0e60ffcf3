#include "editor/app/actions/menus.hpp"
#include "editor/base/language.hpp"
#include "remote/http/http_server.hpp"

namespace editor {

namespace {

Document& document(ActionHost& host) { return host.program->document(); }
std::string why_not_save(ActionHost& host) { return document(host).why_not_save(); }

std::string why_no_bundle(ActionHost& host) {
    if (document(host).session().attached) return tr("The ticks of this world run in another program");
    return document(host).world_stands_still() ? phrase("{}: wait until that is done", document(host).job_title())
                                               : std::string();
}

std::vector<ActionChoice> recent_files(ActionHost& host) {
    std::vector<ActionChoice> choices;
    for (const std::filesystem::path& file : host.program->settings().recent_files())
        choices.push_back({file.filename().string(), file.parent_path().string(), false,
                           [program = host.program, file] { program->document().open(file); },
                           host.program->recent_picture(file)});
    return choices;
}

std::vector<ActionChoice> scenes(ActionHost& host) {
    std::vector<ActionChoice> choices;
    for (const Scene& scene : document(host).session().game.scenes)
        choices.push_back({scene.name, std::string(tr(std::string_view(scene.description))),
                           document(host).session().scene == &scene,
                           [program = host.program, &scene] { program->document().start_scene(scene); }});
    return choices;
}

std::string why_not_restart(ActionHost& host) {
    return document(host).session().scene ? "" : tr("This world does not come from a scene");
}

std::string why_not_serve(ActionHost&) {
    return remote::HttpServer::available() ? "" : tr("This program was built without cpp-httplib, so it cannot listen");
}

std::string why_not_detach(ActionHost& host) {
    return document(host).session().attached ? "" : tr("This world is not that of another program");
}

// clang-format off
constexpr Action file_table[]{
    {.name = "file.new", .label = tr_later("New world"), .description = tr_later("Starts an empty world with the program's component types"),
     .shortcut = ctrl(Key::N), .while_typing = true, .needs_program = true,
     .act = [](ActionHost& host) { document(host).new_world(); }},
    of(keys::open, {.needs_program = true,
     .act = [](ActionHost& host) { document(host).choose_file_to_open(); }}),
    {.name = "file.open_recent", .label = tr_later("Open recent"), .description = tr_later("Loads a file that was opened or saved before"),
     .needs_program = true,
     .why_not = [](ActionHost& host) {
         return std::string(host.program->settings().recent_files().empty() ? tr("No file was opened or saved yet") : "");
     },
     .choices = recent_files},
    {.name = "file.scenes", .label = tr_later("Scenes"), .description = tr_later("Starts one of the scenes that come with the program"),
     .needs_program = true, .choices = scenes},
    {.name = "file.restart_scene", .label = tr_later("Restart scene"), .description = tr_later("Makes the scene anew, as it was at tick 0"),
     .shortcut = ctrl(Key::R), .while_typing = true, .needs_program = true,
     .act = [](ActionHost& host) { document(host).restart_scene(); }, .why_not = why_not_restart},
    of(keys::save, {.begins_group = true, .needs_program = true,
     .act = [](ActionHost& host) { document(host).save(); }, .why_not = why_not_save}),
    of(keys::save_as, {.needs_program = true,
     .act = [](ActionHost& host) { document(host).save_as(); }, .why_not = why_not_save}),
    {.name = "file.save_state_as", .label = tr_later("Save state as…"), .description = tr_later("Writes the world as it is now into another file, also while it is played; Save writes it as it was before Play"),
     .needs_program = true,
     .act = [](ActionHost& host) { document(host).save_state_as(); }, .why_not = why_not_save},
    {.name = "file.reload", .label = tr_later("Reload from disk"), .description = tr_later("Takes the file as it is on disk; asks first if there are unsaved changes"),
     .needs_program = true,
     .act = [](ActionHost& host) { document(host).reload_file(); }, .why_not = [](ActionHost& host) { return document(host).why_no_file(); }},
    {.name = "file.compare", .label = tr_later("Compare with saved file"), .description = tr_later("Shows what differs between the world and its file on disk"),
     .needs_program = true,
     .act = [](ActionHost& host) { document(host).compare_with_file(); }, .why_not = [](ActionHost& host) { return document(host).why_no_file(); }},
    {.name = "file.attach", .label = tr_later("Attach…"), .description = tr_later("Shows the world of a running program: Flecs, Bevy, or another Chunkscope"),
     .begins_group = true, .needs_program = true,
     .act = [](ActionHost& host) { host.program->ask_what_to_attach(); }},
    {.name = "file.detach", .label = tr_later("Detach"), .description = tr_later("Lets go of the program whose world is shown; what was seen last stays, as a world of its own"),
     .needs_program = true,
     .act = [](ActionHost& host) { host.program->end_attached(); }, .why_not = why_not_detach},
    {.name = "file.serve", .label = tr_later("Serve this world"), .description = tr_later("Lets other programs of this computer ask this world and change it, in steps that undo takes back"),
     .needs_program = true,
     .act = [](ActionHost& host) { host.program->set_serving(!host.program->serving()); }, .why_not = why_not_serve,
     .checked = [](ActionHost& host) { return host.program->serving(); }},
    {.name = "file.save_bundle", .label = tr_later("Save repro bundle…"), .description = tr_later("Writes the world, the recorded time, the history, what you look at and a note into one file; it opens to the same view and runs on"),
     .begins_group = true, .needs_program = true,
     .act = [](ActionHost& host) { host.program->save_bundle(true); }, .why_not = why_no_bundle},
    {.name = "file.save_last_seconds", .label = tr_later("Save repro bundle of the last seconds…"), .description = tr_later("The same with the recorded time of the last seconds alone: a smaller file, which opens sooner"),
     .needs_program = true,
     .act = [](ActionHost& host) { host.program->save_bundle(false); }, .why_not = why_no_bundle},
    {.name = "file.quit", .label = tr_later("Quit"), .description = tr_later("Ends the program; asks first if there are unsaved changes"),
     .shortcut = ctrl(Key::Q), .while_typing = true, .begins_group = true, .needs_program = true,
     .act = [](ActionHost& host) { host.program->quit(); }},
};
// clang-format on

}  // namespace

std::span<const Action> file_actions() { return file_table; }

}  // namespace editor
