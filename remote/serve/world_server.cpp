#include "remote/serve/world_server.hpp"

#include <algorithm>
#include <utility>

namespace remote {

namespace {

std::string event_text(const Json& message) { return "data: " + text_of(message) + "\n\n"; }

bool wants_stream(const Json& message) {
    if (!message.is_object()) return false;
    const auto method = message.find("method");
    return method != message.end() && method->is_string() && is_watch(method->get_ref<const std::string&>());
}

}  // namespace

/// One request, from when it came until it is answered. Guarded by the server's mutex.
struct WorldServer::Exchange {
    enum class State { Waiting, Taken, Answered, GivenUp };
    Json message;
    bool other = false;  // posted to the other path
    State state = State::Waiting;
    std::condition_variable went;  // it was answered, or nobody will: one each, or every answer wakes all who wait
    std::optional<Json> answer;
    std::shared_ptr<Stream> stream;
};

/// What a client that watches has still to get.
struct WorldServer::Stream {
    std::mutex mutex;
    std::condition_variable came;
    std::deque<std::string> pieces;
    std::size_t bytes = 0;
    bool ended = false;  // nothing more comes
    bool gone = false;   // nobody reads any more

    void add(std::string piece, std::size_t most_bytes) {
        const std::lock_guard lock(mutex);
        if (ended) return;
        bytes += piece.size();
        if (bytes > most_bytes)
            ended = true;
        else
            pieces.push_back(std::move(piece));
        came.notify_one();
    }
    void end() {
        const std::lock_guard lock(mutex);
        ended = true;
        came.notify_one();
    }
    bool over() {
        const std::lock_guard lock(mutex);
        return ended || gone;
    }
    /// Waits only so long that the connection is looked at now and then.
    std::optional<std::string> next() {
        std::unique_lock lock(mutex);
        came.wait_for(lock, std::chrono::milliseconds(100), [&] { return ended || !pieces.empty(); });
        if (pieces.empty()) return ended ? std::nullopt : std::optional(std::string());
        std::string piece = std::move(pieces.front());
        pieces.pop_front();
        bytes -= piece.size();
        return piece;
    }
};

WorldServer::WorldServer(WorldServerOptions options) : options_(std::move(options)) {}

ecs::Result<std::unique_ptr<WorldServer>> WorldServer::start(WorldServerOptions options) {
    std::unique_ptr<WorldServer> server(new WorldServer(std::move(options)));
    const auto listen = [self = server.get()](std::uint16_t port) {
        HttpOptions wanted = self->options_.http;
        wanted.port = port;
        return HttpServer::start(std::move(wanted),
                                 [self](const HttpRequest& request) { return self->handle(request); });
    };
    const std::uint16_t first = server->options_.http.port;
    auto http = listen(first);
    for (std::uint16_t i = 1; !http && first != 0 && i <= server->options_.more_ports; ++i)
        if (auto next = listen(static_cast<std::uint16_t>(first + i))) http = std::move(next);
    if (!http) return ecs::Error{http.error()};
    server->http_ = std::move(*http);
    return server;
}

WorldServer::~WorldServer() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        for (const auto& each : waiting_) each->went.notify_one();
        waiting_.clear();
    }
    for (const Watched& each : watched_) each.stream->end();
    http_.reset();
}

// On a thread of the HttpServer.
HttpAnswer WorldServer::handle(const HttpRequest& request) {
    const bool other = !options_.other_path.empty() && request.path == options_.other_path;
    std::optional<Json> message = read_json(request.body);
    if (!message) return {.body = text_of(error_message({}, other ? parse_error : invalid_request, "invalid JSON"))};
    auto exchange = std::make_shared<Exchange>();
    exchange->message = std::move(*message);
    exchange->other = other;
    {
        const std::lock_guard lock(mutex_);
        if (stopping_) return {.status = 503, .body = "the world is not served any more\n"};
        waiting_.push_back(exchange);
    }
    came_.notify_one();
    if (options_.arrived) options_.arrived();
    return wait_for(exchange);
}

