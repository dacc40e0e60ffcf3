// A WorldServer lets other programs ask and change a world, over HTTP: Bevy's remote protocol at every path, and what
// its owner answers at one path more. Requests arrive on threads of its own and wait there; the world is read and
// changed only in serve(), which the owner of the world calls between two ticks. Nothing listens before start().
//
//     client --> HttpServer --> waiting requests --> serve(world) --> answers, events --> client
//
//     auto server = remote::WorldServer::start({});
//     …once a frame: (*server)->serve({world, schedule, perform});
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ecs/base/result.hpp"
#include "remote/brp/brp.hpp"
#include "remote/http/http_server.hpp"
#include "remote/rpc/json_rpc.hpp"

namespace remote {

/// Bevy's port, where clients look first. Chunkscope's own Attach looks at the ports after it, too.
inline constexpr std::uint16_t usual_served_port = 15702, more_served_ports = 7;

struct WorldServerOptions {
    HttpOptions http = {.port = usual_served_port};
    std::uint16_t more_ports = more_served_ports;  // that are tried one after the other when the first is in use
    std::string other_path = {};                   // which messages are given to `other` of serve(); empty: none
    std::function<void()> arrived = {};            // on any thread, when there is something to serve; may be empty
    std::chrono::milliseconds patience{30'000};    // until a request that the world does not serve is given up
    std::size_t stream_bytes = 1u << 20;           // that may wait for a client that reads slowly
};

class WorldServer {
public:
    /// The error says for a person why it cannot listen.
    static ecs::Result<std::unique_ptr<WorldServer>> start(WorldServerOptions options);
    ~WorldServer();
    WorldServer(const WorldServer&) = delete;
    WorldServer& operator=(const WorldServer&) = delete;

    /// Answers one message; nothing when it wants no answer.
    using Answer = std::function<std::optional<Json>(const Json& message)>;
    /// Answers what waits until the time is over, at least one request, and looks at what is watched. Call it on the
    /// thread of the world, while no system runs and no query iterates. Returns how many requests it answered.
    std::size_t serve(const ServedWorld& served, const Answer& other = {},
                      std::chrono::microseconds budget = std::chrono::milliseconds(4));
    /// For an owner that goes on with another world, on the same thread as serve(): tells the clients that watch why
    /// there is no more to see. Numbers of entities mean others now.
    void end_watches(const std::string& why);
    /// Until something waits to be served, or this time has come.
    void wait_until(std::chrono::steady_clock::time_point end);
    /// Requests so far that were answered.
    std::uint64_t answered() const { return answered_; }
    /// "127.0.0.1:15702"
    std::string address() const { return http_->address(); }
    std::uint16_t port() const { return http_->port(); }

private:
    struct Exchange;
    struct Stream;
    struct Watched {
        std::shared_ptr<Stream> stream;
        BrpWatch watch;
    };
    explicit WorldServer(WorldServerOptions options);
    HttpAnswer handle(const HttpRequest& request);
    HttpAnswer wait_for(const std::shared_ptr<Exchange>& exchange);
    std::shared_ptr<Exchange> take();
    void answer(const ServedWorld& served, const Answer& other, Exchange& exchange);
    void begin_watch(const ServedWorld& served, Exchange& exchange);
    void look_at_watches(const ecs::World& world);

    WorldServerOptions options_;
    std::mutex mutex_;
    std::condition_variable came_;
    std::deque<std::shared_ptr<Exchange>> waiting_;
    bool stopping_ = false;
    std::vector<Watched> watched_;  // of the world's thread
    std::uint64_t answered_ = 0;
    std::unique_ptr<HttpServer> http_;
};

}  // namespace remote
