// A running program that speaks Bevy's remote protocol as an Owner: Bevy 0.15 to 0.20, and what `chunkscope serve` or a
// panels::Host serves. It reads before it writes and writes whole values, because parts of the protocol can end a Bevy
// program.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "remote/link/link.hpp"
#include "remote/replica/remote_owner.hpp"

namespace remote {

/// Where Bevy listens; since 0.19 the renderer has the port behind it.
inline constexpr std::uint16_t bevy_port = 15702, bevy_render_port = 15703;
/// So many are looked at: worlds of Chunkscope are there, too.
inline constexpr std::uint16_t bevy_ports = 8;

std::unique_ptr<RemoteOwner> make_bevy_owner(LinkOptions options);

/// What answers there, if it speaks this protocol: "Bevy 0.19.1", "Chunkscope". Else nothing, and `why` says why.
std::string bevy_at(const LinkOptions& options, const std::atomic<bool>& stop, std::string& why);

}  // namespace remote
