#include "editor/document/document.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "editor/attach/attached_world.hpp"
#include "editor/base/language.hpp"
#include "editor/session/session_attached.hpp"
#include "editor/session/session_file.hpp"
#include "files/base/file_error.hpp"
#include "files/bundle/bundle.hpp"
#include "files/world_file/left_out.hpp"

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

std::string making_title(const std::string& scene) { return phrase("Making the scene {}", scene); }

}  // namespace

std::string name_of_world(const Session& session) {
    if (session.attached) return session.attached->title();
    if (!session.file.empty()) return stem_of(session.file);
    return session.scene ? std::string(session.scene->name) : std::string(tr("untitled"));
}

Document::Document(DocumentUi& ui, Settings& settings, std::unique_ptr<Session> session,
                   std::unique_ptr<WorldJobs> jobs)
    : ui_(ui), settings_(settings), session_(std::move(session)), jobs_(std::move(jobs)) {}

Document::~Document() = default;

void Document::expect_opening(bool losses_agreed, bool playing, bool is_scene) {
    opening_ = {
        .opened = [this, file = jobs_->file()] { remember_file(session_->from_bundle ? file : session_->file); },
        .agreed_state = session_->history.state(),
        .losses_agreed = losses_agreed,
        .playing = playing};
    if (is_scene) opening_.title = making_title(jobs_->file().string());
}

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
    return opening_.title.empty() ? phrase("Opening {}", name) : opening_.title;
}

void Document::when_nothing_is_lost(const std::string& what, std::function<void()> then) {
    if (saving()) {
        follow_ups_.push_back({what, [this, what, then = std::move(then)] { when_nothing_is_lost(what, then); }});
        return;
    }
    if (!session_->unsaved()) return ask_about_played_changes(then) ? void() : then();
    if (ui_.asking()) return;
    const auto discard = [this, then] {
        settle();
        if (recovery_) recovery_->discard();
        then();
    };
    const std::string name = session_->file.empty() ? name_of_world(*session_) : file_name(session_->file);
    ui_.ask(tr("Unsaved changes"), phrase("\"{}\" has changes that are not saved. Without saving they are lost.", name),
            {{tr("Save"), [this, then] { save(then); }}, {tr("Discard"), discard}, {tr("Cancel"), {}}});
}

bool Document::ask_about_played_changes(const std::function<void()>& then) {
    if (!session_->changed_while_played()) return false;
    if (ui_.asking()) return true;
    ui_.ask(
        tr("Changes made while playing"),
        phrase("\"{}\" is saved as it was before Play. What you changed since is lost, unless you stop and keep it.",
               session_->file.empty() ? name_of_world(*session_) : file_name(session_->file)),
        {{tr("Choose what to keep"), [this] { ui_.compare_with_authored(); }},
         {tr("Discard"), then},
         {tr("Cancel"), {}}});
    return true;
}

void Document::new_world() {
    when_nothing_is_lost(tr("New world"), [this] {
        start_job(tr("New world"), [this] { replace_session(std::make_unique<Session>(session_->game), false); });
    });
}

void Document::attach(const AttachTarget& target) {
    const std::string what = phrase("Attach to {}", target.address());
    when_nothing_is_lost(what, [this, what, target] {
        start_job(what, [this, target] { replace_session(make_attached_session(session_->game, target), false); });
    });
}

void Document::detach() {
    if (!session_->attached) return;
    start_job(tr("Detach"), [this] {
        ui_.session_goes();
        release_attached(*session_);
        ui_.session_came(false);
    });
}

void Document::choose_file_to_open() {
    when_nothing_is_lost(tr("Open…"), [this] {
        const std::vector<std::filesystem::path> recent = settings_.recent_files();
        const std::filesystem::path start = !session_->file.empty() ? session_->file.parent_path()
                                            : !recent.empty()       ? recent.front().parent_path()
                                                                    : std::filesystem::path();
        ui_.choose_file(DocumentUi::Choice::FileToOpen, start,
                        [this](const std::filesystem::path& file) { start_opening(file); });
    });
}

void Document::open(const std::filesystem::path& file) {
    when_nothing_is_lost(phrase("Open {}", file_name(file)), [this, file] { start_opening(file); });
}

void Document::start_scene(const Scene& scene) {
    const std::string what = phrase("Scene {}", std::string(scene.name));
    when_nothing_is_lost(what, [this, what, &scene] { make_scene(what, scene, {}, 1, true); });
}

void Document::make_scene(const std::string& what, const Scene& scene, std::optional<std::size_t> count,
                          std::uint64_t seed, std::optional<bool> playing) {
    const std::uint64_t agreed_state = session_->history.state();
    start_job(what, [this, agreed_state, &scene, count, seed, playing] {
        // The code of the Game stays as long as this runs.
        const auto make = [code = session_->code(), &game = session_->game, &scene, count,
                           seed](ecs::Progress* progress) {
            auto made = Session::from_scene(game, scene, count, seed);
            if (progress != nullptr && progress->cancelled()) throw files::Cancelled(scene.name, "making");
            return made;
        };
        jobs_->make(*session_, scene.name, make);
        opening_ = {.opened = {},
                    .agreed_state = agreed_state,
                    .losses_agreed = true,
                    .playing = playing,
                    .title = making_title(scene.name)};
    });
}

void Document::restart_scene() {
    when_nothing_is_lost(tr("Restart scene"), [this] {
        if (session_->scene)
            make_scene(tr("Restart scene"), *session_->scene, session_->scene_count, session_->seed, {});
    });
}

