#include "editor/recovery.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <optional>
#include <string_view>
#include <system_error>

#include <sys/types.h>
#include <unistd.h>

#include "editor/world_file.hpp"

namespace editor {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view suffix = ".recovery.json";
constexpr std::string_view untitled = "untitled-";
constexpr double patience = 20;  // a write is worth this many times its own time of undisturbed work

/// `untitled-PID.recovery.json`: every run has its own.
std::string untitled_name(long pid) { return std::string(untitled) + std::to_string(pid) + std::string(suffix); }

std::optional<long> pid_in(std::string_view name) {
    if (name.size() <= untitled.size() + suffix.size() || name.substr(0, untitled.size()) != untitled ||
        name.substr(name.size() - suffix.size()) != suffix)
        return std::nullopt;
    const std::string_view digits = name.substr(untitled.size(), name.size() - untitled.size() - suffix.size());
    long pid = 0;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), pid);
    if (result.ec != std::errc() || result.ptr != digits.data() + digits.size() || pid <= 0) return std::nullopt;
    return pid;
}

bool still_runs(long pid) { return kill(static_cast<pid_t>(pid), 0) == 0 || errno == EPERM; }

}  // namespace

fs::path recovery_file_of(const fs::path& world_file) {
    fs::path file = world_file;
    file += suffix;
    return file;
}

fs::path Recovery::file_for(const Session& session) const {
    if (!session.file.empty()) return recovery_file_of(session.file);
    if (folder_.empty()) return {};
    std::error_code shows_when_writing;
    fs::create_directories(folder_, shows_when_writing);
    return folder_ / untitled_name(getpid());
}

bool Recovery::due(const Session& session, double now_secs) {
    if (!session.history.unsaved()) {
        discard();  // saved, or undone as far as the last save
        return false;
    }
    const bool is_written = written_session_ == &session && written_mark_ == session.history.state() && !file_.empty();
    if (is_written) {
        waiting_since_ = -1;
        return false;
    }
    if (waiting_since_ < 0) waiting_since_ = now_secs;
    if (now_secs - waiting_since_ < std::max(interval_secs_, pause_secs_)) return false;
    waiting_since_ = now_secs;  // after a failure, too: it is tried again, at the same pace
    return session.file.empty() ? !folder_.empty() : true;
}

std::string Recovery::written(const Session& session, const fs::path& file, std::uint64_t state, double secs,
                              const std::string& problem) {
    if (!problem.empty()) {
        std::string sentence = "Unsaved changes are not backed up: " + problem;
        if (sentence == last_problem_) return {};
        last_problem_ = sentence;
        return sentence;
    }
    pause_secs_ = patience * secs;
    if (file != file_) discard();
    file_ = file;
    written_session_ = &session;
    written_mark_ = state;
    last_problem_.clear();
    return {};
}

std::string Recovery::write(const Session& session) {
    if (!session.history.unsaved()) return {};
    const fs::path file = file_for(session);
    if (file.empty()) return {};
    const auto start = std::chrono::steady_clock::now();
    std::string problem;
    try {
        save_world(session, file);
    } catch (const FileError& failure) {
        problem = failure.what();
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    return written(session, file, session.history.state(), took.count(), problem);
}

void Recovery::discard() {
    std::error_code error;
    if (!file_.empty()) fs::remove(file_, error);
    file_.clear();
    waiting_since_ = -1;
}

std::vector<RecoveryOffer> find_recoveries(const fs::path& folder, const std::vector<fs::path>& world_files) {
    std::vector<RecoveryOffer> offers;
    const auto offer = [&](const fs::path& file, const fs::path& world_file) {
        std::error_code error;
        const auto written = fs::last_write_time(file, error);
        if (error || !fs::is_regular_file(file, error)) return;
        if (!world_file.empty()) {
            const auto saved = fs::last_write_time(world_file, error);
            if (!error && saved > written) return;
        }
        offers.push_back({file, world_file, written});
    };
    std::error_code error;
    if (!folder.empty())
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
            const auto pid = pid_in(entry->path().filename().string());
            if (pid && !still_runs(*pid)) offer(entry->path(), {});
        }
    for (const fs::path& world_file : world_files) offer(recovery_file_of(world_file), world_file);
    std::stable_sort(offers.begin(), offers.end(),
                     [](const RecoveryOffer& a, const RecoveryOffer& b) { return a.written > b.written; });
    return offers;
}

std::unique_ptr<Session> recover(const RecoveryOffer& offer, Progress* progress) {
    std::unique_ptr<Session> session = load_world(offer.recovery_file, progress);
    session->file = offer.world_file;
    session->history.mark_unsaved();
    return session;
}

void discard(const RecoveryOffer& offer) {
    std::error_code error;
    fs::remove(offer.recovery_file, error);
}

}  // namespace editor
