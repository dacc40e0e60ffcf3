// One request over a socket: everything that may wait is bounded, by the time of the whole and by `stop`.
#include <cerrno>
#include <string>
#include <utility>

#include <poll.h>
#include <sys/socket.h>

#include "remote/link/link.hpp"

#include "ecs/base/language.hpp"
#include "probe/net/socket.hpp"
#include "remote/link/sent_request.hpp"

namespace remote {

namespace {

using probe::Clock;
using probe::Ready;
using probe::wait_for;
using Outcome = LinkReply::Outcome;

LinkReply no_answer(std::string why) { return {.outcome = Outcome::NoAnswer, .why = std::move(why)}; }

LinkReply answer_over(int socket, const LinkOptions& options, Clock::time_point end, const std::atomic<bool>& stop) {
    AnswerReader reader(options.answer_bytes);
    char piece[64u << 10];
    while (!reader.whole()) {
        const Ready ready = wait_for(socket, POLLIN, end, stop);
        if (ready != Ready::Yes)
            return no_answer(ready == Ready::Stopped ? ecs::tr("it was ended") : ecs::tr("it does not answer"));
        const ssize_t count = ::recv(socket, piece, sizeof piece, 0);
        if (count < 0) {
            if (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK) continue;
            return no_answer(ecs::tr("it closed the connection"));
        }
        const bool fine = count == 0 ? reader.close() : reader.take({piece, static_cast<std::size_t>(count)});
        if (!fine) return no_answer(reader.why());
    }
    return {.outcome = Outcome::Answered, .status = reader.status(), .body = reader.take_body()};
}

}  // namespace

LinkReply exchange(const LinkOptions& options, const LinkRequest& request, const std::atomic<bool>& stop) {
    const auto begin = options.clock();
    SentRequest sent = send_request(options, request, stop);
    LinkReply reply{.outcome = sent.outcome, .why = std::move(sent.why)};
    if (reply.answered()) reply = answer_over(sent.socket.number(), options, sent.end, stop);
    if (sent.too_long) return reply;
    reply.unheard = !sent.socket;
    reply.secs = std::chrono::duration<double>(options.clock() - begin).count();
    return reply;
}

}  // namespace remote
