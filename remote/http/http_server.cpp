#include "remote/http/http_server.hpp"

#ifndef CHUNKSCOPE_HAS_HTTPLIB

namespace remote {

bool HttpServer::available() { return false; }

ecs::Result<std::unique_ptr<HttpServer>> HttpServer::start(HttpOptions, HttpHandler) {
    return ecs::Error{"this program was built without cpp-httplib, so it cannot listen"};
}

}  // namespace remote

#else

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <httplib.h>

#include "remote/http/connection_gate.hpp"
#include "remote/http/request_head.hpp"

namespace remote {

namespace {

using Clock = std::chrono::steady_clock;

/// A request that has come as a whole, and the way back to who sent it. The members are those of the library's class in
/// its several versions.
class RequestStream : public httplib::Stream {
public:
    RequestStream(int socket, std::string bytes, std::chrono::milliseconds to_leave)
        : socket_(socket), bytes_(std::move(bytes)), to_leave_(to_leave) {}

    bool is_readable() const { return read_ < bytes_.size(); }
    bool wait_readable() const { return is_readable(); }
    bool is_peer_alive() const {
        char byte = 0;
        return ::recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) != 0;
    }
    bool is_writable() const { return is_peer_alive() && can_send(std::chrono::milliseconds(0)); }
    bool wait_writable() const { return is_peer_alive() && can_send(to_leave_); }
    ssize_t read(char* to, std::size_t size) {
        const std::size_t count = std::min(size, bytes_.size() - read_);
        bytes_.copy(to, count, read_);
        read_ += count;
        return static_cast<ssize_t>(count);
    }
    ssize_t write(const char* from, std::size_t size) {
        const auto end = Clock::now() + to_leave_;
        std::size_t sent = 0;
        while (sent < size) {
            const ssize_t count = ::send(socket_, from + sent, size - sent, MSG_DONTWAIT | MSG_NOSIGNAL);
            if (count >= 0) {
                sent += static_cast<std::size_t>(count);
                continue;
            }
            if (errno == EINTR) continue;
            if (errno != EAGAIN && errno != EWOULDBLOCK) return -1;
            const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
            if (left.count() <= 0 || !can_send(left)) return -1;
        }
        return static_cast<ssize_t>(size);
    }
    void get_remote_ip_and_port(std::string&, int&) const {}
    void get_local_ip_and_port(std::string&, int&) const {}
    socket_t socket() const { return socket_; }
    time_t duration() const { return 0; }

private:
    bool can_send(std::chrono::milliseconds wait) const {
        pollfd polled{socket_, POLLOUT, 0};
        return ::poll(&polled, 1, static_cast<int>(wait.count())) > 0 && (polled.revents & POLLOUT) != 0;
    }

    int socket_;
    std::string bytes_;
    std::size_t read_ = 0;
    std::chrono::milliseconds to_leave_;
};

/// The library, but for its reading of sockets.
class LibraryServer : public httplib::Server {
public:
    std::function<void(Socket)> arrived;

    void answer(const Socket& socket, std::string bytes, std::chrono::milliseconds to_leave) {
        RequestStream stream(socket.get(), std::move(bytes), to_leave);
        bool closed = false;
        const auto process = [&](auto& self) {
            // Later versions also want to know who is at both ends.
            if constexpr (requires { self.process_request(stream, true, closed, nullptr); })
                self.process_request(stream, true, closed, nullptr);
            else
                self.process_request(stream, std::string(), 0, std::string(), 0, true, closed, nullptr);
        };
        process(*this);
    }

private:
    bool process_and_close_socket(socket_t socket) override {
        arrived(Socket(socket));
        return true;
    }
};

/// The library's way to hand a connection on: at once, for the gate takes it.
class AtOnce : public httplib::TaskQueue {
public:
    using Enqueued = decltype(std::declval<httplib::TaskQueue&>().enqueue({}));
    Enqueued enqueue(std::function<void()> task) override {
        task();
        return Enqueued(true);
    }
    void shutdown() override {}
};

/// Threads that come as they are needed, up to a number, and stay.
class Workers {
public:
    explicit Workers(std::size_t most) : most_(most) {}
    ~Workers() { stop(); }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    void add(std::function<void()> job) {
        const std::lock_guard lock(mutex_);
        if (stopping_) return;
        jobs_.push_back(std::move(job));
        if (jobs_.size() > idle_ && threads_.size() < most_) threads_.emplace_back([this] { run(); });
        came_.notify_one();
    }
    /// Jobs that have not begun are dropped.
    void stop() {
        std::deque<std::function<void()>> dropped;
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
            dropped.swap(jobs_);
        }
        came_.notify_all();
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
    }

private:
    void run() {
        std::unique_lock lock(mutex_);
        while (!stopping_) {
            if (jobs_.empty()) {
                ++idle_;
                came_.wait(lock);
                --idle_;
                continue;
            }
            const std::function<void()> job = std::move(jobs_.front());
            jobs_.pop_front();
            lock.unlock();
            job();
            lock.lock();
        }
    }

    const std::size_t most_;
    std::mutex mutex_;
    std::condition_variable came_;
    std::deque<std::function<void()>> jobs_;
    std::vector<std::thread> threads_;
    std::size_t idle_ = 0;
    bool stopping_ = false;
};

