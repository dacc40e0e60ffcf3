// A running Flecs program as an Owner, over its REST API (Flecs 4.0 and later). It asks only what every program
// survives, at most twelve times a second, and reads back what it writes, because Flecs says "200" to nonsense, too.
#pragma once

#include <memory>

#include "remote/link/link.hpp"
#include "remote/replica/remote_owner.hpp"

namespace remote {

/// Where Flecs listens first; it takes one of the nine next ones when that is taken.
inline constexpr std::uint16_t flecs_port = 27750, flecs_ports = 10;

std::unique_ptr<RemoteOwner> make_flecs_owner(LinkOptions options);

/// What answers there, if it is Flecs: "Flecs 4.1.6". Else nothing, and `why` says why.
std::string flecs_at(const LinkOptions& options, const std::atomic<bool>& stop, std::string& why);

}  // namespace remote
