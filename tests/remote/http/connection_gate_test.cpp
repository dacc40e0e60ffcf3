#include "remote/http/connection_gate.hpp"

#include <condition_variable>
#include <mutex>
#include <utility>

#include <sys/socket.h>
#include <unistd.h>

#include "catch.hpp"
#include "remote/http/request_head.hpp"

namespace connection_gate_test {

#ifdef CHUNKSCOPE_HAS_HTTPLIB

using namespace remote;

TEST_CASE("Connection gate: a whole request is handed over, and what is refused is counted as gone", "[http]") {
    const HttpOptions options;
    std::atomic<std::size_t> open = 2;
    std::mutex mutex;
    std::condition_variable came;
    std::string handed;
    ConnectionGate gate(options, open, [&](Socket, std::string bytes) {
        const std::lock_guard lock(mutex);
        handed = std::move(bytes);
        came.notify_one();
    });
    gate.start(7);
    int good[2], bad[2];
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, good) == 0);
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, bad) == 0);
    gate.add(Socket(good[0]));
    gate.add(Socket(bad[0]));
    const Socket good_end(good[1]), bad_end(bad[1]);
    const std::string request =
        "POST / HTTP/1.1\r\nHost: localhost:7\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n[1]";
    REQUIRE(::send(good[1], request.data(), request.size(), 0) > 0);
    REQUIRE(::send(bad[1], "nonsense\r\n\r\n", 12, 0) == 12);
    {
        std::unique_lock lock(mutex);
        came.wait(lock, [&] { return !handed.empty(); });
    }
    CHECK(handed == request);
    char answer[64] = {};
    REQUIRE(::recv(bad[1], answer, 12, MSG_WAITALL) == 12);
    CHECK(std::string_view(answer, 12) == "HTTP/1.1 400");
    gate.stop();
    CHECK(open == 1);  // the one that was handed over
}

#endif

}  // namespace connection_gate_test
