// A Document is the world that is open, with its file: it opens, saves and backs up in the background, and asks before
// anything is lost. It owns the Session and all jobs on it, and needs no window: a DocumentUi talks to the person.
//
//     Idle --save()--> Saving  ------------ ends --> what was asked for meanwhile, in order
//          --backup--> BackingUp -- gives way to --> any other job
//          --open()--> Opening ---- gives way to --> any other job
//               done --> losses? unsaved changes? --> the session is replaced
//
// A save is never given up for something else. The world stands still while it is saved or backed up. What a person asks
// for is a Flow: document_flows.cpp has opening and saving from the first question to what comes of it.
#pragma once

#include <cstdint>
#include <filesystem>
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
inline constexpr std::string_view world_extension = ".chunkscope.json", bundle_extension = ".bundle.json";

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
    Flow expect_opening(bool losses_agreed, bool playing, bool is_scene = false);
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

    Flow new_world();
    /// Shows the world of a running program from now on. Whether it answers is seen later.
    Flow attach(AttachTarget target);
    /// Lets go of that program. What was seen last stays, as an unsaved world of its own.
    Flow detach();
    Flow choose_file_to_open();
    Flow open(std::filesystem::path file);
    Flow start_scene(const Scene& scene);
    Flow restart_scene();
    /// While a level is played, its world before Play is saved.
    Flow save();
    Flow save_as();
    /// Writes the world as it is now into another file, also while it is played.
    Flow save_state_as();
    /// Takes what is on disk, after it was asked where changes would be lost.
    Flow reload_file();
    /// Shows what differs between the world and its file as it is on disk.
    void compare_with_file() { ui_.compare_with(session_->file); }
    /// Why these two are impossible; empty when they are not.
    std::string why_no_file() const;
    /// Goes on once the world may go, because nothing is lost by that: at once, after a save, or after the person was
    /// asked. `what` names for a person what waits. `quits`: Chunkscope ends. Then nobody is asked about the recorded time
    /// of another program that still runs.
    Step<> nothing_lost(std::string what, bool quits = false);
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
    enum class SaveTo { OwnFile, OtherFile, StateFile };
    /// What is to replace the session.
    struct Loading {
        std::filesystem::path file;         // of a scene its name
        WorldJobs::Load load = {};          // empty: reads the file
        std::string what = {}, title = {};  // of what is no file: what was asked for, and what the job is called
        bool losses_agreed = false;
        bool begun = false;  // it was named on the command line, and the jobs do it already
        std::optional<bool> playing = {};
    };

    bool saving() const { return state() == State::Saving; }
    bool opening() const { return state() == State::Opening; }
    void replace_session(std::unique_ptr<Session> session, std::optional<bool> playing);
    Loading scene_to_make(const std::string& what, const Scene& scene, std::optional<std::size_t> count,
                          std::uint64_t seed, std::optional<bool> playing) const;
    /// Destroys a session that nobody uses any more; a large one in the background.
    void let_go(std::unique_ptr<Session> session);

    // Parts of what a person asks for. They go on when all went well; else the Flow ends. (document_flows.cpp)
    /// What waits here goes on when the present save has worked.
    Waiting& after_save(const std::string& what);
    /// Waits until a job can start: a backup or an opening gives way, a save is waited for.
    Step<> turn(std::string what);
    Step<> free_for(std::string what);
    /// Goes on unless the person keeps the recorded time of another program, which nobody can run again.
    Step<> past_agreed(bool quits = false);
    /// Asks where another program changed the file.
    Step<> saved(SaveTo to);
    Step<> open_file(std::filesystem::path file);
    /// Replaces the session by what is loaded, unless something would be lost that the person wants.
    Step<> loaded(Loading wanted);
    void start_loading(const Loading& wanted);
    void tell_opened(const std::filesystem::path& file, bool begun);
    void end_choice();
    void tell_saved(const WorldJobs::Outcome& outcome);

    // The code of the Game (document_game.cpp)
    bool look_at_game(double now_secs);
    Flow change_game(std::shared_ptr<const GameLibrary> library);
    void finish_game_change(std::unique_ptr<Session> session, const std::shared_ptr<const GameLibrary>& library);
    void refuse_game(const std::shared_ptr<const GameLibrary>& library, const std::string& problem);
    Flow begin_anew(std::shared_ptr<const GameLibrary> library);

    bool look_after_job();
    void follow_choice();

    // What is never lost (document_safety.cpp)
    void back_up_if_due(double now_secs);
    Flow back_up();
    bool look_at_file(double now_secs, bool window_focused);
    void remember_file(const std::filesystem::path& file);
    void offer_recovery_of(const std::filesystem::path& file);
    Flow ask_to_recover(RecoveryOffer offer);
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

    std::string loading_title_;                        // of the present opening; empty: it has the name of its file
    std::shared_ptr<const GameLibrary> carried_into_;  // the world is carried over into it just now
    Waiting job_;                                      // for the end of the present job
    Waiting next_;                                     // until the present job has given way
    std::vector<FollowUp> follow_ups_;                 // until the present save has worked
    bool choice_waits_ = false;                        // the file dialog stays open until it is clear how the job goes
    ecs::BackgroundTask<bool> destruction_;
};

/// What the job is called that makes it.
std::string making_title(const std::string& scene);
/// What a world is called where it has no file: that of its scene, or `untitled`.
std::string name_of_world(const Session& session);

}  // namespace editor
