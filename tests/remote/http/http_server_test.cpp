#include "remote/http/http_server.hpp"

#include <atomic>

#include <sys/resource.h>

#include "catch.hpp"
#include "remote/support/raw_client.hpp"

namespace http_server_test {

using namespace remote;
using test::ask;
using test::post;
using test::RawClient;
using test::status_of;
using test::until;

namespace {

HttpAnswer echo(const HttpRequest& request) { return {.body = request.path + " " + request.body}; }

std::unique_ptr<HttpServer> start(HttpOptions options = {}, HttpHandler handler = echo) {
    auto server = HttpServer::start(std::move(options), std::move(handler));
    REQUIRE(server);
    return std::move(*server);
}

/// A test holds both ends of each connection.
void allow_connections(rlim_t count) {
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = std::min(limit.rlim_max, std::max(limit.rlim_cur, count));
    setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

#ifdef CHUNKSCOPE_HAS_HTTPLIB

TEST_CASE("HttpServer: what a program of this computer posts is answered", "[http]") {
    const auto server = start();
    const std::string answer = ask(server->port(), post(server->port(), "{}", {}, "/jsonrpc"));
    CHECK(status_of(answer) == 200);
    CHECK(test::body_of(answer) == "/jsonrpc {}");
    CHECK_THAT(answer, test::contains("Content-Type: application/json"));
    CHECK_THAT(answer, test::contains("nosniff"));
    CHECK_THAT(answer, !test::contains("Access-Control"));
    CHECK(server->address() == "127.0.0.1:" + std::to_string(server->port()));
}

TEST_CASE("HttpServer: a hostile request gets a status, and the next one is answered", "[http]") {
    const auto server = start();
    const std::uint16_t port = server->port();
    const std::string length = "Content-Length: 2\r\n\r\n{}", json = "Content-Type: application/json\r\n";
    const std::string host = "Host: 127.0.0.1:" + std::to_string(port) + "\r\n";
    CHECK(status_of(ask(port, "POST / HTTP/1.1\r\nHost: evil.example\r\n" + json + length)) == 403);
    CHECK(status_of(ask(port, post(port, "{}", "Origin: https://evil.example\r\n"))) == 403);
    CHECK(status_of(ask(port, "GET / HTTP/1.1\r\n" + host + "\r\n")) == 405);
    CHECK(status_of(ask(port, "OPTIONS / HTTP/1.1\r\n" + host + "\r\n")) == 405);
    CHECK(status_of(ask(port, "POST / HTTP/1.1\r\n" + host + "Content-Type: text/plain\r\n" + length)) == 415);
    CHECK(status_of(ask(port, "POST / HTTP/1.1\r\n" + host + json +
                                  "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")) == 411);
    CHECK(status_of(ask(port, "POST / HTTP/1.1\r\n" + host + json + "Content-Length: 99999999999\r\n\r\n")) == 413);
    CHECK(status_of(ask(port, "\x16\x03\x01 what is this\r\n\r\n")) == 400);
    CHECK(status_of(ask(port, std::string(100'000, 'a'))) == 431);
    CHECK(status_of(ask(port, "POST / HTTP/1.1\r\n" + std::string(20'000, 'a'))) == 431);
    CHECK(status_of(ask(port, post(port, "{}"))) == 200);
}

TEST_CASE("HttpServer: a body that goes on for ever is cut off", "[http]") {
    HttpOptions options;
    options.limits.body_bytes = 1000;
    const auto server = start(options);
    const RawClient client(server->port());
    client.send(post(server->port(), std::string(2000, 'x')));
    bool open = true;
    const std::string piece(1 << 20, 'x');
    for (int i = 0; i < 64 && open; ++i) open = client.send(piece);
    CHECK_FALSE(open);
    CHECK(status_of(ask(server->port(), post(server->port(), "{}"))) == 200);
}

TEST_CASE("HttpServer: a request may come in any pieces", "[http]") {
    const auto server = start();
    const RawClient client(server->port());
    for (const char each : post(server->port(), "{\"a\": 1}")) REQUIRE(client.send(std::string_view(&each, 1)));
    CHECK(test::body_of(client.read()) == "/ {\"a\": 1}");
}

TEST_CASE("HttpServer: half a request, and one behind another, do no harm", "[http]") {
    std::atomic<int> calls = 0;
    const auto server = start({}, [&](const HttpRequest& request) {
        ++calls;
        return echo(request);
    });
    const std::string request = post(server->port(), "{\"half\": 1}");
    for (std::size_t bytes = 0; bytes < request.size(); bytes += 7) {
        const RawClient client(server->port());
        client.send(std::string_view(request).substr(0, bytes));
    }
    CHECK(calls == 0);
    CHECK(status_of(ask(server->port(), request + request)) == 200);
    CHECK(calls == 1);
}

TEST_CASE("HttpServer: who is slow is told so, and holds up nobody", "[http]") {
    HttpOptions options;
    options.limits.to_arrive = std::chrono::milliseconds(300);
    options.limits.workers = 2;
    const auto server = start(options);
    std::vector<RawClient> slow;
    for (int i = 0; i < 50; ++i) {
        slow.emplace_back(server->port());
        slow.back().send("POST / HTTP/1.1\r\nHost: 12");
    }
    CHECK(status_of(ask(server->port(), post(server->port(), "{}"))) == 200);
    for (const RawClient& each : slow) CHECK(status_of(each.read()) == 408);
}

TEST_CASE("HttpServer: a thousand connections that say nothing hold up nobody", "[http]") {
    allow_connections(4096);
    const auto server = start();
    std::vector<RawClient> idle;
    for (int i = 0; i < 1000; ++i) {
        idle.emplace_back(server->port());
        REQUIRE(idle.back().connected);
    }
    CHECK(status_of(ask(server->port(), post(server->port(), "{}"))) == 200);
    idle.clear();
    CHECK(status_of(ask(server->port(), post(server->port(), "{}"))) == 200);
}

TEST_CASE("HttpServer: one connection too many is turned away, until another goes", "[http]") {
    HttpOptions options;
    options.limits.connections = 3;
    const auto server = start(options);
    std::vector<RawClient> idle;
    for (int i = 0; i < 3; ++i) idle.emplace_back(server->port());
    CHECK(status_of(ask(server->port(), post(server->port(), "{}"))) == 503);
    idle.clear();
    CHECK(until([&] { return status_of(ask(server->port(), post(server->port(), "{}"))) == 200; }));
}

TEST_CASE("HttpServer: five hundred requests at once are all answered", "[http]") {
    allow_connections(4096);
    const auto server = start();
    std::vector<RawClient> clients;
    for (int i = 0; i < 500; ++i) {
        clients.emplace_back(server->port());
        clients.back().send(post(server->port(), std::to_string(i)));
    }
    for (std::size_t i = 0; i < clients.size(); ++i)
        CHECK(test::body_of(clients[i].read()) == "/ " + std::to_string(i));
}

TEST_CASE("HttpServer: more requests than the rate allows are turned away", "[http]") {
    HttpOptions options;
    options.limits.burst = 3;
    options.limits.requests_per_sec = 0;
    const auto server = start(options);
    for (int i = 0; i < 3; ++i) CHECK(status_of(ask(server->port(), post(server->port(), "{}"))) == 200);
    CHECK(status_of(ask(server->port(), post(server->port(), "{}"))) == 429);
}

TEST_CASE("HttpServer: a stream goes on until it ends, or until nobody reads", "[http]") {
    std::atomic<int> pieces = 0;
    const auto endless = std::make_shared<int>();
    const auto server = start({}, [&, endless](const HttpRequest& request) {
        if (request.body == "short")
            return HttpAnswer{.next = [left = std::make_shared<int>(3)]() -> std::optional<std::string> {
                return (*left)-- > 0 ? std::optional<std::string>("data: x\n\n") : std::nullopt;
            }};
        return HttpAnswer{.next = [&pieces, endless]() -> std::optional<std::string> {
            ++pieces;
            return "data: more\n\n";
        }};
    });
    const std::string whole = ask(server->port(), post(server->port(), "short"));
    CHECK_THAT(whole, test::contains("text/event-stream"));
    CHECK_THAT(whole, test::contains("data: x"));
    {
        RawClient client(server->port());
        client.send(post(server->port(), "endless"));
        CHECK_THAT(client.read("data: more"), test::contains("data: more"));
    }
    // The handler's own copy, and that of this test.
    CHECK(until([&] { return endless.use_count() == 2; }));
    CHECK(pieces > 0);
}

TEST_CASE("HttpServer: nothing listens after its end, though clients wait", "[http]") {
    std::uint16_t port = 0;
    RawClient waiting = [&] {
        const auto server = start();
        port = server->port();
        RawClient client(port);
        client.send("POST / HTTP/1.1\r\n");
        return client;
    }();
    CHECK(waiting.read().empty());
    CHECK_FALSE(RawClient(port).connected);
}

TEST_CASE("HttpServer: why it cannot listen is said", "[http]") {
    const auto server = start();
    const auto second = HttpServer::start({.port = server->port()}, echo);
    REQUIRE_FALSE(second);
    CHECK_THAT(second.error(), test::contains("port is in use"));
    const auto open = HttpServer::start({.address = "0.0.0.0"}, echo);
    REQUIRE_FALSE(open);
    CHECK_THAT(open.error(), test::contains("needs a token"));
}

#else

TEST_CASE("HttpServer: without its library it says so", "[http]") {
    const auto server = HttpServer::start({}, echo);
    REQUIRE_FALSE(server);
    CHECK_THAT(server.error(), test::contains("cpp-httplib"));
}

#endif

}  // namespace http_server_test
