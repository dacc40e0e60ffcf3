// What a Document does so that nothing is lost: backups, the watch over the file, and recovery.
#include <chrono>
#include <ctime>
#include <utility>

#include "editor/attach/attached_world.hpp"
#include "editor/base/language.hpp"
#include "editor/document/document.hpp"

namespace editor {

namespace {

/// `2026-11-22 14:05`, of this computer's clock.
std::string time_text(std::filesystem::file_time_type time) {
    const std::time_t secs =
        std::chrono::system_clock::to_time_t(std::chrono::time_point_cast<std::chrono::system_clock::duration>(
            std::chrono::system_clock::now() + (time - std::filesystem::file_time_type::clock::now())));
    char text[32] = "";
    if (const std::tm* const local = std::localtime(&secs)) std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", local);
    return text;
}

}  // namespace

void Document::keep_safe(const std::filesystem::path& folder) {
    if (folder.empty()) return;
    recovery_folder_ = folder;
    recovery_.emplace(folder);
    open_files_.emplace(folder / "open");
    if (!session_->file.empty()) remember_file(session_->file);
}

void Document::back_up_if_due(double now_secs) {
    if (!recovery_ || !idle() || !recovery_->due(*session_, now_secs)) return;
    back_up();
}

Flow Document::back_up() {
    jobs_->back_up(*session_, recovery_->file_for(*session_));
    co_await job_;
    const WorldJobs::Outcome outcome = jobs_->take_outcome();
    if (!outcome.cancelled && recovery_) {
        const bool failed_before = recovery_->failed();
        const std::string problem =
            recovery_->written(*session_, outcome.file, outcome.state, outcome.secs, outcome.problem);
        if (!problem.empty()) ui_.tell(MessageKind::Error, problem);
        if (failed_before && !recovery_->failed())
            ui_.tell(MessageKind::Note, tr("Unsaved changes have a backup again"));
    }
    ui_.world_may_change();
}

bool Document::look_at_file(double now_secs, bool window_focused) {
    const bool came = window_focused && !was_focused_;
    was_focused_ = window_focused;
    if (!recovery_ || !idle()) return false;
    const std::string news = disk_watch_.update(*session_, now_secs, came);
    if (news.empty()) return false;
    if (disk_watch_.state() != files::OnDisk::Changed) {
        ui_.tell(MessageKind::Warning, news);
        return true;
    }
    // Who changed nothing here wants what is there; others want to see what they would lose.
    const bool unsaved = session_->unsaved();
    ui_.tell(MessageKind::Warning, news, unsaved ? tr("Compare") : tr("Reload"),
             [this, unsaved, file = session_->file] {
                 if (session_->file != file) return;
                 if (unsaved)
                     compare_with_file();
                 else
                     reload_file();
             });
    return true;
}

bool Document::look_for_other_windows(double now_secs) {
    if (!open_files_) return false;
    open_files_->opened(session_->file);
    const std::vector<std::int64_t> came = open_files_->others_that_came(now_secs);
    for (const std::int64_t pid : came) {
        if (std::exchange(told_of_unsaved_, 0) == pid) continue;
        ui_.tell(MessageKind::Warning, phrase("{} is open in another Chunkscope window, too (process {}). Before one "
                                              "of them overwrites what the other saved, it asks",
                                              session_->file.filename().string(), std::to_string(pid)));
    }
    return !came.empty();
}

void Document::remember_file(const std::filesystem::path& file) {
    settings_.add_recent_file(file);
    ui_.became_recent(file);
    // At once, so that the next start looks for what may be left of it.
    const std::string problem = settings_.save();
    if (!problem.empty()) ui_.tell(MessageKind::Warning, problem);
}

std::string Document::keep_unsaved() {
    settle();
    return recovery_ ? recovery_->write_at_end(*session_) : std::string();
}

void Document::offer_recovery() {
    if (!recovery_) return;
    std::vector<std::filesystem::path> files = settings_.recent_files();
    const std::filesystem::path opened = opening() ? jobs_->file() : session_->file;
    if (!opened.empty()) files.push_back(opened);
    tell_if_unsaved_elsewhere(opened);
    const std::vector<RecoveryOffer> offers = find_recoveries(recovery_folder_, files);
    if (!offers.empty()) ask_to_recover(offers.front());
}

void Document::offer_recovery_of(const std::filesystem::path& file) {
    if (!recovery_) return;
    tell_if_unsaved_elsewhere(file);
    const std::vector<RecoveryOffer> offers = find_recoveries({}, {file});
    if (!offers.empty() && !ui_.dialogs().asking()) ask_to_recover(offers.front());
}

Flow Document::ask_to_recover(RecoveryOffer offer) {
    const std::string what = offer.world_file.empty() ? tr("a world that was never saved")
                                                      : "\"" + offer.world_file.filename().string() + "\"";
    const std::string kept = phrase(
        "They were kept at {}. What was changed later is not among them, nor is what ran or was changed while a level "
        "was played.",
        time_text(offer.written));
    const std::string changed =
        offer.world_file_changed
            ? tr(" The file itself was changed since, so saving will ask before it is written over.")
            : "";
    const bool gone = offer.owner_known_gone, attached = session_->attached != nullptr;
    const std::string title = gone ? tr("Recover unsaved work") : tr("Unsaved work of another computer");
    const std::string text =
        gone
            ? phrase(
                  "Chunkscope ended last time before the changes to {} were saved. {} Recover opens them instead "
                  "of {}.{}",
                  what, kept,
                  attached ? phrase("the world of {}", session_->attached->owner().address()) : tr("what is open now"),
                  changed)
            : phrase(
                  "Changes to {} that were not saved were kept by a run on another computer, which may still go "
                  "on. They can be opened as a copy{}.{}",
                  what, attached ? phrase(", which detaches {}", session_->attached->owner().address()) : std::string(),
                  changed);
    // Enter does not end an attachment that was just asked for.
    std::vector<Answer> answers{{gone ? tr("Recover") : tr("Open a copy"), attached}, {tr("Decide later")}};
    if (gone) answers.insert(answers.begin() + 1, {tr("Discard"), attached});
    const std::string answer = co_await ui_.dialogs().ask(title, text, answers);
    if (answer == tr("Discard")) discard(offer);
    if (answer != answers.front().label) co_return;

    claim(offer);
    const WorldJobs::Load load = [offer, &game = session_->game](ecs::Progress* progress) {
        return recover(game, offer, progress);
    };
    Loading wanted{.file = offer.recovery_file, .load = load};
    co_await loaded(std::move(wanted));
    if (gone && recovery_) recovery_->take_over(offer.recovery_file);
    if (!offer.world_file.empty()) remember_file(offer.world_file);
    ui_.tell(MessageKind::Good, offer.world_file.empty()
                                    ? tr("Recovered the world that was never saved")
                                    : phrase("Recovered the changes to {}", offer.world_file.filename().string()));
}

void Document::tell_if_unsaved_elsewhere(const std::filesystem::path& file) {
    if (file.empty()) return;
    const std::optional<std::int64_t> pid = unsaved_elsewhere(file);
    if (!pid) return;
    told_of_unsaved_ = *pid;
    ui_.tell(MessageKind::Warning,
             phrase("{} is open in another Chunkscope (process {}), with changes that are not saved there yet",
                    file.filename().string(), std::to_string(*pid)));
}

}  // namespace editor
