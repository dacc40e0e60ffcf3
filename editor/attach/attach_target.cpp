#include "editor/attach/attach_target.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "editor/base/language.hpp"
#include "remote/bevy/bevy.hpp"
#include "remote/flecs/flecs.hpp"
#include "remote/serve/world_server.hpp"

namespace editor {

namespace {

std::unique_ptr<remote::RemoteOwner> bevy_owner(remote::LinkOptions options) {
    options.to_answer =
        std::chrono::milliseconds(5000);  // Bevy answers once a frame, and may draw few in the background
    return remote::make_bevy_owner(std::move(options));
}

std::unique_ptr<remote::RemoteOwner> chunkscope_owner(remote::LinkOptions options) {
    options.per_second = 60;  // it answers many requests in one tick
    return bevy_owner(std::move(options));
}

static_assert(remote::usual_served_port == remote::bevy_port &&
              remote::bevy_render_port <= remote::bevy_port + remote::more_served_ports);

constexpr ProgramDescriptor descriptors[program_kind_count] = {
    {.kind = ProgramKind::Flecs,
     .name = "flecs",
     .title = "Flecs",
     .how_to_answer = tr_later("The program imports flecs::Rest, and calls progress()"),
     .port = remote::flecs_port,
     .ports = remote::flecs_ports,
     .make_owner = remote::make_flecs_owner,
     .ask = remote::flecs_at},
    {.kind = ProgramKind::Bevy,
     .name = "bevy",
     .title = "Bevy",
     .how_to_answer = tr_later("The program adds RemotePlugin and RemoteHttpPlugin"),
     .port = remote::bevy_port,
     .ports = 1 + remote::more_served_ports,
     .make_owner = bevy_owner,
     .ask = remote::bevy_at},
    {.kind = ProgramKind::Chunkscope,
     .name = "chunkscope",
     .title = "Chunkscope",
     .how_to_answer = tr_later("chunkscope serve, or File > Serve this world"),
     .port = remote::usual_served_port,
     .takes_token = true,
     .make_owner = chunkscope_owner},
};

}  // namespace

const ProgramDescriptor& descriptor_of(ProgramKind kind) { return descriptors[static_cast<std::size_t>(kind)]; }

std::string AttachTarget::address() const {
    const bool numeric_v6 = host.find(':') != std::string::npos;
    return (numeric_v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

bool AttachTarget::is_here() const { return remote::is_this_computer(host); }

ecs::Result<AttachTarget> attach_target(ProgramKind kind, std::string_view address) {
    AttachTarget target{.kind = kind, .port = descriptor_of(kind).port};
    while (!address.empty() && address.front() == ' ') address.remove_prefix(1);
    while (!address.empty() && address.back() == ' ') address.remove_suffix(1);
    const auto wrong = [&](const char* what) {
        return ecs::Error{phrase("\"{}\": {}; write HOST:PORT, such as 127.0.0.1:{}", address, what,
                                 std::to_string(descriptor_of(kind).port))};
    };
    std::string_view host = address, port;
    if (address.starts_with('[')) {
        const std::size_t end = address.find(']');
        if (end == std::string_view::npos) return wrong(tr("the bracket is not closed"));
        host = address.substr(1, end - 1);
        port = address.substr(end + 1);
        if (!port.empty() && !port.starts_with(':')) return wrong(tr("a colon comes behind the bracket"));
        if (!port.empty()) port.remove_prefix(1);
    } else if (const std::size_t colon = address.find(':'); colon != std::string_view::npos) {
        host = address.substr(0, colon);
        port = address.substr(colon + 1);
        if (port.find(':') != std::string_view::npos) return wrong(tr("an IPv6 address stands in brackets"));
    } else if (!address.empty() &&
               std::all_of(address.begin(), address.end(), [](char c) { return c >= '0' && c <= '9'; })) {
        host = {};
        port = address;
    }
    if (!host.empty()) target.host = host;
    if (std::any_of(target.host.begin(), target.host.end(),
                    [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '/' || c == '@' || c == '"'; }))
        return wrong(tr("this is no name of a host"));
    if (port.empty()) return target;
    unsigned number = 0;
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
    if (error != std::errc() || end != port.data() + port.size() || number == 0 || number > 65535)
        return wrong(tr("a port is a number from 1 to 65535"));
    target.port = static_cast<std::uint16_t>(number);
    return target;
}

std::unique_ptr<remote::RemoteOwner> make_owner(const AttachTarget& target) {
    remote::LinkOptions options;
    options.host = target.host;
    options.port = target.port;
    options.token = target.token;
    return descriptor_of(target.kind).make_owner(std::move(options));
}

}  // namespace editor
