// Recovery files hold work that was not saved when the program ended: a world file beside the real one, or in the
// settings folder for a world that was never saved. They are written while changes are unsaved, offered by the next
// start, and removed after a save or when a person gives the changes up. Each run has its own, with its mark in the
// name, so that two runs on one file keep both works and neither offers the other's for discarding.
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

    /// Call often, with a clock that only grows. Whether to write now: changes have been unsaved for the interval, and
    /// something changed since the last write. The caller then writes the world to file_for() and tells how that went;
    /// until then the answer is no. When nothing is unsaved any more, what was written is removed.
    bool due(const Session& session, double now_secs);
    /// The history was in `state` when the world was written, which took `secs`. `problem` is what went wrong; returns
    /// it as a sentence about the backup (once a cause), empty when there is nothing new to say.
    std::string written(const Session& session, const std::filesystem::path& file, std::uint64_t state, double secs,
                        const std::string& problem);
    /// Writes now if anything is unsaved, for when the program must end. Returns the reason when it can't.
    std::string write(const Session& session);
    /// As write, the last time before the program ends: a problem is told even if it was told before.
    std::string write_at_end(const Session& session);
    /// Removes what was written: when a person gives the changes up. After a save due() does it, too.
    void discard();
    /// The session was recovered from `file`, which counts as written by this from now on: it stays until there is a
    /// newer one, or nothing is unsaved.
    void take_over(const std::filesystem::path& file) { file_ = file; }

    /// Where the recovery file of this session goes, the folder of which is made; empty when nowhere.
    std::filesystem::path file_for(const Session& session) const;

private:
    std::filesystem::path folder_;
    double interval_secs_;
    double waiting_since_ = -1;   // since when there is something to write; negative: there is not
    double asked_secs_ = 0;       // when due() said yes last
    double rest_until_secs_ = 0;  // after a write that took long
    std::filesystem::path file_;  // that was written, empty: none
    const Session* written_session_ = nullptr;
    std::uint64_t written_mark_ = 0;
    std::string last_problem_;
};

/// A recovery file that an earlier run left.
struct RecoveryOffer {
    std::filesystem::path recovery_file;
    std::filesystem::path world_file;  // empty: the world was never saved
    std::filesystem::file_time_type written;
    std::uint32_t base = 0;           // of what the world file held when it was read, 0: unknown
    bool owner_known_gone = true;     // else its run was on another computer and may go on: only copies are taken
    bool world_file_changed = false;  // since it was read by the run that left this
};

/// Offers for worlds that were never saved and for these files, newest first. What belongs to a run that goes on is
/// none; what is the same as its world file is removed.
std::vector<RecoveryOffer> find_recoveries(const std::filesystem::path& folder,
                                           const std::vector<std::filesystem::path>& world_files);

/// The number of another process of this computer that has unsaved changes to the file, if there is one.
std::optional<std::int64_t> unsaved_elsewhere(const std::filesystem::path& world_file);

/// Makes what is offered this run's, so that no other offers it; the offer knows its new name then. What may belong to
/// a run that goes on stays where it is.
void claim(RecoveryOffer& offer);
/// Opens what was recovered, as unsaved changes of the world file; losses are in the session. Throws FileError.
std::unique_ptr<Session> recover(const RecoveryOffer& offer, ecs::Progress* progress = nullptr);
/// The person does not want it.
void discard(const RecoveryOffer& offer);

}  // namespace editor