/// So many connections as the operating system lets the program have, with some left for its files.
std::size_t possible_connections(std::size_t wanted) {
    constexpr std::size_t others = 192;
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return std::min<std::size_t>(wanted, 256);
    const rlim_t needed = wanted + others;
    if (limit.rlim_cur < needed) {
        limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, needed);
        ::setrlimit(RLIMIT_NOFILE, &limit);
        ::getrlimit(RLIMIT_NOFILE, &limit);
    }
    const auto files = static_cast<std::size_t>(limit.rlim_cur);
    return std::min(wanted, files > 2 * others ? files - others : files / 2);
}

class ListeningServer final : public HttpServer {
public:
    ListeningServer(HttpOptions options, HttpHandler handler)
        : options_(std::move(options)),
          handler_(std::move(handler)),
          workers_(options_.limits.workers + options_.limits.streams),
          gate_(options_, open_, [this](Socket socket, std::string bytes) {
              auto shared = std::make_shared<Socket>(std::move(socket));
              workers_.add([this, shared, request = std::move(bytes)]() mutable {
                  library_.answer(*shared, std::move(request), options_.limits.to_leave);
                  *shared = Socket();
                  --open_;
              });
          }) {
        options_.limits.connections = possible_connections(options_.limits.connections);
    }

    ~ListeningServer() override {
        if (accepting_.joinable()) {
            library_.stop();
            accepting_.join();
        }
        gate_.stop();
        workers_.stop();
    }

    std::string listen() {
        library_.new_task_queue = [] { return new AtOnce; };
        library_.arrived = [this](Socket socket) {
            ++open_;
            gate_.add(std::move(socket));
        };
        int listening = -1;
        library_.set_socket_options([&listening](socket_t socket) {
            // Nobody else may take the port, while who comes after this program may have it at once.
            const int yes = 1;
            ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
            listening = static_cast<int>(socket);
        });
        library_.set_tcp_nodelay(true);
        library_.set_payload_max_length(options_.limits.body_bytes);
        library_.set_default_headers({{"X-Content-Type-Options", "nosniff"}, {"Cache-Control", "no-store"}});
        library_.Post(
            "/.*", [this](const httplib::Request& request, httplib::Response& response) { answer(request, response); });
        const std::string place = options_.address + ":" + std::to_string(options_.port);
        if (options_.port == 0) {
            const int port = library_.bind_to_any_port(options_.address);
            if (port <= 0) return "cannot listen on " + place;
            port_ = static_cast<std::uint16_t>(port);
        } else {
            if (!library_.bind_to_port(options_.address, options_.port))
                return "cannot listen on " + place + ": the port is in use, or the address is not of this computer";
            port_ = options_.port;
        }
        // The library lets only five wait to be accepted.
        ::listen(listening, 1024);
        gate_.start(port_);
        accepting_ = std::thread([this] { library_.listen_after_bind(); });
        while (!library_.is_running()) std::this_thread::yield();
        return {};
    }

    std::uint16_t port() const override { return port_; }
    std::string address() const override {
        const bool v6 = options_.address.find(':') != std::string::npos;
        return (v6 ? "[" + options_.address + "]" : options_.address) + ":" + std::to_string(port_);
    }

private:
    void answer(const httplib::Request& request, httplib::Response& response) {
        HttpAnswer answered = handler_({request.path, request.body});
        if (answered.body.size() > options_.limits.answer_bytes)
            answered = {503,
                        "the answer would have more than " + std::to_string(options_.limits.answer_bytes) + " bytes\n"};
        response.status = answered.status;
        if (!answered.next) {
            response.set_content(answered.body, answered.status == 200 ? "application/json" : "text/plain");
            return;
        }
        if (++streams_ > options_.limits.streams) {
            --streams_;
            response.status = 503;
            response.set_content("too many streams are open\n", "text/plain");
            return;
        }
        response.set_chunked_content_provider(
            "text/event-stream",
            [next = std::move(answered.next)](std::size_t, httplib::DataSink& sink) {
                const std::optional<std::string> piece = next();
                if (!piece) {
                    sink.done();
                    return true;
                }
                return piece->empty() || sink.write(piece->data(), piece->size());
            },
            [this](bool) { --streams_; });
    }

    HttpOptions options_;
    HttpHandler handler_;
    std::uint16_t port_ = 0;
    std::atomic<std::size_t> open_ = 0, streams_ = 0;
    LibraryServer library_;
    Workers workers_;
    ConnectionGate gate_;
    std::thread accepting_;
};

}  // namespace

bool HttpServer::available() { return true; }

ecs::Result<std::unique_ptr<HttpServer>> HttpServer::start(HttpOptions options, HttpHandler handler) {
    if (options.token.empty() && !is_loopback(options.address))
        return ecs::Error{"whoever listens on another address than 127.0.0.1 needs a token"};
    auto server = std::make_unique<ListeningServer>(std::move(options), std::move(handler));
    if (std::string why = server->listen(); !why.empty()) return ecs::Error{std::move(why)};
    return ecs::Result<std::unique_ptr<HttpServer>>(std::move(server));
}

}  // namespace remote

#endif
