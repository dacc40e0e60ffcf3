// Which running program to attach to: what it speaks, and where it listens.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "ecs/base/result.hpp"
#include "remote/replica/remote_owner.hpp"

namespace editor {

enum class ProgramKind : std::uint8_t { Flecs, Bevy, Chunkscope };
inline constexpr std::size_t program_kind_count = 3;
/// `flecs`, as on the command line.
std::string_view name_of(ProgramKind kind);
/// "Flecs", for a person.
std::string_view title_of(ProgramKind kind);
/// Where programs of this kind listen unless they are told otherwise.
std::uint16_t usual_port_of(ProgramKind kind);

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

/// From "HOST:PORT", "HOST", ":PORT", "PORT" or nothing; an IPv6 address stands in brackets. What is left out is the
/// usual. The error says for a person what is wrong.
ecs::Result<AttachTarget> attach_target(ProgramKind kind, std::string_view address);

/// The program as an Owner. It begins to connect at once.
std::unique_ptr<remote::RemoteOwner> make_owner(const AttachTarget& target);

}  // namespace editor
