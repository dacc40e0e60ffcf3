#include "remote/http/request_head.hpp"

#include "catch.hpp"

namespace request_head_test {

using namespace remote;

namespace {

constexpr std::uint16_t port = 15702;

/// A good head, in which `from` is replaced by `to`.
HeadVerdict judged(const std::string& from = {}, const std::string& to = {}, const HttpOptions& options = {}) {
    std::string head =
        "POST / HTTP/1.1\r\nHost: 127.0.0.1:15702\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n";
    if (!from.empty()) head.replace(head.find(from), from.size(), to);
    return judge_head(head, options, port);
}
int status(const std::string& from, const std::string& to) { return judged(from, to).status; }

}  // namespace

TEST_CASE("Request head: what is as it should be may be answered", "[http]") {
    CHECK(judged().status == 0);
    CHECK(judged().body_bytes == 12);
    CHECK(status("127.0.0.1:15702", "LocalHost:15702") == 0);
    CHECK(status("127.0.0.1:15702", "[::1]:15702") == 0);
    CHECK(status("json", "json; charset=utf-8") == 0);
    CHECK(status("POST /", "POST /jsonrpc") == 0);
}

TEST_CASE("Request head: another Host is refused, however much it looks like this one", "[http]") {
    for (const char* const host : {"127.0.0.1", "127.0.0.1:15703", "127.0.0.1.evil.example:15702", "evil.example:15702",
                                   "localhost.evil.example:15702", "127.0.0.1:15702@evil.example", "", "0.0.0.0:15702"})
        CHECK(status("127.0.0.1:15702", host) == 403);
    CHECK_THAT(judged("127.0.0.1:15702", "127.0.0.1:8080").why,
               test::contains("must be 127.0.0.1:15702") && test::contains("forward the same port"));
    CHECK(status("Host: 127.0.0.1:15702\r\n", "") == 403);
    CHECK(status("Host:", "Host: 127.0.0.1:15702\r\nHost:") == 403);
}

TEST_CASE("Request head: an Origin is refused unless it was allowed", "[http]") {
    CHECK(status("Host", "Origin: https://evil.example\r\nHost") == 403);
    CHECK(status("Host", "Origin: null\r\nHost") == 403);
    const HttpOptions allowed{.origins = {"https://tools.example"}};
    CHECK(judged("Host", "Origin: https://tools.example\r\nHost", allowed).status == 0);
    CHECK(judged("Host", "Origin: https://tools.example.evil\r\nHost", allowed).status == 403);
}

TEST_CASE("Request head: only POST of JSON with a length is answered", "[http]") {
    CHECK(status("POST", "GET") == 405);
    CHECK(status("POST", "OPTIONS") == 405);
    CHECK(status("application/json", "text/plain") == 415);
    CHECK(status("Content-Type: application/json\r\n", "") == 415);
    CHECK(status("Content-Length: 12\r\n", "") == 411);
    CHECK(status("Content-Length: 12", "Transfer-Encoding: chunked") == 411);
    CHECK(status("Length: 12", "Length: 9000000") == 413);
    CHECK(status("Length: 12", "Length: 99999999999999999999") == 400);
    CHECK(status("Length: 12", "Length: -1") == 400);
    CHECK(status("Length: 12", "Length: 12\r\nContent-Length: 13") == 400);
    CHECK(status("Host", "Content-Encoding: gzip\r\nHost") == 415);
    CHECK(status("Host", "Expect: 100-continue\r\nHost") == 417);
    CHECK(status("Host", "Range: bytes=0-1\r\nHost") == 400);
}

TEST_CASE("Request head: what is no HTTP is refused", "[http]") {
    CHECK(status("POST / HTTP/1.1", "hello") == 400);
    CHECK(status("HTTP/1.1", "HTTP/2") == 400);
    CHECK(status("POST /", "POST nowhere") == 400);
    CHECK(status("POST /", "POST /" + std::string(300, 'a')) == 414);
    CHECK(status("Host:", " Host:") == 400);
    CHECK(status("Host:", "no header\r\nHost:") == 400);
    CHECK(status("Host:", "X: \x01\r\nHost:") == 400);
    CHECK(judge_head("", {}, port).status == 400);
    CHECK(judge_head("\r\n\r\n", {}, port).status == 400);
}

TEST_CASE("Request head: a token must be the very one", "[http]") {
    const HttpOptions options{.token = "0123456789abcdef"};
    const auto with = [&](const std::string& value) {
        return judged("Host", "Authorization: " + value + "\r\nHost", options).status;
    };
    CHECK(judged({}, {}, options).status == 401);
    CHECK(with("Bearer 0123456789abcdef") == 0);
    CHECK(with("Bearer 0123456789abcdeg") == 401);
    CHECK(with("Bearer 0123456789abcdef0") == 401);
    CHECK(with("Bearer ") == 401);
    CHECK(with("0123456789abcdef") == 401);
}

TEST_CASE("Request head: addresses of this computer are told from others", "[http]") {
    CHECK(is_loopback("127.0.0.1"));
    CHECK(is_loopback("::1"));
    CHECK_FALSE(is_loopback("127.0.0.1.evil.example"));
    CHECK_FALSE(is_loopback("192.168.0.1"));
    CHECK_FALSE(is_loopback("0.0.0.0"));
}

}  // namespace request_head_test
