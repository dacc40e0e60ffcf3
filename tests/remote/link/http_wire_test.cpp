#include "remote/link/http_wire.hpp"

#include <array>
#include <string>
#include <vector>

#include "catch.hpp"
namespace http_wire_test {

using remote::AnswerReader;
using remote::EventSplitter;

constexpr std::size_t enough = 1u << 20;

TEST_CASE("HTTP wire: an answer is read the same wherever its pieces end", "[link]") {
    const std::array answers{
        std::string("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
        std::string("HTTP/1.1 200 OK\r\ncontent-length:5\r\nX: y\r\n\r\nhello"),
        std::string(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\nT: r\r\n\r\n"),
        std::string("HTTP/1.0 200 OK\r\n\r\nhello"),
        std::string("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
    };
    for (const std::string& answer : answers)
        for (std::size_t cut = 0; cut <= answer.size(); ++cut) {
            AnswerReader reader(enough);
            INFO(answer << " cut at " << cut);
            CHECK(reader.take(answer.substr(0, cut)));
            CHECK(reader.take(answer.substr(cut)));
            CHECK(reader.close());
            CHECK(reader.whole());
            CHECK(reader.status() == 200);
            CHECK(reader.take_body() == "hello");
        }
}

TEST_CASE("HTTP wire: what is no answer, is too long or ends half-way, is said", "[link]") {
    struct Row {
        const char* text;
        const char* why;
    };
    const std::array rows{
        Row{"SSH-2.0-OpenSSH\r\n", "what answers does not speak HTTP: choose another kind"},
        Row{"HTTP/1.1 abc\r\n\r\n", "what answers does not speak HTTP: choose another kind"},
        Row{"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", "the length of its answer is no number"},
        Row{"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\n", "its answer is longer than is allowed"},
        Row{"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello",
            "it closed the connection half-way through its answer"},
        Row{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", "a chunk of its answer has no length"},
        Row{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
            "its answer is longer than is allowed"},
        Row{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhello",
            "a chunk of its answer has another length than it says"},
        Row{"", "it closed the connection without an answer"},
    };
    for (const Row& row : rows) {
        AnswerReader reader(enough);
        const bool fine = reader.take(row.text) && reader.close();
        CHECK_FALSE(fine);
        CHECK(reader.why() == row.why);
    }
}

TEST_CASE("HTTP wire: a request is one text, and says only what Flecs reads", "[link]") {
    CHECK(remote::request_text({.target = "/entity/%23507"}, "127.0.0.1:27750", {}) ==
          "GET /entity/%23507 HTTP/1.1\r\nHost: 127.0.0.1:27750\r\nAccept: */*\r\nConnection: close\r\n\r\n");
    const std::string post = remote::request_text({.method = "POST", .body = "{}"}, "h:1", "secret");
    CHECK(post.find("Content-Length: 2\r\n") != std::string::npos);
    CHECK(post.find("Authorization: Bearer secret\r\n") != std::string::npos);
    CHECK(remote::percent_encoded("(A, $b)+%é") == "%28A%2C%20%24b%29%2B%25%C3%A9");
}

TEST_CASE("HTTP wire: events are cut out of a stream wherever its pieces end", "[link]") {
    const std::string stream = ": hello\n\ndata: {\"a\":1}\r\n\r\nevent: x\ndata: one\ndata: two\n\ndata: half";
    for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
        EventSplitter splitter;
        std::vector<std::string> events = splitter.take(stream.substr(0, cut));
        for (std::string& event : splitter.take(stream.substr(cut))) events.push_back(std::move(event));
        CHECK(events == std::vector<std::string>{"{\"a\":1}", "one\ntwo"});
    }
}

}  // namespace http_wire_test
