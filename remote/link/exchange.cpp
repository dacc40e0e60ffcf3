// One request over a socket: everything that may wait is bounded, by the time of the whole and by `stop`.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "remote/link/link.hpp"

#include "ecs/base/language.hpp"

namespace remote {

namespace {

using Clock = std::chrono::steady_clock;
using Outcome = LinkReply::Outcome;

struct Descriptor {
    int number = -1;
    Descriptor() = default;
    explicit Descriptor(int opened) : number(opened) {}
    Descriptor(Descriptor&& other) noexcept : number(std::exchange(other.number, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number, other.number);
        return *this;
    }
    ~Descriptor() {
        if (number >= 0) ::close(number);
    }
};

enum class Ready { Yes, Late, Stopped };

/// In short turns, so that `stop` is seen.
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

using Addresses = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

Addresses look_up(const LinkOptions& options, int family) {
    addrinfo hints{};
    hints.ai_family = family;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const std::string port = std::to_string(options.port);
    if (::getaddrinfo(options.host.c_str(), port.c_str(), &hints, &found) != 0) found = nullptr;
    return {found, &::freeaddrinfo};
}

/// Nothing in `socket`: `why` says why.
Descriptor connected_to(const addrinfo& address, Clock::time_point end, const std::atomic<bool>& stop,
                        std::string& why) {
    Descriptor socket(::socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (socket.number < 0) {
        why = std::strerror(errno);
        return {};
    }
    const int on = 1;
    ::setsockopt(socket.number, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (::connect(socket.number, address.ai_addr, address.ai_addrlen) == 0) return socket;
    int error = errno;
    if (error == EINPROGRESS) {
        const Ready ready = wait_for(socket.number, POLLOUT, end, stop);
        if (ready != Ready::Yes) {
            why = ready == Ready::Late ? ecs::tr("nobody answers there") : ecs::tr("it was ended");
            return {};
        }
        socklen_t size = sizeof error;
        ::getsockopt(socket.number, SOL_SOCKET, SO_ERROR, &error, &size);
        if (error == 0) return socket;
    }
    why = error == ECONNREFUSED ? ecs::tr("nothing listens there") : std::strerror(error);
    return {};
}

Descriptor connected(const LinkOptions& options, const std::atomic<bool>& stop, std::string& why) {
    why = ecs::tr("there is no such host");
    // Both Flecs and Bevy listen on IPv4 only, and "localhost" may be ::1 first.
    for (const int family : {AF_INET, AF_INET6}) {
        const Addresses addresses = look_up(options, family);
        for (const addrinfo* each = addresses.get(); each != nullptr; each = each->ai_next) {
            Descriptor socket = connected_to(*each, Clock::now() + options.to_connect, stop, why);
            if (socket.number >= 0 || stop) return socket;
        }
        if (addresses != nullptr) break;
    }
    return {};
}

LinkReply failed(Outcome outcome, std::string why) { return {.outcome = outcome, .why = std::move(why)}; }

LinkReply answer_over(int socket, const LinkOptions& options, const std::string& text, const std::atomic<bool>& stop) {
    const auto end = Clock::now() + options.to_answer;
    // In one piece: Flecs reads a request with one recv and wants no more.
    std::size_t sent = 0;
    while (sent < text.size()) {
        const ssize_t count = ::send(socket, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
        if (count >= 0) {
            sent += static_cast<std::size_t>(count);
            continue;
        }
        if (errno == EINTR) continue;
        if (errno != EAGAIN && errno != EWOULDBLOCK)
            return failed(Outcome::NoAnswer, ecs::tr("it closed the connection"));
        if (wait_for(socket, POLLOUT, end, stop) != Ready::Yes)
            return failed(Outcome::NoAnswer, ecs::tr("it does not take the request"));
    }
    AnswerReader reader(options.answer_bytes);
    char piece[64u << 10];
    while (!reader.whole()) {
        const Ready ready = wait_for(socket, POLLIN, end, stop);
        if (ready != Ready::Yes)
            return failed(Outcome::NoAnswer,
                          ready == Ready::Stopped ? ecs::tr("it was ended") : ecs::tr("it does not answer"));
        const ssize_t count = ::recv(socket, piece, sizeof piece, 0);
        if (count < 0) {
            if (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK) continue;
            return failed(Outcome::NoAnswer, ecs::tr("it closed the connection"));
        }
        const bool fine = count == 0 ? reader.close() : reader.take({piece, static_cast<std::size_t>(count)});
        if (!fine) return failed(Outcome::NoAnswer, reader.why());
    }
    return {.outcome = Outcome::Answered, .status = reader.status(), .body = reader.take_body()};
}

}  // namespace

LinkReply exchange(const LinkOptions& options, const LinkRequest& request, const std::atomic<bool>& stop) {
    const auto begin = Clock::now();
    const bool ipv6 = options.host.find(':') != std::string::npos;
    const std::string host = (ipv6 ? "[" + options.host + "]" : options.host) + ":" + std::to_string(options.port);
    const std::string text = request_text(request, host, options.token);
    if (text.size() > options.request_bytes) return failed(Outcome::NotSent, ecs::tr("it is too long for one request"));
    std::string why;
    const Descriptor socket = connected(options, stop, why);
    LinkReply reply =
        socket.number < 0 ? failed(Outcome::NotSent, std::move(why)) : answer_over(socket.number, options, text, stop);
    reply.unheard = socket.number < 0;
    reply.secs = std::chrono::duration<double>(Clock::now() - begin).count();
    return reply;
}

bool is_this_computer(std::string_view host) {
    if (host == "localhost" || host == "::1") return true;
    in_addr address{};
    return ::inet_pton(AF_INET, std::string(host).c_str(), &address) == 1 && (ntohl(address.s_addr) >> 24) == 127;
}

}  // namespace remote
