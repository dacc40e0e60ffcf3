// What a person looks at closely in a Bevy program: a stream for each of these entities, in which the program says each
// change of its components in the frame in which it happens. A round, which reads the whole world, comes ten times a
// second at most.
//
//     want() --> keep_up(): streams --take()--> changes --> Replica
//                                       round: newer() where a stream knows more
//
// Private to remote.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ecs/mirror/owner.hpp"
#include "remote/link/event_stream.hpp"
#include "remote/rpc/json_rpc.hpp"

namespace remote {

class BevyWatches {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t most = 4;                   // each costs the program some time in each frame
    static constexpr std::size_t most_components = 128;      // of one entity
    static constexpr std::chrono::milliseconds settle{250};  // who clicks through a list opens no stream for each click

    void want(std::span<const ecs::OwnerKey> keys);

    /// The paths of the components that an entity has; none: it is not watched.
    using PathsOf = std::function<std::vector<std::string>(ecs::OwnerKey key)>;
    /// Opens and closes streams. `method` is the program's word for it; empty: it offers none.
    void keep_up(Clock::time_point now, const std::string& method, const LinkOptions& options, const PathsOf& paths_of);
    /// Closes all of them. What they said is as old as the last round.
    void close();
    bool any() const { return !watches_.empty(); }

    struct Change {
        ecs::OwnerKey key = ecs::no_owner_key;
        std::string path;
        std::optional<Json> value;  // nothing: it is removed
    };
    /// Since the last call, in the order of each entity.
    std::vector<Change> take();

    /// A round is asked for: what comes from now on may be newer than its answer, and what came before is not.
    void round_begins();
    /// Null: the round knows it as well. Nothing in it: it is removed.
    const std::optional<Json>* newer(ecs::OwnerKey key, const std::string& path) const;

private:
    struct Watch {
        ecs::OwnerKey key = ecs::no_owner_key;
        std::vector<std::string> paths;
        std::unique_ptr<EventStream> stream;
    };
    void end(Watch& watch);

    std::vector<ecs::OwnerKey> wanted_;
    std::vector<Watch> watches_;
    std::vector<std::unique_ptr<EventStream>> ending_;
    std::map<ecs::OwnerKey, std::map<std::string, std::optional<Json>>> newer_;
    Clock::time_point next_;
};

}  // namespace remote
