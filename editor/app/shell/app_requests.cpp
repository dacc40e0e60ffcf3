// What the App does with requests of panels: the runner executes those about the world, these are the others.
#include <memory>
#include <utility>

#include "ecs/lab/scenario/scenario.hpp"
#include "editor/app/chrome/world_texts.hpp"
#include "editor/app/shell/app.hpp"
#include "editor/attach/attached_world.hpp"
#include "editor/base/language.hpp"
#include "editor/jobs/crash_report.hpp"
#include "editor/jobs/figure_file.hpp"
#include "editor/lab/lab_export.hpp"
#include "files/base/file_error.hpp"
#include "panels/base/format.hpp"
#include "panels/lab/lab_export.hpp"
#include "panels/stops/stops.hpp"

namespace editor {

panels::RequestRunner::Program App::request_program() {
    panels::RequestRunner::Program program;
    program.tick = [this] { run_tick(true); };
    program.step_system = [this] { step_system(); };
    program.back_system = [this] { return watch_.back_system(); };
    program.asks_before = [this](panels::EditRequest& request) { return asks_before(request); };
    program.before_edits = [this](const std::vector<ecs::Edit>& edits) { want_glyphs_of(edits); };
    program.after_edits = [this](const panels::ExecutedEdit& done) { edits_done(done); };
    // Or the status bar would go on saying what was done.
    program.after_undo = [this](const std::string& label, bool undone) {
        chrome_.toasts.note(MessageKind::Note, (undone ? tr("Undone: ") : tr("Done again: ")) + label, no_edit_since());
    };
    program.told = [this](const std::string& text) { chrome_.toasts.note(MessageKind::Note, text, no_change_since()); };
    program.stopped = [this](std::size_t kept) {
        watch_.stops().breakpoints().count_anew();
        const std::uint64_t tick = document_.session().world.tick();
        chrome_.toasts.note(MessageKind::Note,
                            kept == 0
                                ? phrase("Stopped: the world is as it was at tick {}", panels::format_count(tick))
                                : phrase("Stopped at tick {}, and kept what you chose", panels::format_count(tick)),
                            no_change_since());
    };
    program.time_jumped = [this] { watch_.time_jumped(); };
    program.refused = [this](const std::string& reason) {
        if (refused_others_)
            refused_others_ = reason;
        else
            tell(MessageKind::Warning, reason);
    };
    program.known_systems = [this] { return &known_systems_; };
    program.other = [this](panels::Request& request) { execute(request); };
    return program;
}

std::function<bool()> App::no_edit_since() {
    return [this, state = document_.session().history.state()] { return document_.session().history.state() == state; };
}

std::function<bool()> App::no_change_since() {
    const Session& session = document_.session();
    // What is said while it runs is about more than this tick.
    return [this, as_edited = no_edit_since(), runs = transport_.playing, calls = session.schedule.total_calls(),
            tick = session.world.tick(), jumps = session.timeline.jumps()] {
        const Session& now = document_.session();
        const bool ran = now.schedule.total_calls() != calls || now.world.tick() != tick;
        return as_edited() && (runs || !ran) && now.timeline.jumps() == jumps;
    };
}

panels::RequestRunner::Subject App::request_subject() {
    Session& session = document_.session();
    return {session.world, session.schedule, session.history, selection_, transport_, &session.play, &session.timeline};
}

void App::edits_done(const panels::ExecutedEdit& done) {
    note_for_report("edit: " + std::string(done.label));
    if (!done.destroys) return;
    const auto take_back = [this, state = done.state] {
        if (document_.session().history.state() == state)
            requests_.push_back(panels::HistoryRequest{.undo = true});
        else
            tell(MessageKind::Warning, tr("Other changes were made since; Edit > Undo takes them back one by one"));
    };
    const auto in_force = [this, state = done.state] { return document_.session().history.in_force(state); };
    chrome_.toasts.add(MessageKind::Note, std::string(done.done_label), tr("Undo"), take_back, in_force);
}

void App::execute(panels::Request& request) {
    if (const auto* show = std::get_if<panels::ShowPanelRequest>(&request)) {
        workbench_.focus_panel(show->id, show->part);
        if (show->fill) workbench_.maximize(*show->fill ? show->id : std::string());
        return;
    }
    if (const auto* center = std::get_if<panels::FrameEntityRequest>(&request)) return scene_.center_on(center->entity);
    if (const auto* figure = std::get_if<panels::ExportRequest>(&request)) return export_figure(*figure);
    if (auto* job = std::get_if<panels::JobRequest>(&request)) {
        start_job(std::move(job->job));
        return;
    }
    if (const auto* wanted = std::get_if<panels::DoActionRequest>(&request)) {
        ActionHost host{context(), this};
        const Action* action = find_action(wanted->name);
        if (action && action->act && why_not(*action, host).empty()) action->act(host);
        return;
    }
    if (const auto* hidden = std::get_if<panels::ShowHiddenRequest>(&request)) {
        if (AttachedWorld* const attached = document_.session().attached.get())
            attached->mirror().show_hidden(hidden->shown);
        return;
    }
    if (std::get_if<panels::GoOnRequest>(&request) != nullptr) return watch_.stops().go_on();
    if (const auto* text = std::get_if<panels::ExportTextRequest>(&request)) return export_text(*text);
    if (const auto* wanted = std::get_if<panels::ChooseFileRequest>(&request)) {
        chrome_.file_dialog.open_for(wanted->title, wanted->button, document_.session().file,
                                     [this, chosen = wanted->chosen](const std::filesystem::path& file) {
                                         imgui_.want_glyphs(file.filename().string());
                                         chrome_.file_dialog.answer({});
                                         chosen(file.string());
                                     });
        return;
    }
    if (const auto* lab = std::get_if<panels::LabExportRequest>(&request)) return export_lab_view(*lab->what);
    if (const auto* scenario = std::get_if<panels::OpenScenarioRequest>(&request)) return choose_scenario(*scenario);
}

void App::export_figure(const panels::ExportRequest& request) {
    const Session& session = document_.session();
    if (!figures::why_not({session.world, &session.schedule}, request.figure).empty())
        return;  // what it shows went in this very frame
    // The figure is of now, however long the person thinks about its name.
    auto figure = std::make_shared<Figure>(take_figure(session, request.figure));
    const FigureLook look{.theme = request.theme, .scale = 2};
    choose_export(figure_name(session, request.figure) + request.extension,
                  phrase("It shows the world as it was at tick {}", panels::format_count(session.world.tick())),
                  [figure, look](const std::filesystem::path& file, ecs::Progress* progress) {
                      write_figure(*figure, look, file, progress);
                  });
}

void App::export_text(const panels::ExportTextRequest& request) {
    choose_export(request.name, request.consequence,
                  [make = request.make](const std::filesystem::path& file, ecs::Progress* progress) {
                      const ecs::Result<std::string> text = make(*progress);
                      stop_if_cancelled(progress, file);
                      if (!text) throw files::FileError(file.string(), 0, 0, text.error());
                      write_text_file(file, *text, progress);
                  });
}

void App::export_lab_view(const panels::LabExport& request) {
    const LabExport wanted{request.what, request.storage, request.mode, request.options, request.step};
    const FigureLook look{.theme = request.theme, .scale = 2};
    choose_export(
        lab_export_name(*request.scenario, wanted) + request.extension, {},
        [scenario = request.scenario, wanted, look](const std::filesystem::path& file, ecs::Progress* progress) {
            export_lab(*scenario, wanted, look, file, progress);
        });
}

void App::choose_scenario(const panels::OpenScenarioRequest& request) {
    const std::filesystem::path start(request.start);
    chrome_.file_dialog.open(FileDialog::Purpose::OpenScenario, start, [this](const std::filesystem::path& file) {
        // Read now, so that the dialog can say what is wrong; the panel reads it again to show it.
        const auto scenario = lab_source_.open(file.string());
        chrome_.file_dialog.answer(scenario ? std::string() : scenario.error());
        if (!scenario) return;
        lab_source_.opened = file.string();
        ++lab_source_.openings;
    });
}

void App::want_glyphs_of(const std::vector<ecs::Edit>& edits) {
    const auto want = [&](const ecs::Value& value) {
        if (value && value.data())
            each_text(value.type(), value.data(), [this](std::string_view text) { imgui_.want_glyphs(text); });
    };
    for (const ecs::Edit& edit : edits) {
        if (const auto* set = std::get_if<ecs::SetComponent>(&edit)) want(set->value);
        if (const auto* add = std::get_if<ecs::AddComponent>(&edit)) want(add->value);
        if (const auto* create = std::get_if<ecs::CreateEntities>(&edit))
            for (const ecs::EntityRecord& record : create->entities)
                for (const ecs::Value& value : record.values) want(value);
    }
}

}  // namespace editor
