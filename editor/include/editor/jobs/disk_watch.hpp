// A DiskWatch checks now and then, on its own thread, whether the file of a session is still the one that was last
// read or written, and reports a change once. It changes nothing: the program asks the person when saving.
#pragma once

#include <filesystem>
#include <string>

#include "ecs/base/background_task.hpp"
#include "editor/session/session.hpp"
#include "files/base/file_stamp.hpp"

namespace editor {

class DiskWatch {
public:
    explicit DiskWatch(double interval_secs = 3) : interval_secs_(interval_secs) {}

    /// Call it often, with a clock that only grows, while nobody writes the file. `now` checks without waiting for
    /// the interval. Returns a sentence when there is something new to report, else nothing.
    std::string update(Session& session, double now_secs, bool now);

    /// The last result for the session's file.
    files::OnDisk state() const { return state_; }
    /// Whether a check is running whose result update() has not reported yet.
    bool looking() const { return task_.running(); }

private:
    struct Found {
        files::OnDisk state = files::OnDisk::Same;
        files::FileStamp stamp, disk;
    };
    void take_found(Session& session);

    double interval_secs_, next_secs_ = 0;
    files::OnDisk state_ = files::OnDisk::Same;
    std::filesystem::path file_;  // that is watched
    files::FileStamp stamp_;      // as it was when the look began
    files::FileStamp told_;       // what the file was when it was last told of
    std::string news_;
    ecs::BackgroundTask<Found> task_;
};

}  // namespace editor
