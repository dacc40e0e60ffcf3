// A ProgramFinder looks which programs of this computer can be attached to: it reads which of them say so, and knocks at
// the ports where programs of known kinds listen, on a thread of its own. It knocks at no other computer.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "editor/attach/attach_target.hpp"

namespace editor {

struct FoundProgram {
    AttachTarget target;
    std::string what;          // "Flecs 4.1.6", "my game"
    std::string why_not = {};  // why it cannot be attached to; empty: it can
};

/// A port to knock at.
struct Door {
    const remote::OwnerKind* kind = nullptr;
    std::uint16_t port = 0;
};
/// Where programs listen unless they are told otherwise.
std::vector<Door> usual_doors();

class ProgramFinder {
public:
    ProgramFinder() = default;
    ~ProgramFinder() { stop(); }
    ProgramFinder(const ProgramFinder&) = delete;
    ProgramFinder& operator=(const ProgramFinder&) = delete;

    /// Begins again. `but` are this program's own addresses, which are left out.
    void start(std::vector<Door> doors, std::vector<std::string> but = {});
    void stop();
    bool searching() const { return searching_; }
    /// So far, in the order of the doors.
    std::vector<FoundProgram> found() const;

private:
    void search(const std::vector<Door>& doors, const std::vector<std::string>& but);

    mutable std::mutex mutex_;
    std::vector<FoundProgram> found_;
    std::atomic<bool> searching_ = false, stop_ = false;
    std::thread thread_;
};

}  // namespace editor
