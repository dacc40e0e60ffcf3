// An HttpServer listens for programs of this computer and gives what they post to a handler. It is over cpp-httplib,
// which reads requests that are whole and writes answers. What comes before a request is whole is done here, on one
// thread: so a client that is slow, huge, or one of a thousand, holds up nobody.
//
//     accept --> gate: reads, judges the head, limits --> workers: cpp-httplib, handler --> answer, closed
//
// It answers POST of JSON from the Host that it listens on, without an Origin that it was not told of, and with the
// token if it has one; everything else gets a status and no more. Browsers can therefore not reach it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ecs/base/result.hpp"

namespace remote {

struct HttpLimits {
    std::size_t head_bytes = 16u << 10, body_bytes = 8u << 20, answer_bytes = 64u << 20;
    std::size_t connections = 1024;                                 // that are open; more are turned away
    std::size_t workers = 64;                                       // requests that are answered at the same time
    std::size_t streams = 32;                                       // answers without an end, besides
    double requests_per_sec = 2000;                                 // in the long run
    std::size_t burst = 4000;                                       // and at once
    std::chrono::milliseconds to_arrive{10'000}, to_leave{30'000};  // a whole request, a whole answer
};

struct HttpOptions {
    std::string address = "127.0.0.1";      // numeric
    std::uint16_t port = 0;                 // 0: any that is free
    std::string token = {};                 // that clients must send; empty: none, which only a loopback address may do
    std::vector<std::string> origins = {};  // that pages may have; none by default
    HttpLimits limits = {};
};

struct HttpRequest {
    std::string path, body;
};

struct HttpAnswer {
    int status = 200;
    std::string body = {};
    /// Of a stream of events, instead of a body: waits a moment for the next piece. An empty text when there is none
    /// yet, nothing when the stream is over. It is called until then, or until the client is gone.
    std::function<std::optional<std::string>()> next = {};
};

/// Called on several threads at the same time.
using HttpHandler = std::function<HttpAnswer(const HttpRequest&)>;

class HttpServer {
public:
    /// Whether the program was built with cpp-httplib.
    static bool available();
    /// Listens at once. The error says for a person why it cannot.
    static ecs::Result<std::unique_ptr<HttpServer>> start(HttpOptions options, HttpHandler handler);

    /// Ends all that goes on. The handler is not called any more; a call that waits must have been told before.
    virtual ~HttpServer() = default;
    virtual std::uint16_t port() const = 0;
    /// "127.0.0.1:15702"
    virtual std::string address() const = 0;

protected:
    HttpServer() = default;
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;
};

}  // namespace remote
