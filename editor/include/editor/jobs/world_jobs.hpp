// WorldJobs saves, backs up and opens worlds in the background, one at a time. Its owner looks in with every frame:
//
//     save() / back_up() / open()  ->  running(), progress, cancel()  ->  finished()  ->  take_outcome()
//
// From save() or back_up() to take_outcome() the world stands still: the thread reads it, so nobody may change it, and
// structural changes are refused by the world itself. A world that is opened is nobody else's until it is taken.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "ecs/base/background_task.hpp"
#include "editor/files/world_file/world_file.hpp"
#include "editor/session/session.hpp"

namespace editor {

class WorldJobs {
public:
    enum class Kind { Save, BackUp, Open };

    using Save = std::function<FileStamp(const ecs::World&, const WorldFileHead&, const std::filesystem::path&,
                                         ecs::Progress*, FileStamp* over)>;
    using Load = std::function<std::unique_ptr<Session>(ecs::Progress*)>;
    using Now = std::function<double()>;

    struct Outcome {
        Kind kind = Kind::Save;
        std::filesystem::path file;
        bool cancelled = false;
        std::string problem;               // a sentence for a person; empty when it was cancelled or all went well
        bool changed_on_disk = false;      // the problem of a save: the file is not the one that was to be replaced
        bool was_gone = false;             // of a save: that file was there no more, so it was written anew
        FileStamp on_disk;                 // of a save: what the file is now, also when that is the problem
        std::unique_ptr<Session> session;  // that was opened
        std::uint64_t state = 0;           // of the history: what was saved or backed up
        double secs = 0;

        bool good() const { return !cancelled && problem.empty(); }
    };

    WorldJobs();
    /// Tests give their own writer, and seconds on a clock that only grows.
    explicit WorldJobs(Save save, Now now);
    WorldJobs(const WorldJobs&) = delete;
    WorldJobs& operator=(const WorldJobs&) = delete;

    // Nothing may be running.

    /// When it is done, take_outcome() makes `file` the session's, and what was saved its saved state. Only what is
    /// still as `over` says is replaced; without that, whatever is there.
    void save(Session& session, const std::filesystem::path& file, std::optional<FileStamp> over = {});
    /// Writes the same elsewhere; the session's file and saved state stay.
    void back_up(Session& session, const std::filesystem::path& file);
    /// What reading loses is in the session, and whoever opens it asks a person before using that.
    void open(const std::filesystem::path& file);
    /// As above by another loader; `file` is only a name.
    void open(const std::filesystem::path& file, Load load);

    /// What is going on; nothing when nothing is. It is going on until its outcome is taken.
    std::optional<Kind> running() const;
    bool finished() const { return task_.finished(); }
    /// Waits no longer than this; whether it is finished.
    bool wait_for(std::chrono::duration<double> time) const { return task_.wait_for(time); }
    /// Whether the session's world must not change now.
    bool world_stands_still() const { return still_.has_value(); }
    /// It ends soon, having changed nothing, unless it was done already.
    void cancel() { task_.cancel(); }
    /// Something must be running. Waits for its end.
    Outcome take_outcome();

    // Of what is running

    const std::filesystem::path& file() const { return outcome_.file; }
    double elapsed_secs() const { return now_() - start_secs_; }
    /// From 0 to 1.
    double fraction() const { return task_.progress().fraction(); }
    bool cancelled() const { return task_.progress().cancelled(); }
    /// What the work is counted in: entities to write, bytes to read; 0 when that is unknown.
    std::uint64_t size() const { return size_; }

private:
    /// What the thread hands over.
    struct Done {
        std::unique_ptr<Session> session;  // that was opened
        FileStamp on_disk;                 // of what was written
    };

    void write(Kind kind, Session& session, const std::filesystem::path& file, std::optional<FileStamp> over);

    Save save_;
    Now now_;
    Outcome outcome_;  // what is known of it so far
    Session* session_ = nullptr;
    std::optional<ecs::IterationGuard> still_;
    double start_secs_ = 0;
    std::uint64_t size_ = 0;
    ecs::BackgroundTask<Done> task_;  // last, because its thread uses what stands above
};

}  // namespace editor
