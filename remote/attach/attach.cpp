#include "remote/attach/attach.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "ecs/base/language.hpp"
#include "remote/bevy/bevy.hpp"
#include "remote/flecs/flecs.hpp"
#include "remote/link/link.hpp"

namespace remote {

namespace {

constexpr std::array<std::string_view, 3> kind_names{"flecs", "bevy", "chunkscope"};
constexpr double own_per_second = 60;

std::optional<std::uint16_t> port_in(std::string_view text) {
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (error != std::errc() || end != text.data() + text.size() || port == 0) return std::nullopt;
    return port;
}

}  // namespace

std::string_view name_of(ProgramKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

std::optional<ProgramKind> program_kind_from(std::string_view name) {
    const auto* const found = std::find(kind_names.begin(), kind_names.end(), name);
    if (found == kind_names.end()) return std::nullopt;
    return static_cast<ProgramKind>(found - kind_names.begin());
}

std::string AttachTarget::address() const {
    const std::string end = ":" + std::to_string(port);
    return (host.find(':') == std::string::npos ? host : "[" + host + "]") + end;
}

ecs::Result<AttachTarget> read_target(ProgramKind kind, std::string_view text) {
    AttachTarget target;
    target.kind = kind;
    target.port = kind == ProgramKind::Flecs ? flecs_port : bevy_port;
    if (text.empty()) return target;
    const auto wrong = [&] { return ecs::Error{ecs::phrase("\"{}\" is no HOST:PORT", text)}; };
    if (const auto port = port_in(text)) {
        target.port = *port;
        return target;
    }
    std::string_view host = text;
    if (text.front() == '[') {
        const std::size_t end = text.find(']');
        if (end == std::string_view::npos) return wrong();
        host = text.substr(1, end - 1);
        text = text.substr(end + 1);
    } else {
        // More than one colon is an address without a port.
        const std::size_t colon = text.find(':');
        const bool has_port = colon != std::string_view::npos && text.find(':', colon + 1) == std::string_view::npos;
        host = has_port ? text.substr(0, colon) : text;
        text = has_port ? text.substr(colon) : std::string_view();
    }
    if (!text.empty()) {
        const auto port = text.front() == ':' ? port_in(text.substr(1)) : std::nullopt;
        if (!port) return wrong();
        target.port = *port;
    }
    const bool plain = !host.empty() && std::all_of(host.begin(), host.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-' ||
               c == ':' || c == '_' || c == '%';
    });
    if (!plain) return wrong();
    target.host = host;
    return target;
}

std::unique_ptr<RemoteOwner> attach_to(const AttachTarget& target) {
    LinkOptions options;
    options.host = target.host;
    options.port = target.port;
    options.token = target.token;
    if (target.kind == ProgramKind::Flecs) return make_flecs_owner(std::move(options));
    if (target.kind == ProgramKind::Chunkscope) options.per_second = own_per_second;
    return make_bevy_owner(std::move(options));
}

std::vector<FoundProgram> find_programs(const std::atomic<bool>& stop) {
    std::vector<FoundProgram> found;
    LinkOptions options;
    options.to_connect = std::chrono::milliseconds(200);
    options.to_answer = std::chrono::milliseconds(1000);
    std::string why;
    for (std::uint16_t port = flecs_port; port < flecs_port + flecs_ports && !stop; ++port) {
        options.port = port;
        if (std::string what = flecs_at(options, stop, why); !what.empty())
            found.push_back({{ProgramKind::Flecs, options.host, port, {}}, std::move(what)});
    }
    for (const std::uint16_t port : {bevy_port, bevy_render_port}) {
        if (stop) break;
        options.port = port;
        if (std::string what = bevy_at(options, stop, why); !what.empty()) {
            const ProgramKind kind = what == "Chunkscope" ? ProgramKind::Chunkscope : ProgramKind::Bevy;
            found.push_back({{kind, options.host, port, {}}, std::move(what)});
        }
    }
    return found;
}

std::string warning_of(const AttachTarget& target) {
    if (is_this_computer(target.host)) return {};
    return ecs::phrase("{} is not this computer: nothing is encrypted, and who is on the way can read and change it",
                       target.host);
}

}  // namespace remote
