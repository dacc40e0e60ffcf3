#include "editor/jobs/recovery.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <optional>
#include <system_error>

#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "editor/base/language.hpp"
#include "editor/jobs/recovery_name.hpp"
#include "editor/session/session_file.hpp"

namespace editor {

namespace {

namespace fs = std::filesystem;

constexpr double rest_in_writes = 20;  // pause after a write, in multiples of its time

bool still_runs(std::int64_t pid) { return kill(static_cast<pid_t>(pid), 0) == 0 || errno == EPERM; }

/// The path of the file itself, after all links. Under this path it is remembered.
fs::path real_place(const fs::path& file) {
    std::error_code error;
    fs::path real = fs::weakly_canonical(file, error);
    return error ? file : real;
}

std::uint32_t base_of(const files::FileStamp& stamp) { return static_cast<std::uint32_t>(stamp.content.value_or(0)); }

struct Found {
    fs::path file;
    RecoveryName name;
    files::Whereabouts owner = files::Whereabouts::Gone;
};

/// The recovery files in `folder` of the world with this name, or of worlds that were never saved.
std::vector<Found> recoveries_in(const fs::path& folder, const std::string& world) {
    std::vector<Found> found;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const auto name = recovery_name_from(entry->path().filename().native(), world);
        if (!name) continue;
        struct stat present {};
        if (::lstat(entry->path().c_str(), &present) != 0 || !S_ISREG(present.st_mode)) continue;
        files::Whereabouts owner = files::Whereabouts::Gone;
        if (name->mark)
            owner = files::whereabouts(*name->mark, std::chrono::system_clock::from_time_t(present.st_mtim.tv_sec));
        else if (name->pid != 0 && still_runs(name->pid))
            owner = files::Whereabouts::Runs;
        found.push_back({entry->path(), *name, owner});
    }
    return found;
}

std::vector<Found> recoveries_of(const fs::path& world_file) {
    const fs::path real = real_place(world_file);
    return recoveries_in(real.parent_path(), real.filename().string());
}

bool same_content(const fs::path& a, const fs::path& b) {
    if (files::stamp_of(a).size != files::stamp_of(b).size) return false;
    const files::FileStamp one = files::stamp_with_content_of(a), other = files::stamp_with_content_of(b);
    return one.content && one.content == other.content;
}

/// Whether the world file differs from the one to which the changes were made.
bool changed_since(const RecoveryOffer& offer) {
    if (files::stamp_of(offer.world_file).kind != files::FileStamp::Kind::File) return false;
    if (offer.base != 0) return base_of(files::stamp_with_content_of(offer.world_file)) != offer.base;
    std::error_code error;
    const auto saved = fs::last_write_time(offer.world_file, error);
    return !error && saved > offer.written;
}

}  // namespace

fs::path Recovery::file_for(const Session& session) const {
    const std::uint32_t base = base_of(session.on_disk);
    if (!session.file.empty()) {
        const fs::path real = real_place(session.file);
        return real.parent_path() / recovery_name(real.filename().string(), base);
    }
    if (folder_.empty()) return {};
    std::error_code shows_when_writing;
    fs::create_directories(folder_, shows_when_writing);
    return folder_ / recovery_name({}, 0);
}

bool Recovery::due(const Session& session, double now_secs) {
    if (!session.unsaved()) {
        discard();  // saved, or undone to the last save
        return false;
    }
    const bool is_written = written_session_ == &session && written_mark_ == session.state_to_save() && !file_.empty();
    if (is_written) {
        waiting_since_ = -1;
        return false;
    }
    if (waiting_since_ < 0) waiting_since_ = now_secs;
    if (now_secs - waiting_since_ < interval_secs_ || now_secs < rest_until_secs_) return false;
    waiting_since_ = asked_secs_ = now_secs;  // after a failure, too: the next try comes at the same pace
    return session.file.empty() ? !folder_.empty() : true;
}

