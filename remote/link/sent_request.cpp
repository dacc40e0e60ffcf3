#include "remote/link/sent_request.hpp"

#include <cerrno>
#include <utility>

#include <poll.h>
#include <sys/socket.h>

#include "ecs/base/language.hpp"

namespace remote {

using Outcome = LinkReply::Outcome;

SentRequest send_request(const LinkOptions& options, const LinkRequest& request, const std::atomic<bool>& stop) {
    const bool ipv6 = options.host.find(':') != std::string::npos;
    const std::string host = (ipv6 ? "[" + options.host + "]" : options.host) + ":" + std::to_string(options.port);
    const std::string text = request_text(request, host, options.token);
    if (text.size() > options.request_bytes)
        return {.why = ecs::tr("it is too long for one request"), .too_long = true};
    SentRequest made;
    made.socket = probe::connected(options.host, options.port, options.to_connect, stop, made.why);
    if (!made.socket) return made;
    const auto fails = [&](const char* why) {
        made.outcome = Outcome::NoAnswer;
        made.why = why;
        return std::move(made);
    };
    made.end = probe::Clock::now() + options.to_answer;
    // In one piece: Flecs reads a request with one recv and wants no more.
    std::size_t sent = 0;
    while (sent < text.size()) {
        const ssize_t count = ::send(made.socket.number(), text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
        if (count >= 0) {
            sent += static_cast<std::size_t>(count);
            continue;
        }
        if (errno == EINTR) continue;
        if (errno != EAGAIN && errno != EWOULDBLOCK) return fails(ecs::tr("it closed the connection"));
        if (probe::wait_for(made.socket.number(), POLLOUT, made.end, stop) != probe::Ready::Yes)
            return fails(ecs::tr("it does not take the request"));
    }
    made.outcome = Outcome::Answered;
    return made;
}

}  // namespace remote
