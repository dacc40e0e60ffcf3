#include "editor/jobs/game_watch.hpp"

#include <utility>

namespace editor {

namespace {

bool same_build(const files::FileStamp& a, const files::FileStamp& b) {
    return a.kind == b.kind && a.inode == b.inode && a.size == b.size && a.modified_ns == b.modified_ns &&
           a.status_ns == b.status_ns;
}

}  // namespace

GameWatch::GameWatch(std::shared_ptr<const GameLibrary> present, double interval_secs)
    : file_(present->file()), interval_secs_(interval_secs), present_(present->loaded()) {}

std::optional<GameWatch::News> GameWatch::update(double now_secs) {
    std::optional<News> news;
    if (task_.running() && task_.finished()) {
        Found found = task_.take();
        present_ = found.present;
        candidate_ = found.candidate;
        if (found.opened && *found.opened) {
            present_ = (**found.opened)->loaded();
            news = News{.library = **found.opened, .refused = {}};
        } else if (found.opened) {
            refused_ = candidate_;
            news = News{.library = nullptr, .refused = found.opened->error()};
        }
    }
    if (!task_.running() && now_secs >= next_secs_) {
        next_secs_ = now_secs + interval_secs_;
        task_.start([file = file_, present = present_, candidate = candidate_, refused = refused_](ecs::Progress&) {
            return look(file, present, candidate, refused);
        });
    }
    return news;
}

GameWatch::Found GameWatch::look(const std::filesystem::path& file, files::FileStamp present,
                                 files::FileStamp candidate, files::FileStamp refused) {
    Found found{.present = present, .candidate = {}, .opened = {}};
    if (compare_with_disk(file, found.present, files::DiskLook::Quick, &found.candidate) != files::OnDisk::Changed)
        return found;
    if (!same_build(found.candidate, candidate) || same_build(found.candidate, refused)) return found;
    found.opened = GameLibrary::open(file);
    // The linker had not ended after all: the next look finds another file.
    if (!*found.opened && !same_build(files::stamp_of(file), candidate)) found.opened.reset();
    return found;
}

}  // namespace editor