void Document::save(std::function<void()> then) {
    if (saving()) {
        // What was changed since waits, and is saved after.
        const bool asked = std::any_of(follow_ups_.begin(), follow_ups_.end(),
                                       [](const FollowUp& each) { return each.what == "Save again"; });
        if (ui_.changes_wait() && !asked) follow_ups_.push_back({tr("Save again"), [this, then] { save(then); }});
        return;
    }
    if (session_->file.empty()) return save_as(std::move(then));
    save_to(session_->file, session_->on_disk, std::move(then));
}

void Document::save_as(std::function<void()> then) {
    if (saving()) {
        follow_ups_.push_back({tr("Save as…"), [this, then] { save_as(then); }});
        return;
    }
    std::filesystem::path start = session_->file;
    if (session_->attached)
        start = std::filesystem::path(session_->attached->owner().name() + std::string(world_extension));
    else if (start.empty())
        start = std::filesystem::path(name_of_world(*session_) + std::string(world_extension));
    ui_.choose_file(DocumentUi::Choice::FileToSave, start, [this, then](const std::filesystem::path& file) {
        // Who agreed to replace a file agreed to what it is now, or is here.
        std::error_code error;
        const bool same = std::filesystem::equivalent(file, session_->file, error) && !error;
        save_to(file, same ? session_->on_disk : files::stamp_of(file), then);
    });
}

void Document::save_state_as() {
    if (saving()) return follow_ups_.push_back({tr("Save state as…"), [this] { save_state_as(); }});
    // It stands beside the level, and is not taken for it.
    const std::string name =
        name_of_world(*session_) + "-" + std::to_string(session_->world.tick()) + std::string(world_extension);
    ui_.choose_file(DocumentUi::Choice::StateToSave, session_->file.parent_path() / name,
                    [this](const std::filesystem::path& file) {
                        start_job(phrase("Save {}", file_name(file)), [this, file] {
                            jobs_->save_present(*session_, file, files::stamp_of(file));
                            after_save_ = {};
                        });
                    });
}

void Document::save_to(const std::filesystem::path& file, const files::FileStamp& over, std::function<void()> then) {
    start_job(phrase("Save {}", file_name(file)), [this, file, over, then = std::move(then)] {
        tell_what_is_left_out();
        jobs_->save(*session_, file, over);
        after_save_ = then;
    });
}

void Document::tell_what_is_left_out() {
    for (const files::LeftOut& each : files::left_out_of_file(session_->world, &told_left_out_))
        ui_.tell(MessageKind::Warning, files::sentence_of(each));
}

void Document::ask_about_changed_file(const files::FileStamp& found, std::function<void()> then) {
    const std::filesystem::path file = session_->file;
    // Enter takes the first answer, so it is one that loses nothing.
    ui_.ask(tr("The file changed on disk"),
            phrase("\"{}\" was changed by something else since it was read or saved here. Reload takes what is on "
                   "disk, and what was changed here is lost; Keep mine writes over it; Compare shows what differs.",
                   file_name(file)),
            {{tr("Save as…"), [this, then] { save_as(then); }},
             {tr("Keep mine (overwrite)"), [this, file, found, then] { save_to(file, found, then); }},
             {tr("Reload"), [this] { reload(); }},
             {tr("Compare"), [this] { compare_with_file(); }},
             {tr("Cancel"), {}}});
}

void Document::reload() { start_opening(session_->file); }

void Document::reload_file() {
    when_nothing_is_lost(tr("Reload"), [this] { reload(); });
}

void Document::compare_with_file() { ui_.compare_with(session_->file); }

std::string Document::why_no_file() const {
    if (session_->file.empty()) return tr("This world was not saved to a file yet");
    std::error_code error;
    if (!std::filesystem::exists(session_->file, error))
        return phrase("{} is not there any more", file_name(session_->file));
    return {};
}

void Document::start_job(const std::string& what, std::function<void()> start) {
    if (idle()) {
        start();
    } else if (saving()) {
        follow_ups_.push_back({what, std::move(start)});
    } else {
        jobs_->cancel();
        next_job_ = std::move(start);
    }
    choice_waits_ = ui_.has_chosen();
}

void Document::start_opening(const std::filesystem::path& file, WorldJobs::Load load, std::function<void()> opened) {
    const std::uint64_t agreed_state = session_->history.state();
    start_job(phrase("Open {}", file_name(file)),
              [this, file, agreed_state, load = std::move(load), opened = std::move(opened)] {
                  // The ticks of a bundle run again, with the code of the Game.
                  if (files::is_bundle(file))
                      jobs_->make(*session_, file.string(), load);
                  else
                      jobs_->open(file, load);
                  opening_ = {.opened = opened, .agreed_state = agreed_state, .losses_agreed = false, .playing = {}};
              });
}

void Document::start_opening(const std::filesystem::path& file) {
    start_opening(
        file,
        [file, &game = session_->game](ecs::Progress* progress) {
            return load_world(game, file, progress, files::Losses::Accept);
        },
        [this, file] {
            if (session_->file.empty()) return;  // it came from a pipe
            remember_file(file);
            offer_recovery_of(file);
        });
}

std::string Document::why_not_save() const {
    if (!opening()) return {};
    if (opening_.title.empty())
        return phrase("{} is being opened. Cancel that to save this world", file_name(jobs_->file()));
    return phrase("{}: cancel that to save this world", opening_.title);
}

}  // namespace editor
