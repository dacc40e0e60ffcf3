// A RemoteOwner is an Owner at the other end of a socket. It never waits: pull() takes what has come and asks for more.
// Until the first picture is whole, and when the connection is lost, pull() says why nothing can be said; it tries
// again by itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ecs/mirror/mirror.hpp"
#include "ecs/mirror/owner.hpp"
#include "probe/wire/picture.hpp"

namespace remote {

class RemoteOwner : public ecs::Owner {
public:
    /// Entities that values name are those of this mirror from now on. It must outlive the owner, or be followed by
    /// another, or by null.
    virtual void know(const ecs::Mirror* mirror) = 0;
    /// "127.0.0.1:27750"
    virtual std::string address() const = 0;
    /// How often all of the world was read.
    virtual std::uint64_t rounds() const = 0;
    /// Requests so far.
    virtual std::uint64_t asked() const = 0;
    /// What a person should know beside the world: what the program does not say, and why.
    virtual std::vector<std::string> notes() const = 0;
    /// Whether it has answered which systems it has and how many entities are hidden, too, or does not say.
    virtual bool details_known() const = 0;
    /// Of a program that says each of its moments by itself: how many have come, one for each pull() from now on.
    /// Nothing: a pull() brings what was found since the last one.
    virtual std::optional<std::size_t> moments() { return std::nullopt; }
    /// While nobody pulls: its moments are to be kept all the same, as far as there is room, so that later pulls have
    /// them. Else the program is held up, and says several moments as one.
    virtual void keep_moments(bool) {}
    /// Lines of the program's own log that came with the last pulls, since the last call.
    virtual probe::LogLines take_log() { return {}; }
    /// Seconds between two pulls that are enough.
    virtual double interval_secs() const { return 0.05; }
};

}  // namespace remote
