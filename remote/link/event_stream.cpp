#include "remote/link/event_stream.hpp"

#include <cerrno>
#include <chrono>
#include <utility>

#include <poll.h>
#include <sys/socket.h>

#include "remote/link/sent_request.hpp"

namespace remote {

EventStream::EventStream(LinkOptions options, LinkRequest request)
    : options_(std::move(options)), thread_([this, request = std::move(request)] {
          read(request);
          ended_ = true;
      }) {}

EventStream::~EventStream() {
    stop_ = true;
    thread_.join();
}

std::vector<std::string> EventStream::take() {
    const std::lock_guard lock(mutex_);
    waiting_bytes_ = 0;
    return std::exchange(events_, {});
}

void EventStream::read(const LinkRequest& request) {
    SentRequest sent = send_request(options_, request, stop_);
    if (sent.outcome != LinkReply::Outcome::Answered) return;
    AnswerReader reader(options_.answer_bytes);
    EventSplitter splitter;
    char piece[16u << 10];
    while (!reader.whole()) {
        // Nothing may happen for a long time.
        const probe::Ready ready =
            probe::wait_for(sent.socket.number(), POLLIN, probe::Clock::now() + std::chrono::hours(1), stop_);
        if (ready == probe::Ready::Stopped) return;
        if (ready == probe::Ready::Late) continue;
        const ssize_t count = ::recv(sent.socket.number(), piece, sizeof piece, 0);
        if (count < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)) continue;
        if (count < 0) return;
        const bool fine = count == 0 ? reader.close() : reader.take({piece, static_cast<std::size_t>(count)});
        if (!fine) return;
        if (reader.status() >= 300) return;
        std::vector<std::string> events = splitter.take(reader.take_body());
        const std::lock_guard lock(mutex_);
        for (std::string& each : events) {
            waiting_bytes_ += each.size();
            events_.push_back(std::move(each));
        }
        if (events_.size() > most_events || waiting_bytes_ > most_waiting_bytes) return;
    }
}

}  // namespace remote
