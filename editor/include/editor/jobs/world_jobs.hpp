// WorldJobs saves, backs up and opens worlds in the background, one at a time. Its owner polls it in every frame:
//
//     save() / back_up() / open()  ->  running(), progress, cancel()  ->  finished()  ->  take_outcome()
//
// From save(), back_up() or make() to take_outcome() the world must not change, because the thread reads it; the world
// itself refuses structural changes. A world that is being opened belongs to the thread until it is taken.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "ecs/base/background_task.hpp"
#include "editor/session/session.hpp"
#include "editor/session/session_file.hpp"

namespace editor {

class WorldJobs {
public:
    enum class Kind { Save, BackUp, Open };

    using Save = std::function<files::FileStamp(const ecs::World&, const files::WorldFile&,
                                                const std::filesystem::path&, ecs::Progress*, files::FileStamp* over)>;
    using Load = std::function<std::unique_ptr<Session>(ecs::Progress*)>;
    using Now = std::function<double()>;

    struct Outcome {
        Kind kind = Kind::Save;
        std::filesystem::path file;
        bool cancelled = false;
        std::string problem;               // a sentence for a person; empty after success or cancel
        bool changed_on_disk = false;      // for a save: the file on disk is not the expected one
        bool was_gone = false;             // for a save: the file had disappeared, so it was written again
        std::size_t other_lines = 0;       // for a save: lines of the former file that were in another form
        files::FileStamp on_disk;          // for a save: the present file, also if it is the problem
        std::unique_ptr<Session> session;  // the opened session
        std::uint64_t state = 0;           // of the history: the state that was saved or backed up
        bool authored = false;             // it was the world before Play
        bool copy = false;                 // for a save: the session's file and saved state stay
        std::uint64_t tick = 0;            // for a save: of the present world, which stands still
        double secs = 0;

        bool good() const { return !cancelled && problem.empty(); }
    };

    WorldJobs();
    /// For tests: with their own writer, and a clock in seconds that only grows.
    explicit WorldJobs(Save save, Now now);
    WorldJobs(const WorldJobs&) = delete;
    WorldJobs& operator=(const WorldJobs&) = delete;

    // Nothing may be running. What is written while the session plays a level is the world before Play.

    /// Afterwards take_outcome() makes `file` the session's file and the saved state its saved state. With `over`,
    /// replaces only a file of that stamp; without it, any file.
    void save(Session& session, const std::filesystem::path& file, std::optional<files::FileStamp> over = {});
    /// Writes the present world, also while a level is played; the session's file and saved state stay. In the
    /// session's file itself it replaces what was saved there.
    void save_present(Session& session, const std::filesystem::path& file, std::optional<files::FileStamp> over);
    /// Writes the world to another file; the session's file and saved state stay.
    void back_up(Session& session, const std::filesystem::path& file);
    /// The session has the losses of reading; ask a person before using a session with losses.
    void open(const Game& game, const std::filesystem::path& file);
    /// The same with another loader; `file` is only a name.
    void open(const std::filesystem::path& file, Load load);
    /// Makes a session that is to replace `present`: a scene, or the same world with other code. `name` is for
    /// messages. The world of `present` stands still meanwhile, because code of its Game runs on the thread, too.
    void make(Session& present, const std::string& name, Load load);

    /// The present job; nothing when there is none. A job ends when its outcome is taken.
    std::optional<Kind> running() const;
    bool finished() const { return task_.finished(); }
    /// Waits at most this long. Returns whether the job is finished.
    bool wait_for(std::chrono::duration<double> time) const { return task_.wait_for(time); }
    /// Whether the session's world must not change now.
    bool world_stands_still() const { return still_.has_value(); }
    /// The job ends soon and has changed nothing, unless it was done already.
    void cancel() { task_.cancel(); }
    /// Waits for the end of the job. There must be one.
    Outcome take_outcome();

    // The present job

    const std::filesystem::path& file() const { return outcome_.file; }
    double elapsed_secs() const { return now_() - start_secs_; }
    /// From 0 to 1.
    double fraction() const { return task_.progress().fraction(); }
    /// Whether the job knows how much there is to do.
    bool fraction_known() const { return task_.progress().total() > 0; }
    /// What it does just now, for a person; mostly empty.
    std::string doing() const { return task_.progress().doing(); }
    bool cancelled() const { return task_.progress().cancelled(); }
    /// Entities to write, or bytes to read; 0 when unknown.
    std::uint64_t size() const { return size_; }

private:
    /// What the thread hands over.
    struct Done {
        std::unique_ptr<Session> session;  // that was opened
        files::FileStamp on_disk;          // of what was written
        std::size_t other_lines = 0;       // of what it replaced
    };

    void write(Kind kind, Session& session, const std::filesystem::path& file, std::optional<files::FileStamp> over,
               bool present = false);
    void note_saved();

    Save save_;
    Now now_;
    Outcome outcome_;  // as far as known yet
    Session* session_ = nullptr;
    std::filesystem::path in_form_;  // the file that was saved last: its lines have our form
    std::optional<ecs::IterationGuard> still_;
    double start_secs_ = 0;
    std::uint64_t size_ = 0;
    ecs::BackgroundTask<Done> task_;  // last, because its thread uses the members above
};

}  // namespace editor
