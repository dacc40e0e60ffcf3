// A DiskWatch looks now and then, on a thread of its own, whether the file of a session is still what was read or
// written last, and says so once when it is not. It changes nothing: what to do is asked when the person saves.
#pragma once

#include <filesystem>
#include <string>

#include "ecs/base/background_task.hpp"
#include "editor/base/file_stamp.hpp"
#include "editor/session/session.hpp"

namespace editor {

class DiskWatch {
public:
    explicit DiskWatch(double interval_secs = 3) : interval_secs_(interval_secs) {}

    /// Call often, with a clock that only grows, while nobody writes the file; `now` looks without waiting for the
    /// interval. Returns a sentence when there is something new to say, else nothing.
    std::string update(Session& session, double now_secs, bool now);

    /// What was found last of the file that the session has.
    OnDisk state() const { return state_; }
    /// Whether a look is under way whose outcome update() has not told yet.
    bool looking() const { return task_.running(); }

private:
    struct Found {
        OnDisk state = OnDisk::Same;
        FileStamp stamp, disk;
    };
    void take_found(Session& session);

    double interval_secs_, next_secs_ = 0;
    OnDisk state_ = OnDisk::Same;
    std::filesystem::path file_;  // that is watched
    FileStamp stamp_;             // as it was when the look began
    FileStamp told_;              // what the file was when it was last told of
    std::string news_;
    ecs::BackgroundTask<Found> task_;
};

}  // namespace editor
