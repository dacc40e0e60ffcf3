// Which programs there are to attach to, and how they become an Owner.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/base/result.hpp"
#include "remote/replica/remote_owner.hpp"

namespace remote {

enum class ProgramKind : std::uint8_t { Flecs, Bevy, Chunkscope };
/// `flecs`, `bevy`, `chunkscope`: the words of the command line.
std::string_view name_of(ProgramKind kind);
std::optional<ProgramKind> program_kind_from(std::string_view name);

/// What to attach to.
struct AttachTarget {
    ProgramKind kind = ProgramKind::Flecs;
    std::string host = "127.0.0.1";
    std::uint16_t port = 0;
    std::string token = {};  // sent with each request; empty: none

    /// "127.0.0.1:27750"
    std::string address() const;
    /// "flecs at 127.0.0.1:27750"
    std::string text() const { return std::string(name_of(kind)) + " at " + address(); }
};

/// Reads "HOST:PORT", a host, a port, or nothing; what is left out is what programs of this kind have at first. The
/// error is for a person.
ecs::Result<AttachTarget> read_target(ProgramKind kind, std::string_view text);

/// Asks other people's programs ten times a second at most, ours more often.
std::unique_ptr<RemoteOwner> attach_to(const AttachTarget& target);

struct FoundProgram {
    AttachTarget target;
    std::string what;  // "Flecs 4.1.6"
};
/// What listens on this computer where such programs do at first. Takes a second at most, less when `stop` becomes
/// true.
std::vector<FoundProgram> find_programs(const std::atomic<bool>& stop);

/// Empty, or what a person should know before anything is sent there.
std::string warning_of(const AttachTarget& target);

}  // namespace remote
