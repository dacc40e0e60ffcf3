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
    static constexpr std::size_t most = 4;               // each costs the program some time in each frame
    static constexpr std::size_t most_components = 128;  // of one entity
    /// Who clicks through a list opens no stream for each click.
    static constexpr std::chrono::milliseconds settle{250}, most_wait{30'000};

    BevyWatches() = default;
    ~BevyWatches() { close(); }  // all of them end together
    BevyWatches(const BevyWatches&) = delete;
    BevyWatches& operator=(const BevyWatches&) = delete;

    /// The most important one first. The first ones that can be watched are.
    void want(std::span<const ecs::OwnerKey> keys) { wanted_.assign(keys.begin(), keys.end()); }

    /// The paths of the components that an entity has; none: it is not watched.
    using PathsOf = std::function<std::vector<std::string>(ecs::OwnerKey key)>;
    /// Opens and closes streams. `method` is the program's word for it; empty: it offers none. A stream that ends without
    /// a good event is opened again later and later.
    void keep_up(Clock::time_point now, const std::string& method, const LinkOptions& options, const PathsOf& paths_of);
    /// Closes all of them: what they said is not newer than a later round.
    void close();
    /// Whether take() has something.
    bool any_news() const;

    /// The newest values that came since the last call, by path. A component that was removed is not among them: the next
    /// round says so. (Bevy reports one as removed, too, when it was removed and inserted again within a frame.)
    struct Change {
        ecs::OwnerKey key = ecs::no_owner_key;
        std::map<std::string, Json> values;
        bool removed = false;  // one of its components, perhaps
    };
    std::vector<Change> take();

    /// A round is asked for: what comes from now on may be newer than its answer, and what came before is not.
    void round_begins() { newer_.clear(); }
    /// Null: the round knows it as well.
    const Json* newer(ecs::OwnerKey key, const std::string& path) const;

private:
    struct Watch {
        ecs::OwnerKey key = ecs::no_owner_key;
        std::vector<std::string> paths;
        std::unique_ptr<EventStream> stream;
        bool refused = false;  // it said something that is no change
    };
    void end(Watch& watch);

    std::vector<ecs::OwnerKey> wanted_;
    std::vector<Watch> watches_;
    std::vector<std::unique_ptr<EventStream>> ending_;
    std::map<ecs::OwnerKey, std::map<std::string, Json>> newer_;
    std::map<ecs::OwnerKey, Backoff> backoffs_;  // of streams that ended without a good event
    Clock::time_point next_;
};

}  // namespace remote
