// Which running program to attach to: what it speaks, and where it listens. Another kind of program is an enumerator
// and a row of the table in attach_target.cpp; all that differs between kinds lies there.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "ecs/base/result.hpp"
#include "remote/link/link.hpp"
#include "remote/replica/remote_owner.hpp"

namespace editor {

enum class ProgramKind : std::uint8_t { Flecs, Bevy, Chunkscope };
inline constexpr std::size_t program_kind_count = 3;

struct ProgramDescriptor {
    ProgramKind kind = ProgramKind::Flecs;
    std::string_view name;           // on the command line: "flecs"
    std::string_view title;          // for a person, and how what `ask` returns begins: "Flecs"
    const char* how_to_answer = "";  // what a program does so that it can be found; goes through tr()
    std::uint16_t port = 0;          // where programs of this kind listen unless they are told otherwise
    std::uint16_t ports = 1;         // so many, from `port` on, are looked at
    bool takes_token = false;
    std::unique_ptr<remote::RemoteOwner> (*make_owner)(remote::LinkOptions) = nullptr;
    /// Asks who listens there: "Flecs 4.1.6"; empty: not such a program, see `why`. Null: a kind with the same ports
    /// asks, and says by a title which kind it found.
    std::string (*ask)(const remote::LinkOptions&, const std::atomic<bool>& stop, std::string& why) = nullptr;
};
const ProgramDescriptor& descriptor_of(ProgramKind kind);

struct AttachTarget {
    ProgramKind kind = ProgramKind::Flecs;
    std::string host = "127.0.0.1";
    std::uint16_t port = 0;
    std::string token = {};  // that the program asks for; empty: none

    /// "127.0.0.1:27750"
    std::string address() const;
    /// Whether it is on this computer. Elsewhere, nothing that is sent or shown is encrypted.
    bool is_here() const;
};

/// From "HOST:PORT", "HOST", ":PORT", "PORT" or nothing; an IPv6 address is in brackets. What is left out is the
/// usual. The error says for a person what is wrong.
ecs::Result<AttachTarget> attach_target(ProgramKind kind, std::string_view address);

/// The program as an Owner. It begins to connect at once.
std::unique_ptr<remote::RemoteOwner> make_owner(const AttachTarget& target);

}  // namespace editor
