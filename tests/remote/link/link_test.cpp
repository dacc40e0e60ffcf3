#include "remote/link/link.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "remote/support/fake_program.hpp"
#include "remote/support/raw_client.hpp"

#include "catch.hpp"
namespace link_test {

using namespace std::chrono_literals;
using remote::LinkOptions;
using remote::LinkPriority;
using remote::LinkReply;
using Outcome = remote::LinkReply::Outcome;

const std::atomic<bool> go_on = false;

LinkReply ask(const test::FakeProgram& program, LinkOptions options = {}) {
    options.port = program.port();
    return remote::exchange(options, {.target = "/x"}, go_on);
}

TEST_CASE("Link: a request is answered, on a connection of its own", "[link]") {
    test::FakeProgram program([](const test::Asked& asked) { asked.answer("{\"target\":\"" + asked.target + "\"}"); });
    const LinkReply reply = ask(program);
    CHECK(reply.good());
    CHECK(reply.body == "{\"target\":\"/x\"}");
    CHECK(ask(program).good());
}

TEST_CASE("Link: an address of IPv6 is in brackets, beside its port", "[link]") {
    CHECK(remote::Link({.host = "::1", .port = 7}).address() == "[::1]:7");
    CHECK(remote::Link({.host = "localhost", .port = 7}).address() == "localhost:7");
}

TEST_CASE("Link: where nothing listens, nothing was sent", "[link]") {
    test::FakeProgram program([](const test::Asked&) {});
    program.end();
    const LinkReply reply = ask(program);
    CHECK(reply.outcome == Outcome::NotSent);
    CHECK(reply.why == "nothing listens there");
    CHECK(remote::exchange({.host = "no such host.", .port = 1}, {}, go_on).why == "there is no such host");
}

TEST_CASE("Link: a request that is longer than Flecs reads is not sent", "[link]") {
    test::FakeProgram program([](const test::Asked& asked) { asked.answer("{}"); });
    LinkOptions options;
    options.port = program.port();
    const LinkReply reply = remote::exchange(options, {.target = "/" + std::string(60u << 10, 'x')}, go_on);
    CHECK(reply.outcome == Outcome::NotSent);
    CHECK(program.targets().empty());
    // One that is not comes in one piece, which is all that the program reads.
    CHECK(remote::exchange(options, {.target = "/" + std::string(50u << 10, 'x')}, go_on).good());
}

TEST_CASE("Link: a program that never answers, drips or breaks off is left in time", "[link]") {
    std::atomic<bool> end = false;
    // It never answers, drips, closes half-way, closes at once, speaks no HTTP, says too much.
    const int way = GENERATE(0, 1, 2, 3, 4, 5);
    test::FakeProgram program([&](const test::Asked& asked) {
        if (way <= 1)
            while (!end && (way == 0 || asked.send(asked.head.empty() ? "H" : ""))) {
                if (way == 1 && !asked.send("H")) break;
                test::drip();
            }
        if (way == 2) asked.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
        if (way == 4) asked.send("garbage garbage\r\n\r\n");
        if (way == 5) asked.send("HTTP/1.1 200 OK\r\nContent-Length: 68000000\r\n\r\n");
    });
    const auto begin = std::chrono::steady_clock::now();
    LinkOptions options;
    options.to_answer = 200ms;
    const LinkReply reply = ask(program, options);
    end = true;
    CHECK(reply.outcome == Outcome::NoAnswer);
    CHECK_FALSE(reply.why.empty());
    CHECK(std::chrono::steady_clock::now() - begin < 30s);
}

TEST_CASE("Link: what a person does goes before what is looked at, and old looks are dropped", "[link]") {
    std::mutex mutex;
    std::vector<std::string> order;
    std::atomic<bool> held = true;
    test::FakeProgram program([&](const test::Asked& asked) {
        while (held && asked.target == "/first") std::this_thread::yield();
        const std::lock_guard lock(mutex);
        order.push_back(asked.target);
        asked.answer("{}");
    });
    remote::Link link({.port = program.port(), .to_answer = 60s});
    int delivered = 0;
    const auto post = [&](LinkPriority priority, std::string key, std::string target) {
        link.post(priority, std::move(key), [&, target](remote::Line& line) -> remote::Link::Delivery {
            const bool good = line.ask({.target = target}).good();
            return [&delivered, good] { delivered += good ? 1 : 0; };
        });
    };
    post(LinkPriority::Visible, "a", "/first");
    CHECK(test::until([&] { return link.asked() == 1; }));
    post(LinkPriority::Background, "b", "/background");
    post(LinkPriority::Visible, "c", "/old");
    post(LinkPriority::Visible, "c", "/visible");
    post(LinkPriority::Edit, {}, "/edit1");
    post(LinkPriority::Edit, {}, "/edit2");
    held = false;
    CHECK(test::until([&] {
        link.deliver();
        return delivered == 5;
    }));
    CHECK(order == std::vector<std::string>{"/first", "/edit1", "/edit2", "/visible", "/background"});
    CHECK(link.idle());
}

TEST_CASE("Link: no second has more requests than are polite", "[link]") {
    test::FakeProgram program([](const test::Asked& asked) { asked.answer("{}"); });
    remote::Link link({.port = program.port(), .per_second = 10});
    std::vector<std::chrono::steady_clock::time_point> times;
    for (int i = 0; i < 13; ++i)
        link.post(LinkPriority::Visible, {}, [&times](remote::Line& line) -> remote::Link::Delivery {
            (void)line.ask({});
            const auto now = std::chrono::steady_clock::now();
            return [&times, now] { times.push_back(now); };
        });
    CHECK(test::until([&] {
        link.deliver();
        return times.size() == 13;
    }));
    for (std::size_t i = 6; i < times.size(); ++i) CHECK(times[i] - times[i - 6] > 900ms);
}

TEST_CASE("Link: what a person does waits for no look", "[link]") {
    test::FakeProgram program([](const test::Asked& asked) { asked.answer("{}"); });
    const remote::LinkOptions options{.port = program.port(), .per_second = 10};
    remote::Link edits(options), looks(options);
    std::size_t edited = 0, looked = 0;
    const auto count = [](std::size_t& counter) {
        return [&counter](remote::Line& line) -> remote::Link::Delivery {
            (void)line.ask({});
            return [&counter] { ++counter; };
        };
    };
    for (int i = 0; i < 72; ++i) {
        edits.post(LinkPriority::Edit, {}, count(edited));
        looks.post(LinkPriority::Visible, {}, count(looked));
    }
    CHECK(test::until([&] {
        looks.deliver();
        edits.deliver();
        return edited == 72;
    }));
    CHECK(looked < 36);
}

TEST_CASE("Link: its end does not wait for a program that does not answer", "[link]") {
    std::atomic<bool> end = false;
    test::FakeProgram program([&](const test::Asked&) {
        while (!end) std::this_thread::yield();
    });
    const auto begin = std::chrono::steady_clock::now();
    {
        remote::Link link({.port = program.port(), .to_answer = 60s});
        link.post(LinkPriority::Visible, {}, [](remote::Line& line) -> remote::Link::Delivery {
            (void)line.ask({});
            return {};
        });
        CHECK(test::until([&] { return link.asked() == 1; }));
    }
    end = true;
    CHECK(std::chrono::steady_clock::now() - begin < 20s);
}

TEST_CASE("Link: it waits twice as long after each failure, up to two seconds", "[link]") {
    remote::Backoff backoff;
    const auto start = remote::Backoff::Clock::now();
    CHECK(backoff.due(start));
    for (const auto wait : {250ms, 500ms, 1000ms, 2000ms, 2000ms}) {
        backoff.failed(start);
        CHECK_FALSE(backoff.due(start + wait - 1ms));
        CHECK(backoff.due(start + wait));
    }
    backoff.worked();
    backoff.failed(start);
    CHECK(backoff.due(start + 250ms));
}

TEST_CASE("Link: only addresses of this computer count as its own", "[link]") {
    for (const char* host : {"127.0.0.1", "127.5.5.5", "localhost", "::1"}) CHECK(remote::is_this_computer(host));
    for (const char* host : {"127.evil.example", "192.168.1.2", "0.0.0.0", "example.org", ""})
        CHECK_FALSE(remote::is_this_computer(host));
}

}  // namespace link_test
