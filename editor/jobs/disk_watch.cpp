#include "editor/jobs/disk_watch.hpp"
#include "editor/base/language.hpp"

#include <utility>

namespace editor {

namespace {

/// Whether two stamps are of the same state of the same file, by the stat alone.
bool same_state(const files::FileStamp& a, const files::FileStamp& b) {
    return a.kind == b.kind && a.inode == b.inode && a.size == b.size && a.modified_ns == b.modified_ns &&
           a.status_ns == b.status_ns;
}

}  // namespace

std::string DiskWatch::update(Session& session, double now_secs, bool now) {
    if (task_.running() && task_.finished()) take_found(session);
    // Another file, or the same file after it was saved or read again.
    if (file_ != session.file || !same_state(stamp_, session.on_disk)) {
        file_ = session.file;
        stamp_ = told_ = session.on_disk;
        state_ = files::OnDisk::Same;
        news_.clear();
    }
    const bool known = stamp_.kind == files::FileStamp::Kind::File;
    if (known && !task_.running() && (now || now_secs >= next_secs_)) {
        next_secs_ = now_secs + interval_secs_;
        task_.start([file = file_, stamp = stamp_](ecs::Progress&) mutable {
            Found found;
            found.state = files::compare_with_disk(file, stamp, files::DiskLook::Quick, &found.disk);
            found.stamp = stamp;
            return found;
        });
    }
    return std::exchange(news_, {});
}

void DiskWatch::take_found(Session& session) {
    const Found found = task_.take();
    // The session has another file now, or this was saved meanwhile: then it was about something else.
    if (file_ != session.file || !same_state(stamp_, session.on_disk)) return;
    state_ = found.state;
    if (state_ == files::OnDisk::Same) {
        session.on_disk = stamp_ = told_ = found.stamp;
        return;
    }
    if (same_state(told_, found.disk)) return;
    told_ = found.disk;
    const std::string name = file_.filename().string();
    switch (state_) {
        case files::OnDisk::Changed:
            news_ = phrase("{} changed on disk; saving will ask what to do", name);
            break;
        case files::OnDisk::Gone:
            news_ = phrase("{} is not there any more; saving writes it anew", name);
            break;
        case files::OnDisk::Other:
            news_ = phrase("{} is not a file any more; save under another name", name);
            break;
        case files::OnDisk::Same:
            break;
    }
}

}  // namespace editor
