#include "editor/attach/attach_target.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "editor/base/language.hpp"
#include "probe/run/running_programs.hpp"

namespace editor {

namespace {

constexpr std::string_view program_kind_name = "program";

}  // namespace

std::string AttachTarget::address() const {
    const bool numeric_v6 = host.find(':') != std::string::npos;
    return (numeric_v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

bool AttachTarget::is_here() const { return remote::is_this_computer(host); }

ecs::Result<AttachTarget> attach_target(const remote::OwnerKind& kind, std::string_view address) {
    AttachTarget target{.kind = &kind, .port = kind.port};
    while (!address.empty() && address.front() == ' ') address.remove_prefix(1);
    while (!address.empty() && address.back() == ' ') address.remove_suffix(1);
    const auto wrong = [&](const char* what) {
        return ecs::Error{phrase("\"{}\": {}; write HOST:PORT, such as 127.0.0.1:{}", address, what,
                                 std::to_string(kind.port != 0 ? kind.port : 40'000))};
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
    if (address.empty() && kind.port == 0)
        return ecs::Error{phrase(
            "a {} needs an address, such as 127.0.0.1:40000; one of this computer is found by its name", kind.title)};
    if (port.empty() && kind.port == 0) return wrong(tr("the port is missing"));
    if (port.empty()) return target;
    unsigned number = 0;
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
    if (error != std::errc() || end != port.data() + port.size() || number == 0 || number > 65535)
        return wrong(tr("a port is a number from 1 to 65535"));
    target.port = static_cast<std::uint16_t>(number);
    // One of this user's programs on this computer says its token itself.
    if (kind.name == program_kind_name && target.is_here())
        for (const probe::RunningProgram& each : probe::running_programs())
            if (each.port == target.port) target.token = each.token;
    return target;
}

ecs::Result<AttachTarget> attach_target(std::string_view kind, std::string_view address) {
    if (const remote::OwnerKind* const known = remote::find_owner_kind(kind)) return attach_target(*known, address);
    std::string names;
    for (const remote::OwnerKind& each : remote::owner_kinds()) (names += names.empty() ? "" : ", ").append(each.name);
    return ecs::Error{phrase("\"{}\" is not a kind of program; these are: {}", kind, names)};
}

ecs::Result<AttachTarget> program_called(std::string_view name) {
    AttachTarget target{.kind = remote::find_owner_kind(program_kind_name), .program = std::string(name)};
    std::string names, addresses;
    std::size_t found = 0;
    for (const probe::RunningProgram& each : probe::running_programs()) {
        if (each.name == name) {
            ++found;
            target.port = each.port;
            target.token = each.token;
            (addresses += addresses.empty() ? "" : ", ") += target.address();
        }
        (names += names.empty() ? "" : ", ").append(each.name);
    }
    if (found == 1) return target;
    if (found > 1)
        return ecs::Error{phrase("{} programs are called \"{}\": choose one by its address: {}", std::to_string(found),
                                 name, addresses)};
    if (names.empty()) return ecs::Error{phrase("no program called \"{}\" runs", name)};
    return ecs::Error{phrase("no program called \"{}\" runs; these do: {}", name, names)};
}

std::unique_ptr<remote::RemoteOwner> make_owner(const AttachTarget& target) {
    remote::LinkOptions options;
    options.host = target.host;
    options.port = target.port;
    options.token = target.token;
    options.program = target.program;
    options.world = target.world;
    return target.kind->make_owner(std::move(options));
}

}  // namespace editor
