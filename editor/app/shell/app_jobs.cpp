// The long work of the App besides that of its Document: exports, and what panels ask for.
#include <utility>

#include "editor/app/shell/app.hpp"
#include "editor/base/language.hpp"
#include "editor/jobs/crash_report.hpp"

namespace editor {

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
        job_ended(*ended);
        any_ended = true;
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
    co_await document_.nothing_lost(tr("Quit"));
    quit_ = true;
}

void App::job_ended(const panels::Jobs::Ended& ended) {
    if (exports_.ended(ended)) return;
    // Who waits for the result wants to know that there is none.
    if (!ended.good()) chrome_.after_jobs = {};
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
