// How the jobs of a Document end.
#include <algorithm>
#include <iostream>
#include <system_error>
#include <utility>

#include "editor/base/language.hpp"
#include "editor/base/terminal_text.hpp"
#include "editor/base/text_format.hpp"
#include "editor/document/document.hpp"

namespace editor {

namespace {

/// The file dialog waits so long for a job that gets on; then the job goes on without it.
constexpr double dialog_patience_secs = 0.15;
/// A job that has done nothing for so long gets on, only slowly.
constexpr double slow_start_secs = 1;

std::string counted_lines(std::size_t count) {
    return ecs::count_phrase(with_commas(count), count == 1 ? "line" : "lines");
}

std::string name_of_file(const std::filesystem::path& file) { return file.filename().string(); }

}  // namespace

bool Document::update(double now_secs, bool window_focused) {
    const bool ended = look_after_job();
    back_up_if_due(now_secs);
    const bool found = look_at_file(now_secs, window_focused);
    const bool changed = look_at_game(now_secs);
    const bool others = look_for_other_windows(now_secs);
    return ended || found || changed || others;
}

void Document::follow_choice() {
    if (choice_waits_ && !ui_.has_chosen()) {
        choice_waits_ = false;
        cancel_job();  // the person gave up in the dialog
    }
    if (!choice_waits_ || next_job_ || jobs_->finished() || jobs_->elapsed_secs() <= dialog_patience_secs) return;
    // What is wrong from the start is told in the dialog, however slow the machine is.
    if (jobs_->fraction() <= 0 && jobs_->elapsed_secs() <= slow_start_secs) return;
    choice_waits_ = false;
    ui_.end_choice({});
}

bool Document::look_after_job() {
    if (idle()) return false;
    follow_choice();
    if (!jobs_->finished()) return false;
    // Who is asked about the present world answers first.
    if (opening() && (ui_.asking() || (ui_.choosing() && !choice_waits_))) return false;
    WorldJobs::Outcome outcome = jobs_->take_outcome();
    const std::function<void()> next = std::exchange(next_job_, {});
    if (next && (outcome.cancelled || outcome.kind == WorldJobs::Kind::Open)) {
        if (opening_.library) next_game_ = opening_.library;  // later
        opening_ = {};                                        // it gave way
        ui_.world_may_change();
    } else if (outcome.kind == WorldJobs::Kind::Save) {
        end_save(outcome);
    } else if (outcome.kind == WorldJobs::Kind::BackUp) {
        end_back_up(outcome);
    } else {
        end_opening(outcome);
    }
    if (next) next();
    return true;
}

void Document::end_save(const WorldJobs::Outcome& outcome) {
    const std::function<void()> then = std::exchange(after_save_, {});
    const std::vector<FollowUp> follow_ups = std::exchange(follow_ups_, {});
    const std::string name = name_of_file(outcome.file);
    if (outcome.good()) {
        if (std::exchange(choice_waits_, false)) ui_.end_choice({});
        remember_file(outcome.file);
        std::string more = outcome.was_gone ? tr(", which was not there any more") : "";
        if (outcome.authored) more += tr(", as it was before Play");
        if (outcome.copy) more += phrase(", the state at tick {}", with_commas(outcome.tick));
        ui_.tell(MessageKind::Good, phrase("Saved {}{}", name, more));
        if (outcome.other_lines > 0)
            ui_.tell(MessageKind::Note, phrase("{} was written in another form: {} changed besides what you edited",
                                               name, counted_lines(outcome.other_lines)));
        if (outcome.authored && session_->changed_while_played())
            ui_.tell(MessageKind::Note, tr("What you changed while playing is not saved"), tr("Choose what to keep"),
                     [this] {
                         if (session_->changed_while_played()) ui_.compare_with_authored();
                     });
    } else if (outcome.cancelled) {
        std::error_code ignored;
        const bool there = std::filesystem::exists(outcome.file, ignored);
        ui_.tell(MessageKind::Note,
                 phrase("Saving {} was cancelled{}", name, (there ? tr("; the file is as it was") : "")));
    } else if (outcome.changed_on_disk && outcome.file == session_->file && !ui_.asking() &&
               (!ui_.choosing() || choice_waits_)) {
        if (std::exchange(choice_waits_, false)) ui_.end_choice({});
        ask_about_changed_file(outcome.on_disk, then);
    } else if (choice_waits_ || outcome.changed_on_disk) {
        tell_problem(outcome.problem);
    } else {
        ui_.tell(MessageKind::Error, outcome.problem, tr("Save as…"), [this] { save_as(); });
    }
    ui_.world_may_change();
    if (!outcome.good()) return;
    // What was changed meanwhile is unsaved again, and asked about.
    if (then) when_nothing_is_lost({}, then);
    for (const FollowUp& each : follow_ups) each.run();
}

void Document::end_opening(WorldJobs::Outcome& outcome) {
    const Opening opening = std::exchange(opening_, {});
    const std::string name = name_of_file(outcome.file);
    if (opening.library && !outcome.cancelled)
        return outcome.good() ? finish_game_change(std::move(outcome.session), opening.library)
                              : refuse_game(opening.library, outcome.problem);
    if (!opening.title.empty() && !outcome.good()) {
        ui_.tell(outcome.cancelled ? MessageKind::Note : MessageKind::Error,
                 outcome.cancelled ? phrase("{} was cancelled", opening.title) : outcome.problem);
        return ui_.world_may_change();
    }
    if (!outcome.good()) {
        if (outcome.cancelled) return ui_.tell(MessageKind::Note, phrase("Opening {} was cancelled", name));
        if (opening.playing) std::cerr << "chunkscope: " << terminal_text(outcome.problem) << '\n';
        tell_problem(outcome.problem);
        std::error_code ignored;
        if (!std::filesystem::exists(outcome.file, ignored)) settings_.remove_recent_file(outcome.file);
        return;
    }
    if (std::exchange(choice_waits_, false)) ui_.end_choice({});
    // Held by a function, which may be asked later, or never.
    const auto session = std::make_shared<std::unique_ptr<Session>>(std::move(outcome.session));
    const auto finish = [this, session, file = outcome.file, opening] {
        finish_opening(std::move(*session), file, opening);
    };
    const auto finish_when_agreed = [this, name, finish, agreed = opening.agreed_state] {
        if (session_->history.state() == agreed) return finish();
        when_nothing_is_lost(phrase("Open {}", name), finish);
    };
    if ((*session)->losses.empty() || opening.losses_agreed) return finish_when_agreed();
    ask_about_losses(**session, name, finish_when_agreed);
}

void Document::finish_opening(std::unique_ptr<Session> session, const std::filesystem::path& file,
                              const Opening& opening) {
    if (!opening.title.empty()) return replace_session(std::move(session), opening.playing);
    // Who opens a bundle wants to see the moment at which it was saved.
    const bool playing = !session->from_bundle && opening.playing.value_or(false);
    replace_session(std::move(session), playing);
    if (session_->from_bundle) return tell_of_bundle();
    if (opening.opened) opening.opened();
    if (session_->file.filename() == file.filename())
        ui_.tell(MessageKind::Good, phrase("Opened {}", name_of_file(file)));
    else if (session_->file.empty())
        ui_.tell(MessageKind::Good, tr("Recovered the world that was never saved"));
    else
        ui_.tell(MessageKind::Good, phrase("Recovered the changes to {}", name_of_file(session_->file)));
}

void Document::tell_of_bundle() {
    const FromBundle& bundle = *session_->from_bundle;
    const std::string name = name_of_file(bundle.file);
    remember_file(bundle.file);
    if (bundle.divergence)
        ui_.tell(MessageKind::Warning, phrase("Opened {}, but not all ticks are as they were recorded. {}", name,
                                              bundle.divergence->sentence));
    else
        ui_.tell(MessageKind::Good, phrase("Opened {}: its ticks are as they were recorded", name));
    if (!bundle.note.empty() && !ui_.asking()) ui_.ask(phrase("Note in {}", name), bundle.note, {{tr("OK"), {}}});
}

void Document::ask_about_losses(const Session& opened, const std::string& name, std::function<void()> load) {
    constexpr std::size_t max_shown = 12;
    std::string text = phrase("The program has no room for all that \"{}\" says. Opening it loses values:\n", name);
    for (std::size_t i = 0; i < std::min(max_shown, opened.losses.size()); ++i) text += "\n" + opened.losses[i];
    if (opened.losses.size() > max_shown)
        text += phrase("\nand {} more", std::to_string(opened.losses.size() - max_shown));
    text += tr("\n\nThe file stays as it is until this world is saved over it.");
    const auto cancelled = [this, name] { ui_.tell(MessageKind::Note, phrase("Opening {} was cancelled", name)); };
    ui_.ask(tr("Values would be lost"), text,
            {{.label = tr("Load and drop"), .chosen = std::move(load), .loses_values = true},
             {.label = tr("Cancel"), .chosen = cancelled}});
}

void Document::end_back_up(const WorldJobs::Outcome& outcome) {
    if (!outcome.cancelled && recovery_) {
        const std::string problem =
            recovery_->written(*session_, outcome.file, outcome.state, outcome.secs, outcome.problem);
        if (!problem.empty()) ui_.tell(MessageKind::Error, problem);
    }
    ui_.world_may_change();
}

void Document::tell_problem(const std::string& problem) {
    if (std::exchange(choice_waits_, false)) return ui_.end_choice(problem);
    ui_.tell(MessageKind::Error, problem);
}

void Document::cancel_job() {
    jobs_->cancel();
    follow_ups_.clear();
    next_job_ = {};
}

void Document::settle() {
    if (idle()) return;
    if (!saving()) cancel_job();
    const WorldJobs::Outcome outcome = jobs_->take_outcome();
    after_save_ = {};
    opening_ = {};
    follow_ups_.clear();
    if (outcome.kind == WorldJobs::Kind::BackUp) return end_back_up(outcome);
    if (outcome.kind != WorldJobs::Kind::Save) return;
    if (!outcome.problem.empty()) std::cerr << "chunkscope: " << terminal_text(outcome.problem) << '\n';
    ui_.world_may_change();
}

}  // namespace editor
