// Opening and saving, each as one sequence: what would be lost, which file, the job, and what comes of it.
#include <algorithm>
#include <iostream>
#include <system_error>
#include <utility>

#include "editor/attach/attached_world.hpp"
#include "editor/base/language.hpp"
#include "editor/base/terminal_text.hpp"
#include "editor/base/text_format.hpp"
#include "editor/document/document.hpp"
#include "editor/session/session_file.hpp"
#include "files/bundle/bundle.hpp"
#include "files/world_file/left_out.hpp"

namespace editor {

namespace {

namespace fs = std::filesystem;

std::string name_of_file(const fs::path& file) { return file.filename().string(); }
std::string name_to_ask_about(const Session& session) {
    return session.file.empty() ? name_of_world(session) : name_of_file(session.file);
}
std::string counted_lines(std::size_t count) {
    return ecs::count_phrase(with_commas(count), count == 1 ? "line" : "lines");
}

Reply<std::string> ask_about_unsaved(DocumentUi& ui, const Session& session) {
    return ui.dialogs().ask(
        tr("Unsaved changes"),
        phrase("\"{}\" has changes that are not saved. Without saving they are lost.", name_to_ask_about(session)),
        {{tr("Save")}, {tr("Discard")}, {tr("Cancel")}});
}

Reply<std::string> ask_about_played(DocumentUi& ui, const Session& session) {
    return ui.dialogs().ask(
        tr("Changes made while playing"),
        phrase("\"{}\" is saved as it was before Play. What you changed since is lost, unless you stop and keep it.",
               name_to_ask_about(session)),
        {{tr("Choose what to keep")}, {tr("Discard")}, {tr("Cancel")}});
}

/// Of a branch of recorded time: moments that no bundle has, unless they are few. A program that goes on can be recorded
/// again, so nobody is asked about them when Chunkscope ends. One that has ended says no more about what led to its end.
std::uint64_t past_to_lose(const Session& session, const ecs::TimeBranch& branch, bool quits) {
    constexpr std::uint64_t few_moments = 60, some_moments = 1200;  // a minute of a program that is asked
    const auto all = session.timeline.branches();
    const bool is_last = std::none_of(all.begin(), all.end(), [&](const auto* each) { return each->id > branch.id; });
    const bool goes_on = is_last && session.attached->lost().empty();
    const std::uint64_t moments = session.saved_past->unsaved(branch);
    return (goes_on && quits) || moments <= (goes_on ? some_moments : few_moments) ? 0 : moments;
}

Reply<std::string> ask_about_past(DocumentUi& ui, std::uint64_t moments, const std::string& of, const char* first) {
    return ui.dialogs().ask(
        tr("Recorded time"),
        phrase("{} recorded moments of \"{}\" are not saved. Without saving they are lost.", with_commas(moments), of),
        {{first}, {tr("Discard")}, {tr("Cancel")}});
}

/// Enter takes the first answer, so it is one that loses nothing.
Reply<std::string> ask_about_changed_file(DocumentUi& ui, const fs::path& file) {
    return ui.dialogs().ask(
        tr("The file changed on disk"),
        phrase("\"{}\" was changed by something else since it was read or saved here. Reload takes what is "
               "on disk, and what was changed here is lost; Keep mine writes over it; Compare shows what "
               "differs.",
               name_of_file(file)),
        {{tr("Save as…")}, {tr("Keep mine (overwrite)")}, {tr("Reload")}, {tr("Compare")}, {tr("Cancel")}});
}

Reply<std::string> ask_about_losses(DocumentUi& ui, const Session& opened, const std::string& name) {
    constexpr std::size_t max_shown = 12;
    std::string text = phrase("The program has no room for all that \"{}\" says. Opening it loses values:\n", name);
    for (std::size_t i = 0; i < std::min(max_shown, opened.losses.size()); ++i) text += "\n" + opened.losses[i];
    if (opened.losses.size() > max_shown)
        text += phrase("\nand {} more", std::to_string(opened.losses.size() - max_shown));
    text += tr("\n\nThe file stays as it is until this world is saved over it.");
    return ui.dialogs().ask(tr("Values would be lost"), text, {{tr("Load and drop"), true}, {tr("Cancel")}});
}

fs::path file_to_offer(const Session& session, bool state) {
    const std::string extension(world_extension);
    // It is written beside the level, and is not taken for it.
    if (state)
        return session.file.parent_path() /
               (name_of_world(session) + "-" + std::to_string(session.world.tick()) + extension);
    if (session.attached) return session.attached->owner().name() + extension;
    return session.file.empty() ? fs::path(name_of_world(session) + extension) : session.file;
}

/// Who agreed to replace a file agreed to what it is now, or is here.
files::FileStamp stamp_to_replace(const Session& session, const fs::path& file, bool state) {
    std::error_code error;
    const bool own = !state && fs::equivalent(file, session.file, error) && !error;
    return own ? session.on_disk : files::stamp_of(file);
}

}  // namespace

// What goes first

Waiting& Document::after_save(const std::string& what) { return follow_ups_.emplace_back(FollowUp{what, {}}).flow; }

Step<> Document::turn(std::string what) {
    choice_waits_ = ui_.dialogs().has_chosen();
    while (!idle()) {
        if (saving()) {
            co_await after_save(what);
        } else {
            jobs_->cancel();
            co_await next_;
        }
    }
}

Step<> Document::past_agreed(bool quits) {
    if (!session_->attached || !session_->timeline.recording()) co_return;
    // A bundle holds one branch: that in view first.
    while (const std::uint64_t moments =
               past_to_lose(*session_, *session_->timeline.find(session_->timeline.branch()), quits)) {
        if (ui_.dialogs().asking()) co_await GiveUp();
        const std::string answer =
            co_await ask_about_past(ui_, moments, name_of_world(*session_), tr("Save repro bundle…"));
        if (answer == tr("Cancel")) co_await GiveUp();
        if (answer == tr("Discard")) break;
        co_await ui_.save_past();
    }
    for (const ecs::TimeBranch* const branch : session_->timeline.branches()) {
        const std::uint64_t moments = past_to_lose(*session_, *branch, quits);
        if (moments == 0 || branch->id == session_->timeline.branch()) continue;
        const ecs::BranchId id = branch->id;
        const std::string name = branch->name;
        if (ui_.dialogs().asking()) co_await GiveUp();
        const std::string answer = co_await ask_about_past(ui_, moments, name, tr("Go there"));
        if (answer == tr("Discard")) co_return;
        if (answer == tr("Go there")) ui_.look_at_branch(id);
        co_await GiveUp();
    }
}

Step<> Document::nothing_lost(std::string what, bool quits) {
    co_await past_agreed(quits);
    for (;;) {
        while (saving()) co_await after_save(what);
        const bool unsaved = session_->unsaved();
        if (!unsaved && !session_->changed_while_played()) co_return;
        if (ui_.dialogs().asking()) co_await GiveUp();
        if (!unsaved) {
            const std::string answer = co_await ask_about_played(ui_, *session_);
            if (answer == tr("Discard")) co_return;
            if (answer == tr("Choose what to keep")) ui_.compare_with_authored();
            co_await GiveUp();
        }
        const std::string answer = co_await ask_about_unsaved(ui_, *session_);
        if (answer == tr("Cancel")) co_await GiveUp();
        if (answer == tr("Discard")) {
            settle();
            if (recovery_) recovery_->discard();
            co_return;
        }
        co_await saved(SaveTo::OwnFile);
        // What was changed meanwhile is unsaved again, and asked about.
    }
}

Step<> Document::free_for(std::string what) {
    co_await nothing_lost(what);
    co_await turn(what);
}

void Document::end_choice() {
    if (std::exchange(choice_waits_, false)) ui_.dialogs().end_choice();
}

// Saving

Flow Document::save() { co_await saved(SaveTo::OwnFile); }
Flow Document::save_as() { co_await saved(SaveTo::OtherFile); }
Flow Document::save_state_as() { co_await saved(SaveTo::StateFile); }

Step<> Document::saved(SaveTo to) {
    constexpr std::string_view names[] = {tr_later("Save again"), tr_later("Save as…"), tr_later("Save state as…")};
    const std::string what(tr(names[static_cast<int>(to)]));
    if (saving() && to == SaveTo::OwnFile) {
        // What was changed since waits, and is saved after.
        const bool asked = std::any_of(follow_ups_.begin(), follow_ups_.end(),
                                       [&](const FollowUp& each) { return each.what == what; });
        if (asked || !ui_.changes_wait()) co_await GiveUp();
    }
    while (saving()) co_await after_save(what);

    bool state = to == SaveTo::StateFile;
    fs::path file = session_->file;
    files::FileStamp over = session_->on_disk;
    if (to != SaveTo::OwnFile || file.empty()) {
        const auto choice = state ? DocumentDialogs::Choice::StateToSave : DocumentDialogs::Choice::FileToSave;
        file = co_await ui_.dialogs().choose_file(choice, file_to_offer(*session_, state));
        over = stamp_to_replace(*session_, file, state);
    }
    for (;;) {
        co_await turn(phrase("Save {}", name_of_file(file)));
        if (state) {
            jobs_->save_present(*session_, file, over);
        } else {
            for (const files::LeftOut& each : files::left_out_of_file(session_->world, &told_left_out_))
                ui_.tell(MessageKind::Warning, files::sentence_of(each));
            jobs_->save(*session_, file, over);
        }
        co_await job_;
        const WorldJobs::Outcome outcome = jobs_->take_outcome();
        if (outcome.good()) {
            end_choice();
            tell_saved(outcome);
            ui_.world_may_change();
            co_return;
        }
        follow_ups_.clear();
        ui_.world_may_change();
        if (outcome.cancelled) {
            std::error_code ignored;
            ui_.tell(MessageKind::Note, phrase("Saving {} was cancelled{}", name_of_file(file),
                                               fs::exists(file, ignored) ? tr("; the file is as it was") : ""));
            co_await GiveUp();
        }
        const bool free = !ui_.dialogs().asking() && (!ui_.dialogs().choosing() || choice_waits_);
        if (outcome.changed_on_disk && file == session_->file && free) {
            end_choice();
            const std::string answer = co_await ask_about_changed_file(ui_, file);
            if (answer == tr("Save as…")) co_await saved(SaveTo::OtherFile);
            if (answer == tr("Save as…")) co_return;
            if (answer == tr("Reload")) co_await open_file(file);
            if (answer == tr("Compare")) ui_.compare_with(file);
            if (answer != tr("Keep mine (overwrite)")) co_await GiveUp();
            over = outcome.on_disk;
            state = false;
        } else if (std::exchange(choice_waits_, false)) {
            file = co_await ui_.dialogs().choose_again(outcome.problem);
            over = stamp_to_replace(*session_, file, state);
        } else {
            ui_.tell(MessageKind::Error, outcome.problem, outcome.changed_on_disk ? "" : tr("Save as…"),
                     [this] { save_as(); });
            co_await GiveUp();
        }
    }
}

void Document::tell_saved(const WorldJobs::Outcome& outcome) {
    remember_file(outcome.file);
    const std::string name = name_of_file(outcome.file);
    std::string more = outcome.was_gone ? tr(", which was not there any more") : "";
    if (outcome.authored) more += tr(", as it was before Play");
    if (outcome.copy) more += phrase(", the state at tick {}", with_commas(outcome.tick));
    ui_.tell(MessageKind::Good, phrase("Saved {}{}", name, more));
    if (outcome.other_lines > 0)
        ui_.tell(MessageKind::Note, phrase("{} was written in another form: {} changed besides what you edited", name,
                                           counted_lines(outcome.other_lines)));
    if (outcome.authored && session_->changed_while_played())
        ui_.tell(MessageKind::Note, tr("What you changed while playing is not saved"), tr("Choose what to keep"),
                 [this] {
                     if (session_->changed_while_played()) ui_.compare_with_authored();
                 });
}

// Opening

Flow Document::choose_file_to_open() {
    co_await nothing_lost(tr("Open…"));
    const std::vector<fs::path> recent = settings_.recent_files();
    const fs::path start = !session_->file.empty() ? session_->file.parent_path()
                           : !recent.empty()       ? recent.front().parent_path()
                                                   : fs::path();
    fs::path file = co_await ui_.dialogs().choose_file(DocumentDialogs::Choice::FileToOpen, start);
    co_await open_file(std::move(file));
}

Flow Document::open(fs::path file) {
    co_await nothing_lost(phrase("Open {}", name_of_file(file)));
    co_await open_file(std::move(file));
}

Flow Document::reload_file() {
    co_await nothing_lost(tr("Reload"));
    co_await open_file(session_->file);
}

Flow Document::expect_opening(bool losses_agreed, bool playing, bool is_scene) {
    Loading begun{.file = jobs_->file(), .losses_agreed = losses_agreed, .begun = true, .playing = playing};
    if (is_scene) begun.title = making_title(begun.file.string());
    co_await loaded(std::move(begun));
}

Step<> Document::open_file(fs::path file) {
    Loading wanted{.file = std::move(file)};
    co_await loaded(std::move(wanted));
}

Step<> Document::loaded(Loading wanted) {
    const bool is_file = wanted.title.empty();
    for (;;) {
        // In another state of the history than that which the person agreed to lose, they are asked again.
        const std::uint64_t agreed_state = session_->history.state();
        if (is_file) wanted.what = phrase("Open {}", name_of_file(wanted.file));
        if (!wanted.begun) {
            co_await turn(wanted.what);
            start_loading(wanted);
        }
        loading_title_ = wanted.title;
        co_await job_;
        WorldJobs::Outcome outcome = jobs_->take_outcome();
        const std::string name = name_of_file(outcome.file);
        const std::string cancelled =
            is_file ? phrase("Opening {} was cancelled", name) : phrase("{} was cancelled", wanted.title);
        if (!outcome.good()) {
            ui_.world_may_change();
            if (outcome.cancelled) ui_.tell(MessageKind::Note, cancelled);
            if (outcome.cancelled) co_await GiveUp();
            std::error_code ignored;
            if (is_file && wanted.begun) std::cerr << "chunkscope: " << terminal_text(outcome.problem) << '\n';
            if (is_file && !fs::exists(outcome.file, ignored)) settings_.remove_recent_file(outcome.file);
            const bool again = is_file && !wanted.load && std::exchange(choice_waits_, false);
            if (!again) ui_.tell(MessageKind::Error, outcome.problem);
            if (!again) co_await GiveUp();
            wanted = Loading();
            wanted.file = co_await ui_.dialogs().choose_again(outcome.problem);
            continue;
        }
        end_choice();
        if (!outcome.session->losses.empty() && !wanted.losses_agreed) {
            const std::string answer = co_await ask_about_losses(ui_, *outcome.session, name);
            if (answer == tr("Cancel")) ui_.tell(MessageKind::Note, cancelled);
            if (answer == tr("Cancel")) co_await GiveUp();
        }
        if (session_->history.state() != agreed_state) co_await nothing_lost(phrase("Open {}", name));
        // Who opens a bundle wants to see the moment at which it was saved.
        if (is_file) wanted.playing = wanted.playing.value_or(false) && !outcome.session->from_bundle;
        replace_session(std::move(outcome.session), wanted.playing);
        if (is_file && !wanted.load) tell_opened(outcome.file, wanted.begun);
        co_return;
    }
}

void Document::start_loading(const Loading& wanted) {
    WorldJobs::Load load = wanted.load;
    if (!load)
        load = [file = wanted.file, &game = session_->game](ecs::Progress* progress) {
            return load_world(game, file, progress, files::Losses::Accept);
        };
    // The ticks of a bundle run again, with the code of the Game.
    if (!wanted.title.empty() || files::is_bundle(wanted.file))
        jobs_->make(*session_, wanted.file.string(), load);
    else
        jobs_->open(wanted.file, load);
}

void Document::tell_opened(const fs::path& file, bool begun) {
    if (session_->from_bundle) return tell_of_bundle();
    if (!session_->file.empty()) {  // else it came from a pipe
        remember_file(session_->file);
        if (!begun) offer_recovery_of(session_->file);
    }
    ui_.tell(MessageKind::Good, phrase("Opened {}", name_of_file(file)));
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
    if (!bundle.note.empty() && !ui_.dialogs().asking())
        ui_.dialogs().ask(phrase("Note in {}", name), bundle.note, {{tr("OK")}}).then([](const std::string&) {});
}

}  // namespace editor
