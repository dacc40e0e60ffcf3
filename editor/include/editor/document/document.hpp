// A Document is the world that is open, with its file: it opens, saves and backs up in the background, and asks before
// anything is lost. It owns the Session and all jobs on it, and needs no window: a DocumentUi talks to the person.
//
//     Idle --save()--> Saving  ------------ ends --> what was asked for meanwhile, in order
//          --backup--> BackingUp -- gives way to --> any other job
//          --open()--> Opening ---- gives way to --> any other job
//               done --> losses? unsaved changes? --> the session is replaced
//
// A save is never given up for something else. The world stands still while it is saved or backed up.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/base/background_task.hpp"
#include "editor/attach/attach_target.hpp"
#include "editor/document/document_ui.hpp"
#include "editor/game/game_library.hpp"
#include "editor/jobs/disk_watch.hpp"
#include "editor/jobs/game_watch.hpp"
#include "editor/jobs/open_files.hpp"
#include "editor/jobs/recovery.hpp"
#include "editor/jobs/world_jobs.hpp"
#include "editor/session/session.hpp"
#include "editor/session/settings.hpp"

namespace editor {

/// How the names of world files end that are made here; others are opened all the same.
inline constexpr std::string_view world_extension = ".chunkscope.json";

class Document {
public:
    /// `ui` and `settings` (recent files) must outlive it. Jobs are the program's own unless tests give theirs.
    Document(DocumentUi& ui, Settings& settings, std::unique_ptr<Session> session,
             std::unique_ptr<WorldJobs> jobs = std::make_unique<WorldJobs>());
    ~Document();
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;

    /// From now on unsaved work is backed up, the file is watched, and recovery is offered: `folder` is for worlds that
    /// were never saved.
    void keep_safe(const std::filesystem::path& folder);
    /// The WorldJobs given to the constructor already open a file, or make a scene. The opened world then replaces the
    /// present one. `playing` says whether it runs. `losses_agreed`: the person agreed to what the file would lose.
    void expect_opening(bool losses_agreed, bool playing, bool is_scene = false);
    /// The session came from a bundle: says so, shows its note, and remembers its file.
    void tell_of_bundle();
    /// The session's Game comes from this library. When it is built again, the world goes on with the new code, as
    /// soon as no job runs and nothing is asked.
    void watch_game(std::shared_ptr<const GameLibrary> library, double interval_secs = 0.5);
    /// Offers what earlier runs left unsaved.
    void offer_recovery();

    Session& session() { return *session_; }
    const Session& session() const { return *session_; }
    /// `level* (changed on disk)`, for the title of the window.
    std::string title() const;

    // What a person asks for. Each asks first when changes would be lost.

    void new_world();
    /// Shows the world of a running program from now on. Whether it answers is seen later.
    void attach(const AttachTarget& target);
    /// Lets go of that program. What was seen last stays, as an unsaved world of its own.
    void detach();
    void choose_file_to_open();
    void open(const std::filesystem::path& file);
    void start_scene(const Scene& scene);
    void restart_scene();
    /// Calls `then` after a save that worked. While a level is played, its world before Play is saved.
    void save(std::function<void()> then = {});
    void save_as(std::function<void()> then = {});
    /// Writes the world as it is now into another file, also while it is played.
    void save_state_as();
    /// Takes what is on disk, after it was asked where changes would be lost.
    void reload_file();
    /// Shows what differs between the world and its file as it is on disk.
    void compare_with_file();
    /// Why these two are impossible; empty when they are not.
    std::string why_no_file() const;
    /// Calls `then` once nothing would be lost: at once, after a save, or after the person was asked. `what` names it
    /// while it waits.
    void when_nothing_is_lost(const std::string& what, std::function<void()> then);
    /// The present save, backup or opening ends soon, having changed nothing; what waits for it is dropped.
    void cancel_job();

    /// Call often, with a clock that only grows: ends jobs that are done, starts backups, looks at the file. Returns
    /// whether something happened that should be seen.
    bool update(double now_secs, bool window_focused);

    // What goes on

    enum class State { Idle, Saving, BackingUp, Opening };
    State state() const;
    bool idle() const { return state() == State::Idle; }
    /// What runs, while it is not idle.
    const WorldJobs& jobs() const { return *jobs_; }
    /// "Saving level.json", "Making the scene stress"
    std::string job_title() const;
    /// Nobody may change the world now.
    bool world_stands_still() const { return jobs_->world_stands_still(); }
    /// The Game was built again, and comes when the present job or question has ended.
    bool game_waits() const { return next_game_ != nullptr; }
    /// What follows the present save, for a person; empty when nothing does.
    std::string follows() const { return follow_ups_.empty() ? std::string() : follow_ups_.back().what; }
    /// Why the world cannot be saved now; empty when it can.
    std::string why_not_save() const;

