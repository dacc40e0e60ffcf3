#include "probe/net/socket.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "ecs/base/language.hpp"

namespace probe {

namespace {

using Addresses = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

Addresses look_up(const std::string& host, std::uint16_t port, int family) {
    addrinfo hints{};
    hints.ai_family = family;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) found = nullptr;
    return {found, &::freeaddrinfo};
}

void send_at_once(int socket) {
    const int on = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

Descriptor connected_to(const addrinfo& address, Clock::time_point end, const std::atomic<bool>& stop,
                        std::string& why) {
    Descriptor socket(::socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket) {
        why = std::strerror(errno);
        return {};
    }
    send_at_once(socket.number());
    if (::connect(socket.number(), address.ai_addr, address.ai_addrlen) == 0) return socket;
    int error = errno;
    if (error == EINPROGRESS) {
        const Ready ready = wait_for(socket.number(), POLLOUT, end, stop);
        if (ready != Ready::Yes) {
            why = ready == Ready::Late ? ecs::tr("nobody answers there") : ecs::tr("it was ended");
            return {};
        }
        socklen_t size = sizeof error;
        ::getsockopt(socket.number(), SOL_SOCKET, SO_ERROR, &error, &size);
        if (error == 0) return socket;
    }
    why = error == ECONNREFUSED ? ecs::tr("nothing listens there") : std::strerror(error);
    return {};
}

std::ptrdiff_t outcome_of(ssize_t count) {
    if (count > 0) return count;
    if (count < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)) return 0;
    return -1;
}

}  // namespace

Descriptor::~Descriptor() {
    if (number_ >= 0) ::close(number_);
}

Ready wait_for(int descriptor, short events, Clock::time_point end, const std::atomic<bool>& stop) {
    while (true) {
        if (stop) return Ready::Stopped;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
        if (left <= 0) return Ready::Late;
        pollfd polled{descriptor, events, 0};
        const int turn = static_cast<int>(std::min<std::int64_t>(left, 50));
        if (::poll(&polled, 1, turn) > 0) return Ready::Yes;
    }
}

Descriptor connected(const std::string& host, std::uint16_t port, std::chrono::milliseconds patience,
                     const std::atomic<bool>& stop, std::string& why) {
    why = ecs::tr("there is no such host");
    // Most programs listen on IPv4 only, and "localhost" may be ::1 first.
    for (const int family : {AF_INET, AF_INET6}) {
        const Addresses addresses = look_up(host, port, family);
        for (const addrinfo* each = addresses.get(); each != nullptr; each = each->ai_next) {
            Descriptor socket = connected_to(*each, Clock::now() + patience, stop, why);
            if (socket || stop) return socket;
        }
        if (addresses != nullptr) break;
    }
    return {};
}

Descriptor listening(std::uint16_t& port, std::string& why) {
    Descriptor listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const int on = 1;
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    socklen_t size = sizeof address;
    auto* const general = reinterpret_cast<sockaddr*>(&address);
    if (!listener || ::setsockopt(listener.number(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        ::bind(listener.number(), general, size) != 0 || ::listen(listener.number(), 4) != 0 ||
        ::getsockname(listener.number(), general, &size) != 0) {
        why = std::strerror(errno);
        return {};
    }
    port = ntohs(address.sin_port);
    return listener;
}

Descriptor accepted(const Descriptor& listener) {
    Descriptor socket(::accept4(listener.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!socket) return socket;
    send_at_once(socket.number());
    // A peer that disappears without a word keeps its place for half a minute at most.
    const int on = 1, idle_secs = 10, between_secs = 5, tries = 4;
    ::setsockopt(socket.number(), SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    ::setsockopt(socket.number(), IPPROTO_TCP, TCP_KEEPIDLE, &idle_secs, sizeof idle_secs);
    ::setsockopt(socket.number(), IPPROTO_TCP, TCP_KEEPINTVL, &between_secs, sizeof between_secs);
    ::setsockopt(socket.number(), IPPROTO_TCP, TCP_KEEPCNT, &tries, sizeof tries);
    return socket;
}

std::ptrdiff_t send_some(const Descriptor& socket, std::span<const std::byte> bytes) {
    return outcome_of(::send(socket.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL));
}

std::ptrdiff_t receive_some(const Descriptor& socket, std::span<std::byte> room) {
    return outcome_of(::recv(socket.number(), room.data(), room.size(), 0));
}

WakePipe::WakePipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return;
    read = Descriptor(ends[0]);
    write = Descriptor(ends[1]);
}

void WakePipe::wake() const {
    const char byte = 0;
    [[maybe_unused]] const ssize_t written = ::write(write.number(), &byte, 1);  // a full pipe wakes, too
}

void WakePipe::calm() const {
    char bytes[64];
    while (::read(read.number(), bytes, sizeof bytes) == sizeof bytes) {
    }
}

bool is_this_computer(std::string_view host) {
    if (host == "localhost" || host == "::1") return true;
    in_addr address{};
    return ::inet_pton(AF_INET, std::string(host).c_str(), &address) == 1 && (ntohl(address.s_addr) >> 24) == 127;
}

}  // namespace probe
