// An OwnerKind describes one kind of running program whose world can be shown here: where it listens, how it is
// recognised, and how it becomes an Owner. Another kind is a file with the class derived from RemoteOwner, which ends with
// its OwnerKind, and its name in remote/kinds/owner_kinds.cpp. Nothing else differs between kinds.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "remote/link/link.hpp"
#include "remote/replica/remote_owner.hpp"

namespace remote {

struct OwnerKind {
    std::string_view name;           // on the command line: "flecs"
    std::string_view title;          // for a person, and how RemoteOwner::name() begins: "Flecs"
    const char* how_to_answer = "";  // what a program does so that it can be found; goes through tr()
    std::uint16_t port = 0;          // where programs of this kind listen unless they are told otherwise
    std::uint16_t ports = 1;         // so many, from `port` on, are looked at
    bool takes_token = false;
    bool y_grows_up = false;  // in its scenes, unless a person says otherwise
    std::unique_ptr<RemoteOwner> (*make_owner)(LinkOptions) = nullptr;
    /// Asks who listens there: "Flecs 4.1.6"; empty: not such a program, see `why`. Null: a kind with the same ports
    /// asks, and says by a title which kind it found.
    std::string (*ask)(const LinkOptions&, const std::atomic<bool>& stop, std::string& why) = nullptr;
};

}  // namespace remote
