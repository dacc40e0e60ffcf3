// A Link is the way to a program that serves its world over HTTP, kept polite: one job at a time, so many requests a
// second at most, what a person did before what is only looked at. Jobs run on a thread of the Link; what they found is
// delivered on the thread of its owner.
//
//     link.post(LinkPriority::Visible, "entities", [](Line& line) {
//         LinkReply reply = line.ask({.target = "/query?…"});          // on the thread of the Link
//         return [reply = std::move(reply)] { … };                     // in deliver(), on the owner's thread
//     });
//     …once a frame: link.deliver();
//
// Why not cpp-httplib, which serves our own worlds: measured with its client (0.11), head and body of a request leave
// in two sends, and Flecs reads only the first; and it limits the time between two bytes, not that of the answer: a
// program that drips a byte a second held it up for 13 s with a limit of 2 s. Here a request leaves in one send, is
// over when its time is, and the destructor ends one that waits.
//
// It follows no redirects and knows no proxies, and each request has a connection of its own: Flecs closes it anyway.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "probe/net/socket.hpp"
#include "remote/link/http_wire.hpp"

namespace remote {

struct LinkOptions {
    std::string program = {};        // a probe::Probe of this name says where it listens; empty: host and port say it
    std::string host = "127.0.0.1";  // "localhost" is looked up as IPv4 first
    std::uint16_t port = 0;
    std::string world = {};  // of a program with several, the one to show first; empty: the program's first one
    std::string token = {};  // sent as a bearer token; empty: none
    double per_second = 18;  // requests that only look, less a third; edits and their looks: nine times as many
    std::chrono::milliseconds to_connect{500}, to_answer{2000};
    std::chrono::milliseconds to_retry{250};  // of a program with a probe: from the first break to the next try
    std::size_t answer_bytes = 64u << 20;
    std::size_t request_bytes = 60u << 10;  // longer ones are not sent
    /// Measures how long an answer took, and nothing else. A test on a busy machine gives a clock of its own.
    std::chrono::steady_clock::time_point (*clock)() = std::chrono::steady_clock::now;
};

/// What became of a request.
struct LinkReply {
    enum class Outcome : std::uint8_t {
        Answered,
        NotSent,   // nobody listens, or it is too long: nothing was done
        NoAnswer,  // it was sent, and nobody knows what became of it
    };
    Outcome outcome = Outcome::NotSent;
    int status = 0;
    std::string body = {};
    std::string why = {};  // not answered: for a person
    bool unheard = false;  // NotSent: nobody took the connection
    double secs = 0;

    bool answered() const { return outcome == Outcome::Answered; }
    bool good() const { return answered() && status >= 200 && status < 300; }
};

/// One request, at once, on a connection of its own. It is over when `stop` becomes true.
LinkReply exchange(const LinkOptions& options, const LinkRequest& request, const std::atomic<bool>& stop);

using probe::is_this_computer;

class Link;

/// What a job has of its Link.
class Line {
public:
    /// Waits until another request is polite, then for the answer. A job may ask from several threads of its own.
    LinkReply ask(const LinkRequest& request);
    /// The Link ends: so should the job.
    bool stopped() const;
    /// Less when the Link ends.
    void wait(std::chrono::milliseconds time) const;

private:
    friend class Link;
    Line(Link& link, bool edit) : link_(link), edit_(edit) {}
    Link& link_;
    bool edit_;
};

enum class LinkPriority : std::uint8_t { Edit, Visible, Background };

class Link {
public:
    explicit Link(LinkOptions options);
    ~Link();
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    using Delivery = std::function<void()>;
    using Job = std::function<Delivery(Line& line)>;
    /// A job takes the place of the one with the same key that waits. Edits have an order and no key.
    void post(LinkPriority priority, std::string key, Job job);
    /// Drops what waits, but for edits; what runs goes on.
    void drop_waiting();
    /// Runs what jobs delivered since, on this thread. Returns how many.
    std::size_t deliver();
    /// Whether nothing waits, runs, or is to be delivered.
    bool idle() const;
    /// How often the connection broke: nobody accepted it, or a question that is not an edit got no answer. Edits that
    /// were made before a break may be for a program that is gone. Counted on the thread of the Link.
    std::uint64_t breaks() const { return breaks_; }
    /// Requests so far.
    std::uint64_t asked() const { return asked_; }

    const LinkOptions& options() const { return options_; }
    /// "127.0.0.1:27750", "[::1]:27750".
    std::string address() const;

private:
    friend class Line;
    struct Waiting {
        LinkPriority priority = LinkPriority::Background;
        std::string key;
        Job job;
    };
    void run();
    void wait_until_polite(bool edit);

    const LinkOptions options_;
    mutable std::mutex mutex_;
    mutable std::condition_variable came_;
    std::deque<Waiting> waiting_;
    std::vector<Delivery> deliveries_;
    bool running_ = false;
    std::atomic<bool> stop_ = false;
    std::atomic<std::uint64_t> asked_ = 0, breaks_ = 0;
    // When requests of the last second were sent.
    std::deque<std::chrono::steady_clock::time_point> recent_, recent_edits_;
    std::thread thread_;  // goes first
};

/// When to try again: twice as long after each failure, up to a limit.
class Backoff {
public:
    using Clock = std::chrono::steady_clock;
    explicit Backoff(std::chrono::milliseconds first = std::chrono::milliseconds(250),
                     std::chrono::milliseconds most = std::chrono::milliseconds(2000))
        : first_(first), most_(most) {}
    void failed(Clock::time_point now) {
        wait_ = wait_.count() == 0 ? first_ : std::min(wait_ * 2, most_);
        next_ = now + wait_;
    }
    void worked() { wait_ = {}; }
    bool due(Clock::time_point now) const { return now >= next_; }

private:
    std::chrono::milliseconds first_, most_, wait_{0};
    Clock::time_point next_;
};

}  // namespace remote