    /// Before the program ends: finishes a save, gives up all else.
    void settle();
    /// Writes what is unsaved for the next start. Returns the reason when it can't.
    std::string keep_unsaved();

private:
    /// Something to do when the present job has ended.
    struct FollowUp {
        std::string what;
        std::function<void()> run;
    };
    /// What is known of the file that is opened.
    struct Opening {
        std::function<void()> opened;  // after it has become the session
        // State of the history that the person agreed to lose; in another one they are asked again.
        std::uint64_t agreed_state = 0;
        bool losses_agreed = false;
        std::optional<bool> playing;  // it was named on the command line, and plays or not when it is there
        std::string title = {};       // of what has no file: a scene that is made, or the world that is carried over
        std::shared_ptr<const GameLibrary> library = {};  // that the world is carried over into
    };

    bool saving() const { return state() == State::Saving; }
    bool opening() const { return state() == State::Opening; }
    void replace_session(std::unique_ptr<Session> session, std::optional<bool> playing);
    /// Makes the scene in the background; then it replaces the session.
    void make_scene(const std::string& what, const Scene& scene, std::optional<std::size_t> count, std::uint64_t seed,
                    std::optional<bool> playing);
    /// Destroys a session that nobody uses any more; a large one in the background.
    void let_go(std::unique_ptr<Session> session);
    /// Starts at once, or after what runs now: a backup or an opening gives way, a save is waited for.
    void start_job(const std::string& what, std::function<void()> start);
    void start_opening(const std::filesystem::path& file, WorldJobs::Load load, std::function<void()> opened);
    void start_opening(const std::filesystem::path& file);
    void reload();
    void save_to(const std::filesystem::path& file, const files::FileStamp& over, std::function<void()> then);
    /// Once for each type: what no file of this world can hold.
    void tell_what_is_left_out();
    /// Whether the person is asked about edits that a save leaves out.
    bool ask_about_played_changes(const std::function<void()>& then);
    void ask_about_changed_file(const files::FileStamp& found, std::function<void()> then);
    /// Calls `load` when the person agrees.
    void ask_about_losses(const Session& opened, const std::string& name, std::function<void()> load);

    // The code of the Game (document_game.cpp)
    bool look_at_game(double now_secs);
    void change_game(const std::shared_ptr<const GameLibrary>& library);
    void finish_game_change(std::unique_ptr<Session> session, const std::shared_ptr<const GameLibrary>& library);
    void refuse_game(const std::shared_ptr<const GameLibrary>& library, const std::string& problem);
    void begin_anew(const std::shared_ptr<const GameLibrary>& library);

    // The end of jobs (document_jobs.cpp)
    bool look_after_job();
    void follow_choice();
    void end_save(const WorldJobs::Outcome& outcome);
    void end_opening(WorldJobs::Outcome& outcome);
    void finish_opening(std::unique_ptr<Session> session, const std::filesystem::path& file, const Opening& opening);
    void end_back_up(const WorldJobs::Outcome& outcome);
    void tell_problem(const std::string& problem);

    // What is never lost (document_safety.cpp)
    void back_up_if_due(double now_secs);
    bool look_at_file(double now_secs, bool window_focused);
    void remember_file(const std::filesystem::path& file);
    void offer_recovery_of(const std::filesystem::path& file);
    void ask_to_recover(const RecoveryOffer& offer);
    void tell_if_unsaved_elsewhere(const std::filesystem::path& file);
    bool look_for_other_windows(double now_secs);

    DocumentUi& ui_;
    std::set<std::string> told_left_out_;  // names of types
    Settings& settings_;
    std::unique_ptr<Session> session_;
    std::unique_ptr<WorldJobs> jobs_;  // reads the session, so it goes first
    std::optional<Recovery> recovery_;
    std::filesystem::path recovery_folder_;
    std::optional<OpenFiles> open_files_;
    std::int64_t told_of_unsaved_ = 0;  // a process of which more was said than that it has the file open
    DiskWatch disk_watch_;
    bool was_focused_ = true;
    std::optional<GameWatch> game_watch_;
    std::shared_ptr<const GameLibrary> next_game_;  // was built again, and waits until it can be taken

    std::function<void()> after_save_;  // of the save that runs, when it works
    std::vector<FollowUp> follow_ups_;  // likewise, asked for since
    std::function<void()> next_job_;    // when the present one has given way
    Opening opening_;
    bool choice_waits_ = false;  // the file dialog stays open until it is clear how the job goes
    ecs::BackgroundTask<bool> destruction_;
};

/// What a world is called where it has no file: that of its scene, or `untitled`.
std::string name_of_world(const Session& session);

}  // namespace editor
