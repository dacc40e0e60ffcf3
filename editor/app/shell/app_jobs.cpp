// The long work of the App besides that of its Document: exports, and what panels ask for.
#include <utility>

#include "editor/app/shell/app.hpp"
#include "editor/base/language.hpp"
#include "editor/jobs/crash_report.hpp"

namespace editor {

namespace {

/// The file dialog waits so long for an export that gets on; then the export goes on without it.
constexpr double export_patience_secs = 0.15;
/// One that has done nothing for so long gets on, only slowly.
constexpr double slow_export_secs = 1;

}  // namespace

std::uint64_t App::start_job(panels::Job job) {
    note_for_report("job: " + job.title);
    imgui_.want_glyphs(job.title);
    // What the job reads may consist of the Game's functions, and the Game may go meanwhile.
    job.work = [code = document_.session().code(), work = std::move(job.work)](ecs::Progress& progress) {
        return work(progress);
    };
    return desk_.jobs.start(std::move(job));
}

void App::choose_export(const std::string& name, const std::string& consequence, const WriteExport& write) {
    const std::filesystem::path& world_file = document_.session().file;
    const std::filesystem::path folder = export_folder_.empty() ? world_file.parent_path() : export_folder_;
    chrome_.file_dialog.open(
        FileDialog::Purpose::Export, folder / name, [this, consequence, write](const std::filesystem::path& file) {
            const std::string told = phrase("Exported {} to {}", file.filename().string(), file.parent_path().string());
            const auto work = [file, write, told](ecs::Progress& progress) -> ecs::Result<panels::JobResult> {
                write(file, &progress);
                return panels::JobResult{.told = told, .file = file.string()};
            };
            export_in_dialog_ = start_job(
                {.title = phrase("Exporting {}", file.filename().string()), .consequence = consequence, .work = work});
        });
}

void App::follow_export_in_dialog() {
    if (!export_in_dialog_) return;
    if (!chrome_.file_dialog.waiting()) {
        (void)desk_.jobs.cancel(*std::exchange(export_in_dialog_, std::nullopt));  // the person gave up in the dialog
        return;
    }
    // What is wrong from the start is told in the dialog, however slow the machine is.
    const bool is_next = desk_.jobs.running() && desk_.jobs.number() == *export_in_dialog_;
    if (is_next && (desk_.jobs.finished() || desk_.jobs.elapsed_secs() <= export_patience_secs)) return;
    if (is_next && desk_.jobs.progress().fraction() <= 0 && desk_.jobs.elapsed_secs() <= slow_export_secs) return;
    export_in_dialog_.reset();
    chrome_.file_dialog.answer({});
}

bool App::follow_jobs() {
    follow_export_in_dialog();
    bool any_ended = false;
    while (const std::optional<panels::Jobs::Ended> ended = desk_.jobs.take_ended()) {
        job_ended(*ended);
        any_ended = true;
    }
    if (!chrome_.after_jobs.empty() && !desk_.jobs.running()) {
        chrome_.after_jobs.clear();
        quit_when_saved();
        return true;
    }
    return any_ended;
}

void App::quit() {
    if (!desk_.jobs.running()) return quit_when_saved();
    if (asking()) return;
    const auto wait = [this] { chrome_.after_jobs = tr("Quit"); };
    const auto cancel = [this] {
        desk_.jobs.cancel_all();
        quit_when_saved();
    };
    ask(tr("A job is not done"),
        phrase("{} is not done. Cancelling it leaves the files as they were.", desk_.jobs.job().title),
        {{tr("Wait, then quit"), wait}, {tr("Cancel it and quit"), cancel}, {tr("Stay"), {}}});
}

void App::quit_when_saved() {
    document_.when_nothing_is_lost(tr("Quit"), [this] { quit_ = true; });
}

void App::job_ended(const panels::Jobs::Ended& ended) {
    const bool in_dialog = export_in_dialog_ == ended.number;
    if (in_dialog) export_in_dialog_.reset();
    if (!ended.result.file.empty()) export_folder_ = std::filesystem::path(ended.result.file).parent_path();
    if (in_dialog) {
        imgui_.want_glyphs(ended.problem);
        chrome_.file_dialog.answer(ended.problem);
        if (!ended.problem.empty()) return;
    }
    // Who waits for the result wants to know that there is none.
    if (!ended.good()) chrome_.after_jobs.clear();
    const std::string told = ended.told();
    if (told.empty()) return;
    if (ended.cancelled) return tell(MessageKind::Note, told);
    if (!ended.problem.empty()) return tell(MessageKind::Error, told);
    if (ended.result.file.empty()) return tell(MessageKind::Good, told);
    note_for_report("told: " + told);
    imgui_.want_glyphs(told);
    chrome_.toasts.add_about(MessageKind::Good, told, ended.result.file);
}

}  // namespace editor
