// Recovery files hold work that was not saved when the program ended: a world file beside the real one, or in the
// settings folder for a world that was never saved. They are written while changes are unsaved, offered at the next
// start, and removed after a save or when a person discards the changes. Each run has its own file, with its mark in
// the name. So two runs on one file keep both works, and neither offers the other's file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ecs/base/progress.hpp"
#include "editor/session/session.hpp"

namespace editor {

class Recovery {
public:
    /// `folder` is for worlds that were never saved; empty: those are not kept.
    explicit Recovery(std::filesystem::path folder, double interval_secs = 10)
        : folder_(std::move(folder)), interval_secs_(interval_secs) {}

    /// Call it often, with a clock that only grows. Returns whether to write now: changes have been unsaved for the
    /// interval, and something changed since the last write. The caller then writes the world to file_for() and calls
    /// written(); until then due() returns false. When nothing is unsaved any more, the recovery file is removed.
    bool due(const Session& session, double now_secs);
    /// Reports a write of the world in history state `state` that took `secs`; `problem` is its error. Returns the
    /// problem as a sentence about the backup, once per cause; empty when there is nothing new to say.
    std::string written(const Session& session, const std::filesystem::path& file, std::uint64_t state, double secs,
                        const std::string& problem);
    /// Writes now if anything is unsaved, because the program must end. Returns the reason when it can't.
    std::string write(const Session& session);
    /// As write, for the last time before the program ends: reports a problem even if it was reported before.
    std::string write_at_end(const Session& session);
    /// Removes the recovery file, when a person discards the changes. After a save due() removes it, too.
    void discard();
    /// Whether the last try to write failed.
    bool failed() const { return !last_problem_.empty(); }
    /// Takes over the file that the session was recovered from. The file stays until there is a newer one, or nothing
    /// is unsaved.
    void take_over(const std::filesystem::path& file) { file_ = file; }

    /// Path of this session's recovery file, whose folder is created; empty when there is none.
    std::filesystem::path file_for(const Session& session) const;

private:
    std::filesystem::path folder_;
    double interval_secs_;
    double waiting_since_ = -1;   // start of unsaved changes; negative: none
    double asked_secs_ = 0;       // last time that due() returned true
    double rest_until_secs_ = 0;  // pause after a slow write
    std::filesystem::path file_;  // the written file; empty: none
    const Session* written_session_ = nullptr;
    std::uint64_t written_mark_ = 0;
    std::string last_problem_;
};

/// A recovery file of an earlier run.
struct RecoveryOffer {
    std::filesystem::path recovery_file;
    std::filesystem::path world_file;  // empty: the world was never saved
    std::filesystem::file_time_type written;
    std::uint32_t base = 0;           // hash of the world file's content when it was read; 0: unknown
    bool owner_known_gone = true;     // false: the run was on another computer and may still be active, so only copies
                                      // are taken
    bool world_file_changed = false;  // since the run that left this file read it
};

/// Offers for worlds that were never saved and for these files, newest first. Files of active runs are not offered. A
/// file equal to its world file is removed.
std::vector<RecoveryOffer> find_recoveries(const std::filesystem::path& folder,
                                           const std::vector<std::filesystem::path>& world_files);

/// The number of another process of this computer with unsaved changes to the file, if there is one.
std::optional<std::int64_t> unsaved_elsewhere(const std::filesystem::path& world_file);

/// Makes the offered file belong to this run, so that no other run offers it, and updates the name in the offer. A
/// file whose run may still be active stays in place.
void claim(RecoveryOffer& offer);
/// Opens what was recovered, as unsaved changes of the world file; losses are in the session. Throws FileError.
std::unique_ptr<Session> recover(const Game& game, const RecoveryOffer& offer, ecs::Progress* progress = nullptr);
/// The person does not want it.
void discard(const RecoveryOffer& offer);

}  // namespace editor
