// What the App does with requests of panels that are not about the world, and with the long work that some of them
// begin.
#include <memory>
#include <utility>

#include "editor/app/chrome/world_texts.hpp"
#include "editor/app/shell/app.hpp"
#include "editor/attach/attached_world.hpp"
#include "editor/base/language.hpp"
#include "editor/jobs/crash_report.hpp"

namespace editor {

/// The line stays as long as the world is as it was edited until now, no system ran since, and the world went to no
/// other moment.
void App::say(const std::string& text) {
    const Session& session = document_.session();
    // What is said while it runs is about more than this tick.
    const auto still = [this, state = session.history.state(), runs = desk_.transport.playing,
                        calls = session.schedule.total_calls(), tick = session.world.tick(),
                        jumps = session.timeline.jumps()] {
        const Session& now = document_.session();
        const bool ran = now.schedule.total_calls() != calls || now.world.tick() != tick;
        return now.history.state() == state && (runs || !ran) && now.timeline.jumps() == jumps;
    };
    chrome_.toasts.note(MessageKind::Note, text, still);
}

void App::edited(const panels::ExecutedEdit& done) {
    note_for_report("edit: " + std::string(done.label));
    if (!done.destroys) return;
    const auto take_back = [this, state = done.state] {
        if (document_.session().history.state() == state)
            desk_.requests.push_back(panels::HistoryRequest{.undo = true});
        else
            tell(MessageKind::Warning, tr("Other changes were made since; Edit > Undo takes them back one by one"));
    };
    const auto in_force = [this, state = done.state] { return document_.session().history.in_force(state); };
    chrome_.toasts.add(MessageKind::Note, std::string(done.done_label), tr("Undo"), take_back, in_force);
}

void App::go_to_panel(const panels::ShowPanelRequest& request) {
    if (request.here)
        desk_.workbench.focus_panel_here(request.id, request.part);
    else
        desk_.workbench.focus_panel(request.id, request.part);
    if (request.fill) desk_.workbench.maximize(*request.fill ? request.id : std::string());
}

void App::execute(panels::Request& request) {
    if (const auto* figure = std::get_if<panels::ExportRequest>(&request))
        return exports_.figure(document_.session(), *figure);
    if (auto* job = std::get_if<panels::JobRequest>(&request)) {
        start_job(std::move(job->job));
        return;
    }
    if (const auto* wanted = std::get_if<panels::DoActionRequest>(&request)) {
        const Command* action = find_action(wanted->name);
        if (action && action->act && editor::why_not(*action, desk_).empty()) action->act(desk_);
        return;
    }
    if (const auto* text = std::get_if<panels::ExportTextRequest>(&request))
        return exports_.text(document_.session(), *text);
    if (const auto* wanted = std::get_if<panels::ChooseFileRequest>(&request)) {
        chrome_.file_dialog
            .choose(FileDialog::Purpose::OpenOther, document_.session().file, wanted->title, wanted->button)
            .then([this, chosen = wanted->chosen](const std::filesystem::path& file) {
                chrome_.file_dialog.close();
                chosen(file.string());
            });
        return;
    }
    if (const auto* lab = std::get_if<panels::LabExportRequest>(&request))
        return exports_.lab_view(document_.session(), *lab->what);
    if (const auto* scenario = std::get_if<panels::OpenScenarioRequest>(&request))
        lent_.choose_scenario(chrome_.file_dialog, scenario->start);
}

void App::before_edits(const std::vector<ecs::Edit>& edits) {
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

std::uint64_t App::start_job(panels::Job job) {
    note_for_report("job: " + job.title);
    imgui_.want_glyphs(job.title);
    // What the job reads may consist of the Game's functions, and the Game may go meanwhile.
    job.work = [code = document_.session().code(), work = std::move(job.work)](ecs::Progress& progress) {
        return work(progress);
    };
    return desk_.jobs.start(std::move(job));
}

bool App::follow_jobs() {
    exports_.follow();
    bool any_ended = false;
    while (const std::optional<panels::Jobs::Ended> ended = desk_.jobs.take_ended()) {
        any_ended = true;
        if (exports_.ended(*ended)) continue;
        // Who waits for the result wants to know that there is none.
        if (!ended->good()) chrome_.after_jobs = {};
        const std::string told = ended->told();
        if (told.empty()) continue;
        if (!ended->good() || ended->result.file.empty()) {
            tell(ended->cancelled         ? MessageKind::Note
                 : ended->problem.empty() ? MessageKind::Good
                                          : MessageKind::Error,
                 told);
            continue;
        }
        note_for_report("told: " + told);
        imgui_.want_glyphs(told);
        chrome_.toasts.add_about(MessageKind::Good, told, ended->result.file);
    }
    if (chrome_.after_jobs.flow && !desk_.jobs.running()) {
        std::exchange(chrome_.after_jobs, {}).flow.go_on();
        return true;
    }
    return any_ended;
}

Flow App::quit() {
    if (desk_.jobs.running()) {
        if (chrome_.asking()) co_return;
        const std::string text =
            phrase("{} is not done. Cancelling it leaves the files as they were.", desk_.jobs.job().title);
        const std::vector<Answer> answers{{tr("Wait, then quit")}, {tr("Cancel it and quit")}, {tr("Stay")}};
        const std::string answer = co_await chrome_.ask(tr("A job is not done"), text, answers);
        if (answer == tr("Stay")) co_return;
        if (answer == tr("Cancel it and quit")) desk_.jobs.cancel_all();
        if (answer == tr("Wait, then quit")) {
            chrome_.after_jobs.what = tr("Quit");
            co_await chrome_.after_jobs.flow;
        }
    }
    co_await document_.nothing_lost(tr("Quit"), true);
    quit_ = true;
}

}  // namespace editor