std::string Recovery::written(const Session& session, const fs::path& file, std::uint64_t state, double secs,
                              const std::string& problem) {
    if (!problem.empty()) {
        // The reason first: a status bar may cut off what follows.
        const std::string name = file.string() + ": ";
        std::string sentence = problem.starts_with(name) ? phrase("No backup of unsaved changes: {} ({})",
                                                                  problem.substr(name.size()), file.string())
                                                         : phrase("No backup of unsaved changes: {}", problem);
        if (sentence == last_problem_) return {};
        last_problem_ = sentence;
        return sentence;
    }
    // The first change after a pause is written when it is due, even if that is slow.
    rest_until_secs_ = asked_secs_ + rest_in_writes * secs;
    if (file != file_) discard();
    file_ = file;
    written_session_ = &session;
    written_mark_ = state;
    last_problem_.clear();
    return {};
}

std::string Recovery::write_at_end(const Session& session) {
    last_problem_.clear();
    return write(session);
}

std::string Recovery::write(const Session& session) {
    if (!session.unsaved()) return {};
    const fs::path file = file_for(session);
    if (file.empty()) return {};
    const auto start = std::chrono::steady_clock::now();
    std::string problem;
    try {
        save_world(session, file);
    } catch (const files::FileError& failure) {
        problem = failure.what();
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    return written(session, file, session.state_to_save(), took.count(), problem);
}

void Recovery::discard() {
    std::error_code error;
    if (!file_.empty()) fs::remove(file_, error);
    file_.clear();
    waiting_since_ = -1;
}

std::vector<RecoveryOffer> find_recoveries(const fs::path& folder, const std::vector<fs::path>& world_files) {
    std::vector<RecoveryOffer> offers;
    const auto offer = [&](const Found& found, const fs::path& world_file) {
        if (found.owner == files::Whereabouts::Own || found.owner == files::Whereabouts::Runs) return;
        RecoveryOffer each{.recovery_file = found.file, .world_file = world_file, .written = {}};
        const auto same = [&](const RecoveryOffer& other) { return other.recovery_file == each.recovery_file; };
        if (std::any_of(offers.begin(), offers.end(), same)) return;
        std::error_code error;
        each.written = fs::last_write_time(found.file, error);
        each.base = found.name.base;
        each.owner_known_gone = found.owner == files::Whereabouts::Gone;
        if (error) return;
        if (!world_file.empty() && each.owner_known_gone && same_content(found.file, world_file)) {
            fs::remove(found.file, error);  // everything in it was saved after all
            return;
        }
        each.world_file_changed = !world_file.empty() && changed_since(each);
        offers.push_back(std::move(each));
    };
    if (!folder.empty())
        for (const Found& found : recoveries_in(folder, {})) offer(found, {});
    for (const fs::path& world_file : world_files)
        for (const Found& found : recoveries_of(world_file)) offer(found, world_file);
    std::stable_sort(offers.begin(), offers.end(),
                     [](const RecoveryOffer& a, const RecoveryOffer& b) { return a.written > b.written; });
    return offers;
}

std::optional<std::int64_t> unsaved_elsewhere(const fs::path& world_file) {
    for (const Found& found : recoveries_of(world_file))
        if (found.owner == files::Whereabouts::Runs) return found.name.pid;
    return std::nullopt;
}

void claim(RecoveryOffer& offer) {
    if (!offer.owner_known_gone) return;
    const std::string world =
        offer.world_file.empty() ? std::string() : real_place(offer.world_file).filename().string();
    const fs::path ours = offer.recovery_file.parent_path() / recovery_name(world, offer.base);
    // Never replaces another file of this run. If the new name fails, the file keeps its name.
    std::error_code error;
    if (fs::exists(ours, error)) return;
    fs::rename(offer.recovery_file, ours, error);
    if (!error) offer.recovery_file = ours;
}

std::unique_ptr<Session> recover(const Game& game, const RecoveryOffer& offer, ecs::Progress* progress) {
    std::unique_ptr<Session> session = load_world(game, offer.recovery_file, progress, files::Losses::Accept);
    session->file = offer.world_file;
    session->on_disk = {};
    if (!offer.world_file.empty() && !changed_since(offer))
        session->on_disk = files::stamp_with_content_of(offer.world_file);
    session->history.mark_unsaved();
    return session;
}

void discard(const RecoveryOffer& offer) {
    if (!offer.owner_known_gone) return;
    std::error_code error;
    fs::remove(offer.recovery_file, error);
}

}  // namespace editor
