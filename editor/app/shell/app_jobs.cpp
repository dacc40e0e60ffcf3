#include <algorithm>
#include <iostream>
#include <system_error>
#include <utility>

#include <imgui.h>

#include "editor/app/shell/app.hpp"
#include "editor/base/terminal_text.hpp"
#include "panels/base/format.hpp"

namespace editor {

namespace {

/// A job is told of when it takes longer than this, and one that is as good as done even later.
constexpr double patience_secs = 0.15, long_job_secs = 0.4;
constexpr double slow_start_secs = 1;
/// Nobody asked for a backup, so it may take longer before it shows.
constexpr double backup_patience_secs = 1;

std::string name_of(const std::filesystem::path& file) { return file.filename().string(); }

}  // namespace

void App::start_job(const std::string& what, std::function<void()> start) {
    if (!jobs_->running()) {
        start();
    } else if (saving()) {
        follow_ups_.push_back({what, std::move(start)});
    } else {
        jobs_->cancel();
        next_job_ = std::move(start);
    }
    dialog_waits_ = file_dialog_.waiting();
}

void App::start_opening(const std::filesystem::path& file, WorldJobs::Load load, std::function<void()> opened) {
    agreed_state_ = session_->history.state();
    start_job("Open " + name_of(file), [this, file, load = std::move(load), opened = std::move(opened)] {
        imgui_.want_glyphs(name_of(file));
        jobs_->open(file, load);
        after_opening_ = opened;
    });
}

void App::start_opening(const std::filesystem::path& file) {
    start_opening(
        file, [file](ecs::Progress* progress) { return load_world(file, progress, Losses::Accept); },
        [this, file] {
            if (session_->file.empty()) return;  // it came from a pipe
            remember_file(file);
            offer_recovery_of(file);
        });
}

void App::back_up_if_due() {
    if (!recovery_ || jobs_->running() || !recovery_->due(*session_, clock_.now_secs())) return;
    jobs_->back_up(*session_, recovery_->file_for(*session_));
}

void App::look_after_jobs() {
    if (!jobs_->running()) return;
    if (dialog_waits_ && !file_dialog_.waiting()) {
        dialog_waits_ = false;
        cancel_job();  // in the dialog
    }
    if (!jobs_->finished()) {
        // What is wrong from the start is told in the dialog, however slow the machine is.
        const bool under_way = jobs_->fraction() > 0 || jobs_->elapsed_secs() > slow_start_secs;
        if (dialog_waits_ && !next_job_ && jobs_->elapsed_secs() > patience_secs && under_way) {
            dialog_waits_ = false;
            file_dialog_.let_go();
        }
        return;
    }
    // Who is asked about the present world answers first.
    if (opening() && (dialogs_.any_open() || (file_dialog_.is_open() && !dialog_waits_))) return;
    stay_awake();  // what it leads to takes some frames to be seen
    WorldJobs::Outcome outcome = jobs_->take_outcome();
    const std::function<void()> next = std::exchange(next_job_, {});
    if (next && (outcome.cancelled || outcome.kind == WorldJobs::Kind::Open)) {
        after_opening_ = {};  // it gave way
        execute_waiting();
    } else if (outcome.kind == WorldJobs::Kind::Save) {
        end_save(outcome);
    } else if (outcome.kind == WorldJobs::Kind::BackUp) {
        end_back_up(outcome);
    } else {
        end_opening(outcome);
    }
    if (next) next();
}

void App::end_save(const WorldJobs::Outcome& outcome) {
    const std::function<void()> then = std::exchange(after_save_, {});
    const std::vector<FollowUp> follow_ups = std::exchange(follow_ups_, {});
    if (outcome.good()) {
        if (std::exchange(dialog_waits_, false)) file_dialog_.answer({});
        remember_file(outcome.file);
        report(MessageKind::Good,
               "Saved " + name_of(outcome.file) + (outcome.was_gone ? ", which was not there any more" : ""));
    } else if (outcome.cancelled) {
        std::error_code ignored;
        const bool there = std::filesystem::exists(outcome.file, ignored);
        report(MessageKind::Note,
               "Saving " + name_of(outcome.file) + " was cancelled" + (there ? "; the file is as it was" : ""));
    } else if (outcome.changed_on_disk && outcome.file == session_->file && !dialogs_.any_open() &&
               (!file_dialog_.is_open() || dialog_waits_)) {
        if (std::exchange(dialog_waits_, false)) file_dialog_.answer({});
        ask_about_changed_file(outcome.on_disk, then);
    } else if (dialog_waits_ || outcome.changed_on_disk) {
        tell_problem(outcome.problem);
    } else {
        toasts_.add(MessageKind::Error, outcome.problem, "Save as…", [this] { save_as(); });
    }
    execute_waiting();
    if (!outcome.good()) return;
    // What was changed meanwhile is unsaved again, and asked about.
    if (then) when_nothing_is_lost({}, then);
    for (const FollowUp& each : follow_ups) each.run();
}

void App::end_opening(WorldJobs::Outcome& outcome) {
    const std::function<void()> opened = std::exchange(after_opening_, {});
    const bool losses_agreed = std::exchange(losses_agreed_, false);
    if (!outcome.good()) {
        const bool from_command_line = std::exchange(play_when_open_, {}).has_value();
        if (outcome.cancelled) return report(MessageKind::Note, "Opening " + name_of(outcome.file) + " was cancelled");
        if (from_command_line) std::cerr << "chunkscope: " << terminal_text(outcome.problem) << '\n';
        tell_problem(outcome.problem);
        std::error_code ignored;
        if (!std::filesystem::exists(outcome.file, ignored)) settings_.remove_recent_file(outcome.file);
        return;
    }
    if (std::exchange(dialog_waits_, false)) file_dialog_.answer({});
    // Held by a function, which may be asked later, or never.
    const auto session = std::make_shared<std::unique_ptr<Session>>(std::move(outcome.session));
    const std::string name = name_of(outcome.file);
    const auto swap = [this, session, name, opened, opened_file = outcome.file] {
        adopt(std::move(*session));
        transport_.playing = std::exchange(play_when_open_, {}).value_or(false);
        if (opened) opened();
        if (session_->file.filename() == opened_file.filename())
            report(MessageKind::Good, "Opened " + name);
        else if (session_->file.empty())
            report(MessageKind::Good, "Recovered the world that was never saved");
        else
            report(MessageKind::Good, "Recovered the changes to " + session_->file.filename().string());
    };
    const auto swap_when_agreed = [this, name, swap] {
        if (session_->history.state() == agreed_state_) return swap();
        when_nothing_is_lost("Open " + name, swap);
    };
    if ((*session)->losses.empty() || losses_agreed) return swap_when_agreed();
    ask_about_losses(**session, name, swap_when_agreed);
}

void App::ask_about_losses(const Session& opened, const std::string& name, std::function<void()> load) {
    constexpr std::size_t max_shown = 12;
    std::string text = "The program has no room for all that \"" + name + "\" says. Opening it loses values:\n";
    for (std::size_t i = 0; i < std::min(max_shown, opened.losses.size()); ++i) text += "\n" + opened.losses[i];
    if (opened.losses.size() > max_shown) text += "\nand " + std::to_string(opened.losses.size() - max_shown) + " more";
    text += "\n\nThe file stays as it is until this world is saved over it.";
    imgui_.want_glyphs(text);
    dialogs_.ask("Values would be lost", text,
                 {{"Load and drop", std::move(load), true}, {"Cancel", [this, name] {
                                                                 play_when_open_.reset();
                                                                 report(MessageKind::Note,
                                                                        "Opening " + name + " was cancelled");
                                                             }}});
}

void App::end_back_up(const WorldJobs::Outcome& outcome) {
    if (!outcome.cancelled) {
        const std::string problem =
            recovery_->written(*session_, outcome.file, outcome.state, outcome.secs, outcome.problem);
        if (!problem.empty()) report(MessageKind::Error, problem);
    }
    execute_waiting();
}

void App::tell_problem(const std::string& problem) {
    imgui_.want_glyphs(problem);
    if (std::exchange(dialog_waits_, false)) return file_dialog_.answer(problem);
    report(MessageKind::Error, problem);
}

void App::cancel_job() {
    jobs_->cancel();
    follow_ups_.clear();
    next_job_ = {};
}

void App::settle_jobs() {
    if (!jobs_->running()) return;
    if (!saving()) cancel_job();
    const WorldJobs::Outcome outcome = jobs_->take_outcome();
    after_save_ = after_opening_ = {};
    follow_ups_.clear();
    if (outcome.kind == WorldJobs::Kind::BackUp) return end_back_up(outcome);
    if (outcome.kind != WorldJobs::Kind::Save) return;
    if (!outcome.problem.empty()) std::cerr << "chunkscope: " << terminal_text(outcome.problem) << '\n';
    execute_waiting();
}

bool App::must_wait(const panels::Request& request) const {
    if (!jobs_->world_stands_still()) return false;
    const auto* transport = std::get_if<panels::TransportRequest>(&request);
    if (transport)
        return transport->kind == panels::TransportRequest::Kind::StepTick ||
               transport->kind == panels::TransportRequest::Kind::StepSystem;
    return std::holds_alternative<panels::EditRequest>(request) ||
           std::holds_alternative<panels::HistoryRequest>(request);
}

void App::execute_waiting() {
    for (panels::Request& request : std::exchange(waiting_, {})) execute(request);
}

std::string App::why_not_now(ActionId id) const {
    if (!opening() || (id != ActionId::SaveWorld && id != ActionId::SaveWorldAs)) return {};
    return name_of(jobs_->file()) + " is being opened. Cancel that to save this world";
}

void App::draw_job_card(ImVec2& lower_right) {
    const bool backup = jobs_->running() == WorldJobs::Kind::BackUp;
    if (!jobs_->running() || file_dialog_.waiting()) return job_card_.hide();
    const double elapsed = jobs_->elapsed_secs(), fraction = jobs_->fraction();
    if (!job_card_.shown()) {
        const double expected = fraction > 0 ? elapsed / fraction : long_job_secs;
        const double patience = backup                     ? backup_patience_secs
                                : expected < long_job_secs ? long_job_secs
                                                           : patience_secs;
        if (elapsed < patience) return;
    }
    JobCard::Facts facts;
    const std::string name = name_of(jobs_->file());
    facts.title = opening() ? "Opening " + name : backup ? "Backing up unsaved changes" : "Saving " + name;
    facts.fraction = fraction;
    facts.size = jobs_->size();
    facts.in_bytes = opening();
    facts.elapsed_secs = elapsed;
    facts.cancelled = jobs_->cancelled();
    if (jobs_->world_stands_still()) {
        const std::string changes = panels::format_count(waiting_.size(), "change");
        if (!waiting_.empty())
            facts.consequence = changes + (waiting_.size() == 1 ? " waits" : " wait") + " until it is written";
        else
            facts.consequence =
                transport_.playing ? "The simulation waits until it is written" : "Changes wait until it is written";
    } else if (session_->world.entity_count() > 0) {
        facts.consequence = "This world stays until the other is there";
    }
    if (!follow_ups_.empty()) facts.consequence += "; next: " + follow_ups_.back().what;
    if (job_card_.draw(style(), clock_.now_secs(), lower_right, facts)) cancel_job();
}

}  // namespace editor
