// A SessionServer lets other programs ask and change the world of a session: Bevy's remote protocol at every path, the
// Model Context Protocol at /mcp. Whoever owns the session serves it between two ticks; nothing listens before start().
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "ecs/base/result.hpp"
#include "editor/session/session.hpp"
#include "remote/serve/world_server.hpp"

namespace editor {

/// The port of Bevy's own server, where clients look first.
inline constexpr std::uint16_t usual_port = 15702;
inline constexpr const char* mcp_path = "/mcp";

struct ServeOptions {
    std::string address = "127.0.0.1";
    std::uint16_t port = usual_port;     // 0: any that is free
    std::string token = {};              // that clients must send; empty: none
    std::function<void()> arrived = {};  // on any thread, when there is something to serve; may be empty
};

class SessionServer {
public:
    /// The error says for a person why it cannot listen.
    static ecs::Result<std::unique_ptr<SessionServer>> start(ServeOptions options);

    /// Applies edits as one step; empty: nobody may change the world.
    using Perform = std::function<remote::EditOutcome(std::string label, std::vector<ecs::Edit> edits)>;
    /// Answers what waits, within a few milliseconds. Returns how many requests.
    std::size_t serve(const Session& session, const Perform& perform);
    /// Another session follows: clients that watch this one are told.
    void session_goes() { server_->end_watches("the world was replaced"); }
    /// Until something waits to be served, or this time has come.
    void wait_until(std::chrono::steady_clock::time_point end) { server_->wait_until(end); }
    std::string address() const { return server_->address(); }

private:
    explicit SessionServer(std::unique_ptr<remote::WorldServer> server) : server_(std::move(server)) {}
    std::unique_ptr<remote::WorldServer> server_;
};

/// The token in the file. When there is no such file, makes one with a new token, which only its owner can read. The
/// error says why there is none: the file may be one that others can read.
ecs::Result<std::string> read_token(const std::filesystem::path& file);

}  // namespace editor
