// Which running program to attach to: its kind (remote/kinds/owner_kinds.hpp), and where it listens.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "ecs/base/result.hpp"
#include "remote/kinds/owner_kinds.hpp"

namespace editor {

struct AttachTarget {
    const remote::OwnerKind* kind = nullptr;  // of remote::owner_kinds()
    std::string host = "127.0.0.1";
    std::uint16_t port = 0;
    std::string token = {};    // that the program asks for; empty: none
    std::string program = {};  // its name, if it is found by that, also after it was started again

    std::string world = {};  // of several; empty: the first one

    /// "127.0.0.1:27750"
    std::string address() const;
    /// Whether it is on this computer. Elsewhere, nothing that is sent or shown is encrypted.
    bool is_here() const;
};

/// From "HOST:PORT", "HOST", ":PORT", "PORT" or nothing; an IPv6 address is in brackets. What is left out is the
/// usual. The error says for a person what is wrong.
ecs::Result<AttachTarget> attach_target(const remote::OwnerKind& kind, std::string_view address);
/// `kind` is a name; the error says if there is none with it.
ecs::Result<AttachTarget> attach_target(std::string_view kind, std::string_view address);

/// A program that has a probe::Probe of this name and runs now; the error says which ones do.
ecs::Result<AttachTarget> program_called(std::string_view name);

/// The program as an Owner. It begins to connect at once.
std::unique_ptr<remote::RemoteOwner> make_owner(const AttachTarget& target);

}  // namespace editor
