#include "editor/document/document.hpp"

#include <iostream>
#include <system_error>
#include <utility>

#include "ecs/base/patience.hpp"
#include "editor/attach/attached_world.hpp"
#include "editor/base/language.hpp"
#include "editor/base/terminal_text.hpp"
#include "editor/session/session_attached.hpp"
#include "files/base/file_error.hpp"

namespace editor {

namespace {

std::string file_name(const std::filesystem::path& file) { return file.filename().string(); }

/// `level` of `level.chunkscope.json`.
std::string stem_of(const std::filesystem::path& file) {
    std::string name = file.filename().string();
    if (name.size() > world_extension.size() && name.ends_with(world_extension))
        return name.substr(0, name.size() - world_extension.size());
    return file.stem().string();
}

}  // namespace

std::string making_title(const std::string& scene) { return phrase("Making the scene {}", scene); }

std::string name_of_world(const Session& session) {
    if (session.attached) return session.attached->title();
    if (!session.file.empty()) return stem_of(session.file);
    return session.scene ? std::string(session.scene->name) : std::string(tr("untitled"));
}

Document::Document(DocumentUi& ui, Settings& settings, std::unique_ptr<Session> session,
                   std::unique_ptr<WorldJobs> jobs)
    : ui_(ui), settings_(settings), session_(std::move(session)), jobs_(std::move(jobs)) {}

Document::~Document() = default;

std::string Document::title() const {
    const files::OnDisk on_disk = disk_watch_.state();
    return name_of_world(*session_) + (session_->unsaved() ? "*" : "") +
           (on_disk == files::OnDisk::Same   ? ""
            : on_disk == files::OnDisk::Gone ? tr(" (not on disk)")
                                             : tr(" (changed on disk)"));
}

Document::State Document::state() const {
    const std::optional<WorldJobs::Kind> kind = jobs_->running();
    if (!kind) return State::Idle;
    if (*kind == WorldJobs::Kind::Save) return State::Saving;
    return *kind == WorldJobs::Kind::BackUp ? State::BackingUp : State::Opening;
}

void Document::replace_session(std::unique_ptr<Session> session, std::optional<bool> playing) {
    settle();
    ui_.session_goes();
    let_go(std::exchange(session_, std::move(session)));
    ui_.session_came(playing);
}

void Document::let_go(std::unique_ptr<Session> session) {
    constexpr std::size_t many_entities = 100'000;
    if (session->world.entity_count() < many_entities) return;
    session->schedule.shut_down(session->world);  // the code of the Game runs on this thread
    destruction_.start([last = session.release()](ecs::Progress&) {
        delete last;
        return true;
    });
    destruction_.abandon();
}

std::string Document::job_title() const {
    const std::string name = file_name(jobs_->file());
    if (saving()) return phrase("Saving {}", name);
    if (!opening()) return tr("Backing up unsaved changes");
    return loading_title_.empty() ? phrase("Opening {}", name) : loading_title_;
}

Flow Document::new_world() {
    co_await free_for(tr("New world"));
    replace_session(std::make_unique<Session>(session_->game), false);
}

Flow Document::attach(AttachTarget target) {
    co_await free_for(phrase("Attach to {}", target.address()));
    replace_session(make_attached_session(session_->game, target), false);
}

Flow Document::detach() {
    if (!session_->attached) co_return;
    co_await past_agreed();
    co_await turn(tr("Detach"));
    if (!session_->attached) co_return;  // another request was first
    ui_.session_goes();
    const std::string from = session_->attached->owner().name();
    release_attached(*session_);
    ui_.session_came(false);
    ui_.tell(MessageKind::Note,
             phrase("Detached from {}. This is a copy of its world as it was last: nothing runs in it, "
                    "and no file has it until you save it",
                    from));
}

Document::Loading Document::scene_to_make(const std::string& what, const Scene& scene, std::optional<std::size_t> count,
                                          std::uint64_t seed, std::optional<bool> playing) const {
    // The code of the Game stays as long as this runs.
    const auto make = [code = session_->code(), &game = session_->game, &scene, count, seed](ecs::Progress* progress) {
        auto made = Session::from_scene(game, scene, count, seed);
        if (progress != nullptr && progress->cancelled()) throw files::Cancelled(scene.name, "making");
        return made;
    };
    return {.file = scene.name,
            .load = make,
            .what = what,
            .title = making_title(scene.name),
            .losses_agreed = true,
            .playing = playing};
}

Flow Document::start_scene(const Scene& scene) {
    const std::string what = phrase("Scene {}", std::string(scene.name));
    co_await nothing_lost(what);
    Loading wanted = scene_to_make(what, scene, {}, 1, true);
    co_await loaded(std::move(wanted));
}

Flow Document::restart_scene() {
    const std::string what = tr("Restart scene");
    co_await nothing_lost(what);
    if (!session_->scene) co_return;
    Loading wanted = scene_to_make(what, *session_->scene, session_->scene_count, session_->seed, {});
    co_await loaded(std::move(wanted));
}

std::string Document::why_no_file() const {
    if (session_->file.empty()) return tr("This world was not saved to a file yet");
    std::error_code error;
    if (!std::filesystem::exists(session_->file, error))
        return phrase("{} is not there any more", file_name(session_->file));
    return {};
}

std::string Document::why_not_save() const {
    if (!opening()) return {};
    if (loading_title_.empty())
        return phrase("{} is being opened. Cancel that to save this world", file_name(jobs_->file()));
    return phrase("{}: cancel that to save this world", loading_title_);
}

bool Document::update(double now_secs, bool window_focused) {
    const bool ended = look_after_job();
    back_up_if_due(now_secs);
    const bool found = look_at_file(now_secs, window_focused);
    const bool changed = look_at_game(now_secs);
    const bool others = look_for_other_windows(now_secs);
    return ended || found || changed || others;
}

void Document::follow_choice() {
    if (choice_waits_ && !ui_.dialogs().has_chosen()) {
        choice_waits_ = false;
        cancel_job();  // the person gave up in the dialog
    }
    if (choice_waits_ && !next_ && !jobs_->finished() &&
        ecs::too_long_for_dialog(jobs_->elapsed_secs(), jobs_->fraction()))
        end_choice();
}

bool Document::look_after_job() {
    if (idle()) return false;
    follow_choice();
    if (!jobs_->finished()) return false;
    // Who is asked about the present world answers first.
    if (opening() && (ui_.dialogs().asking() || (ui_.dialogs().choosing() && !choice_waits_))) return false;
    Waiting next = std::exchange(next_, {});
    if (next && opening()) {
        job_ = {};  // it gives way
        (void)jobs_->take_outcome();
        if (carried_into_) next_game_ = std::exchange(carried_into_, {});  // later
        ui_.world_may_change();
    } else {
        job_.go_on();
    }
    if (next) next.go_on();
    if (saving()) return true;
    for (FollowUp& each : std::exchange(follow_ups_, {})) each.flow.go_on();
    return true;
}

void Document::cancel_job() {
    jobs_->cancel();
    follow_ups_.clear();
    next_ = {};
}

void Document::settle() {
    if (idle()) return;
    if (!saving()) cancel_job();
    follow_ups_.clear();
    carried_into_ = {};
    if (state() == State::BackingUp) return job_.go_on();  // which waits for its end
    job_ = {};
    const WorldJobs::Outcome outcome = jobs_->take_outcome();
    if (outcome.kind != WorldJobs::Kind::Save) return;
    if (!outcome.problem.empty()) std::cerr << "chunkscope: " << terminal_text(outcome.problem) << '\n';
    ui_.world_may_change();
}

}  // namespace editor