HttpAnswer WorldServer::wait_for(const std::shared_ptr<Exchange>& exchange) {
    using State = Exchange::State;
    std::unique_lock lock(mutex_);
    const auto end = std::chrono::steady_clock::now() + options_.patience;
    const auto answered = [&] { return exchange->state == State::Answered; };
    exchange->went.wait_until(lock, end, [&] { return answered() || stopping_; });
    // Once taken it may have changed the world, so its answer is waited for.
    if (exchange->state == State::Taken) exchange->went.wait(lock, answered);
    if (exchange->state == State::Waiting) {
        exchange->state = State::GivenUp;
        return {.status = 503, .body = "the world did not come to serve this; nothing was changed\n"};
    }
    if (exchange->stream) {
        // Whoever holds the answer reads; when it goes, nobody does.
        const std::shared_ptr<Stream> stream = exchange->stream;
        const std::shared_ptr<void> reader(nullptr, [stream](void*) {
            const std::lock_guard guard(stream->mutex);
            stream->gone = true;
        });
        return {.next = [stream, reader] { return stream->next(); }};
    }
    const std::optional<Json> answer = std::move(exchange->answer);
    lock.unlock();
    if (!answer) return {.status = 202};
    return {.body = text_of(*answer)};
}

std::shared_ptr<WorldServer::Exchange> WorldServer::take() {
    const std::lock_guard lock(mutex_);
    while (!waiting_.empty()) {
        std::shared_ptr<Exchange> exchange = std::move(waiting_.front());
        waiting_.pop_front();
        if (exchange->state != Exchange::State::Waiting) continue;
        exchange->state = Exchange::State::Taken;
        return exchange;
    }
    return nullptr;
}

std::size_t WorldServer::serve(const ServedWorld& served, const Answer& other, std::chrono::microseconds budget) {
    const auto end = std::chrono::steady_clock::now() + budget;
    ServedWorld here = served;
    here.address = address();
    std::size_t count = 0;
    while (const std::shared_ptr<Exchange> exchange = take()) {
        answer(here, other, *exchange);
        {
            const std::lock_guard lock(mutex_);
            exchange->state = Exchange::State::Answered;
        }
        exchange->went.notify_one();
        ++count;
        if (std::chrono::steady_clock::now() >= end) break;
    }
    answered_ += count;
    look_at_watches(served.world);
    return count;
}

void WorldServer::answer(const ServedWorld& served, const Answer& other, Exchange& exchange) {
    if (exchange.other) {
        if (other)
            exchange.answer = other(exchange.message);
        else
            exchange.answer = error_message({}, internal_error, "nobody answers here");
    } else if (wants_stream(exchange.message)) {
        begin_watch(served, exchange);
    } else {
        exchange.answer = answer_calls(exchange.message, [&](const RpcCall& call) { return answer_brp(served, call); });
    }
}

void WorldServer::begin_watch(const ServedWorld& served, Exchange& exchange) {
    exchange.answer = answer_calls(exchange.message, [&](const RpcCall& call) {
        watched_.push_back({std::make_shared<Stream>(), BrpWatch(served.world, call)});
        exchange.stream = watched_.back().stream;
        return Json();
    });
}

void WorldServer::look_at_watches(const ecs::World& world) {
    std::erase_if(watched_, [](const Watched& each) { return each.stream->over(); });
    for (Watched& each : watched_) {
        try {
            if (auto result = each.watch.look(world))
                each.stream->add(event_text(result_message(each.watch.id(), std::move(*result))),
                                 options_.stream_bytes);
        } catch (const RpcError& error) {
            each.stream->add(event_text(error_message(each.watch.id(), error.code, error.what())),
                             options_.stream_bytes);
            each.stream->end();
        }
    }
}

void WorldServer::end_watches(const std::string& why) {
    for (const Watched& each : watched_) {
        each.stream->add(event_text(error_message(each.watch.id(), internal_error, why)), options_.stream_bytes);
        each.stream->end();
    }
    watched_.clear();
}

void WorldServer::wait_until(std::chrono::steady_clock::time_point end) {
    std::unique_lock lock(mutex_);
    came_.wait_until(lock, end, [&] { return !waiting_.empty(); });
}

}  // namespace remote
