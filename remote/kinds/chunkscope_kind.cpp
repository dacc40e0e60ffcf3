// A world of Chunkscope, which `chunkscope serve`, its window, or a panels::Host serves: it speaks Bevy's protocol.
#include "ecs/base/language.hpp"
#include "remote/bevy/bevy.hpp"
#include "remote/replica/owner_kind.hpp"
#include "remote/serve/world_server.hpp"

namespace remote {

namespace {

static_assert(usual_served_port == bevy_port && bevy_ports == 1 + more_served_ports &&
                  bevy_render_port < bevy_port + bevy_ports,
              "bevy_at() finds these worlds, too");

std::unique_ptr<RemoteOwner> make_chunkscope_owner(LinkOptions options) {
    options.per_second = 60;  // it answers many requests in one tick
    return make_bevy_owner(std::move(options));
}

}  // namespace

OwnerKind chunkscope_kind() {
    return {.name = "chunkscope",
            .title = "Chunkscope",
            .how_to_answer = ecs::tr_later("chunkscope serve, or File > Serve this world"),
            .port = usual_served_port,
            .takes_token = true,
            .make_owner = make_chunkscope_owner};
}

}  // namespace remote
