#include "remote/http/connection_gate.hpp"

#ifdef CHUNKSCOPE_HAS_HTTPLIB

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "remote/http/request_head.hpp"

namespace remote {

namespace {

constexpr std::size_t most_dropped = 16u << 20;  // bytes of who goes on sending after the answer
constexpr std::chrono::seconds to_go_away{2};
constexpr std::size_t piece_bytes = 64u << 10;

void make_nonblocking(int descriptor) {
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

}  // namespace

Socket::~Socket() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

Socket& Socket::operator=(Socket&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

int Socket::release() { return std::exchange(descriptor_, -1); }

ConnectionGate::ConnectionGate(const HttpOptions& options, std::atomic<std::size_t>& open, Handover handover)
    : options_(options),
      open_(open),
      handover_(std::move(handover)),
      rate_(options.limits.requests_per_sec, static_cast<double>(options.limits.burst)) {}

ConnectionGate::~ConnectionGate() {
    stop();
    if (wake_read_ >= 0) ::close(wake_read_);
    if (wake_write_ >= 0) ::close(wake_write_);
}

void ConnectionGate::start(std::uint16_t port) {
    port_ = port;
    int ends[2];
    if (::pipe(ends) != 0) throw std::bad_alloc();
    wake_read_ = ends[0];
    wake_write_ = ends[1];
    make_nonblocking(wake_read_);
    make_nonblocking(wake_write_);
    thread_ = std::thread([this] { run(); });
}

void ConnectionGate::add(Socket socket) {
    {
        const std::lock_guard lock(mutex_);
        new_.push_back(std::move(socket));
    }
    wake();
}

void ConnectionGate::stop() {
    stopping_ = true;
    wake();
    if (thread_.joinable()) thread_.join();
}

void ConnectionGate::wake() const {
    if (wake_write_ < 0) return;
    const char byte = 0;
    // A full pipe wakes it, too.
    [[maybe_unused]] const auto written = ::write(wake_write_, &byte, 1);
}

void ConnectionGate::run() {
    std::vector<Connection> connections;
    std::vector<pollfd> polled;
    while (!stopping_) {
        polled.assign(1, pollfd{wake_read_, POLLIN, 0});
        auto next = Clock::now() + std::chrono::seconds(60);
        for (const Connection& each : connections) {
            polled.push_back({each.socket.get(), POLLIN, 0});
            next = std::min(next, each.until);
        }
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(next - Clock::now()).count();
        ::poll(polled.data(), polled.size(), static_cast<int>(std::clamp<long long>(left + 1, 0, 60'000)));

        char drained[256];
        while (::read(wake_read_, drained, sizeof drained) > 0) {
        }
        const auto now = Clock::now();
        for (std::size_t i = 0; i < connections.size(); ++i) {
            Connection& each = connections[i];
            bool stays = true;
            if (polled[i + 1].revents != 0) stays = read(each);
            if (stays && each.until <= now) stays = !each.leaving && refuse(each, 408, "the request came too slowly");
            if (stays) continue;
            // Unless it was handed over.
            if (each.socket.get() >= 0) --open_;
            each = Connection{Socket()};
        }
        std::erase_if(connections, [](const Connection& each) { return each.socket.get() < 0; });
        take_new(connections);
    }
    const std::lock_guard lock(mutex_);
    open_ -= connections.size() + new_.size();
    new_.clear();
}

void ConnectionGate::take_new(std::vector<Connection>& connections) {
    std::vector<Socket> came;
    {
        const std::lock_guard lock(mutex_);
        came.swap(new_);
    }
    for (Socket& socket : came) {
        make_nonblocking(socket.get());
        Connection connection{std::move(socket)};
        connection.until = Clock::now() + options_.limits.to_arrive;
        const bool crowded = open_ > options_.limits.connections;
        if (crowded && !refuse(connection, 503, "too many connections are open")) {
            --open_;
            continue;
        }
        connections.push_back(std::move(connection));
    }
}

bool ConnectionGate::read(Connection& connection) {
    char piece[piece_bytes];
    const ssize_t got = ::recv(connection.socket.get(), piece, sizeof piece, MSG_DONTWAIT);
    if (got < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    if (got == 0) return false;
    if (connection.leaving) {
        connection.dropped += static_cast<std::size_t>(got);
        return connection.dropped < most_dropped;
    }
    connection.bytes.append(piece, static_cast<std::size_t>(got));
    if (connection.whole == 0 && !judge(connection)) return false;
    if (connection.leaving || connection.whole == 0 || connection.bytes.size() < connection.whole) return true;
    if (!rate_.take(Clock::now())) return refuse(connection, 429, "too many requests");
    connection.bytes.resize(connection.whole);  // one request a connection
    handover_(std::move(connection.socket), std::move(connection.bytes));
    return false;
}

bool ConnectionGate::judge(Connection& connection) {
    const std::size_t head = end_of_head(connection.bytes);
    const std::size_t come = std::min(head, connection.bytes.size());
    if (come > options_.limits.head_bytes) return refuse(connection, 431, "the head is too long");
    if (head == std::string::npos) return true;
    const HeadVerdict verdict = judge_head(std::string_view(connection.bytes).substr(0, head), options_, port_);
    if (verdict.status != 0) return refuse(connection, verdict.status, verdict.why);
    connection.whole = head + verdict.body_bytes;
    return true;
}

/// The connection stays until the other side has read the answer: closed at once, it might lose it.
bool ConnectionGate::refuse(Connection& connection, int status, const std::string& why) const {
    const std::string answer = refusal(status, why);
    const auto sent = ::send(connection.socket.get(), answer.data(), answer.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0) return false;
    ::shutdown(connection.socket.get(), SHUT_WR);
    connection.leaving = true;
    connection.bytes = {};
    connection.until = Clock::now() + to_go_away;
    return true;
}

}  // namespace remote

#endif
