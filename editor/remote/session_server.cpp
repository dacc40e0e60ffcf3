#include "editor/remote/session_server.hpp"

#include <utility>

#include "editor/remote/mcp.hpp"

namespace editor {

ecs::Result<std::unique_ptr<SessionServer>> SessionServer::start(ServeOptions options) {
    remote::WorldServerOptions wanted;
    wanted.http.address = std::move(options.address);
    wanted.http.port = options.port;
    wanted.more_ports = 0;  // a person chose this one
    wanted.http.token = std::move(options.token);
    wanted.other_path = mcp_path;
    wanted.arrived = std::move(options.arrived);
    auto server = remote::WorldServer::start(std::move(wanted));
    if (!server) return ecs::Error{server.error()};
    return std::unique_ptr<SessionServer>(new SessionServer(std::move(*server)));
}

std::size_t SessionServer::serve(const Session& session, const Perform& perform) {
    return server_->serve({session.world, session.schedule, perform}, [&](const remote::Json& message) {
        return answer_mcp({session, perform}, message);
    });
}

}  // namespace editor
