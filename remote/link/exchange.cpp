// One request over a socket: everything that may wait is bounded, by the time of the whole and by `stop`.
#include <cerrno>
#include <string>
#include <utility>

#include <poll.h>
#include <sys/socket.h>

#include "remote/link/link.hpp"

#include "ecs/base/language.hpp"
#include "probe/net/socket.hpp"

namespace remote {

namespace {

using probe::Clock;
using probe::Descriptor;
using probe::Ready;
using probe::wait_for;
using Outcome = LinkReply::Outcome;

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
    const auto begin = options.clock();
    const bool ipv6 = options.host.find(':') != std::string::npos;
    const std::string host = (ipv6 ? "[" + options.host + "]" : options.host) + ":" + std::to_string(options.port);
    const std::string text = request_text(request, host, options.token);
    if (text.size() > options.request_bytes) return failed(Outcome::NotSent, ecs::tr("it is too long for one request"));
    std::string why;
    const Descriptor socket = probe::connected(options.host, options.port, options.to_connect, stop, why);
    LinkReply reply =
        socket ? answer_over(socket.number(), options, text, stop) : failed(Outcome::NotSent, std::move(why));
    reply.unheard = !socket;
    reply.secs = std::chrono::duration<double>(options.clock() - begin).count();
    return reply;
}

}  // namespace remote
