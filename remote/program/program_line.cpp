#include "remote/program/program_line.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include <poll.h>

#include "ecs/base/language.hpp"
#include "probe/run/running_programs.hpp"

namespace remote {

namespace {

/// Between two looks whether it is time to try again.
constexpr std::chrono::milliseconds longest_nap{50};

std::string address_of(const LinkOptions& options) {
    const bool ipv6 = options.host.find(':') != std::string::npos;
    return (ipv6 ? "[" + options.host + "]" : options.host) + ":" + std::to_string(options.port);
}

}  // namespace

ProgramLine::ProgramLine(LinkOptions options) : options_(std::move(options)) {
    why_ = ecs::phrase("asking {}", away());
    thread_ = std::thread([this] { run(); });
}

ProgramLine::~ProgramLine() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    stopped_.notify_all();
    pipe_.wake();
    thread_.join();
}

ProgramLine::Came ProgramLine::take() {
    const std::lock_guard lock(mutex_);
    frames_bytes_ = 0;
    return {welcome_, std::exchange(frames_, {}), welcome_.connection != 0 ? std::string() : why_};
}

void ProgramLine::send(std::uint64_t connection, const probe::ByteWriter& frame) {
    {
        const std::lock_guard lock(mutex_);
        if (connection != welcome_.connection || connection == 0) return;
        out_.insert(out_.end(), frame.bytes().begin(), frame.bytes().end());
    }
    pipe_.wake();
}

void ProgramLine::give_up(std::uint64_t connection, std::string why) {
    {
        const std::lock_guard lock(mutex_);
        if (connection != welcome_.connection) return;
        given_up_ = true;
        welcome_.connection = 0;
        why_ = std::move(why);
    }
    pipe_.wake();
}

/// The program's name or address, for messages.
std::string ProgramLine::away() const { return options_.program.empty() ? address_of(options_) : options_.program; }

LinkOptions ProgramLine::options() const {
    const std::lock_guard lock(mutex_);
    return options_;
}

std::string ProgramLine::address() const {
    const std::lock_guard lock(mutex_);
    return address_of(options_);
}

std::string ProgramLine::find() {
    if (options_.program.empty()) return {};
    const std::vector<probe::RunningProgram> all = probe::running_programs();
    std::vector<const probe::RunningProgram*> named;
    for (const probe::RunningProgram& each : all)
        if (each.name == options_.program) named.push_back(&each);
    if (named.empty()) return ecs::phrase("no program called \"{}\" runs", options_.program);
    // Several have the name: the one that was chosen.
    const auto chosen =
        std::find_if(named.begin(), named.end(), [&](const auto* each) { return each->port == options_.port; });
    if (chosen == named.end() && named.size() > 1)
        return ecs::phrase("{} programs are called \"{}\": choose one by its address", std::to_string(named.size()),
                           options_.program);
    const probe::RunningProgram& found = chosen != named.end() ? **chosen : *named.front();
    const std::lock_guard lock(mutex_);
    options_.host = "127.0.0.1";
    options_.port = found.port;
    options_.token = found.token;
    return {};
}

void ProgramLine::run() {
    Backoff backoff(options_.to_retry, 8 * options_.to_retry);
    while (!stop_) {
        std::string why = find();
        probe::Descriptor socket;
        if (why.empty()) socket = probe::connected(options_.host, options_.port, options_.to_connect, stop_, why);
        if (socket) {
            if (talk(socket)) backoff.worked();
        } else {
            lose(ecs::phrase("{} does not answer: {}", away(), why));
        }
        socket = probe::Descriptor();  // the program need not wait for the next try to know that this was the end
        backoff.failed(Backoff::Clock::now());
        std::unique_lock lock(mutex_);
        while (!stop_ && !backoff.due(Backoff::Clock::now()))
            stopped_.wait_for(lock, std::min(options_.to_retry, longest_nap));
    }
}

void ProgramLine::lose(std::string why) {
    const std::lock_guard lock(mutex_);
    // Why it was given up is the better reason.
    if (!std::exchange(given_up_, false)) why_ = std::move(why);
    welcome_.connection = 0;
    frames_.clear();
    frames_bytes_ = 0;
    out_.clear();
}

bool ProgramLine::talk(const probe::Descriptor& socket) {
    probe::ByteWriter hello;
    const std::size_t begin = probe::begin_frame(hello, probe::FrameKind::Hello);
    hello.number(probe::link_magic);
    hello.number(probe::link_major);
    hello.number(probe::link_minor);
    hello.text(options_.token);
    hello.text(probe::library_version());
    probe::end_frame(hello, begin);
    {
        const std::lock_guard lock(mutex_);
        out_.assign(hello.bytes().begin(), hello.bytes().end());
    }
    probe::FrameReader reader(probe::most_picture_bytes);
    const auto end = probe::Clock::now() + options_.to_answer;
    bool greeted = false;
    while (!stop_) {
        pollfd polled[2] = {{pipe_.read.number(), POLLIN, 0}, {socket.number(), POLLIN, 0}};
        bool welcome = false;
        {
            const std::lock_guard lock(mutex_);
            if (given_up_) break;
            welcome = welcome_.connection != 0;
            if (!out_.empty()) polled[1].events |= POLLOUT;
        }
        if (!welcome && probe::Clock::now() > end) {
            lose(ecs::phrase("{} does not answer: {}", away(), ecs::tr("it accepted the connection and said nothing")));
            return false;
        }
        greeted = greeted || welcome;
        ::poll(polled, 2, welcome ? -1 : 50);
        if (polled[0].revents != 0) pipe_.calm();
        if (!flush(socket) || (polled[1].revents != 0 && !receive(socket, reader))) break;
    }
    lose(ecs::phrase("{} does not answer: {}", away(), ecs::tr("it closed the connection")));
    return greeted;
}

bool ProgramLine::receive(const probe::Descriptor& socket, probe::FrameReader& reader) {
    std::array<std::byte, 256u << 10> piece;
    while (true) {
        const std::ptrdiff_t count = probe::receive_some(socket, piece);
        if (count < 0) return false;
        if (count == 0) return true;
        const std::span<const std::byte> said = std::span(piece).first(static_cast<std::size_t>(count));
        if (!reader.take_in(said)) {
            constexpr std::string_view http = "HTTP/";
            if (said.size() >= http.size() && std::memcmp(said.data(), http.data(), http.size()) == 0) {
                const std::lock_guard lock(mutex_);
                why_ = ecs::phrase("{} does not answer: {}", away(),
                                   ecs::tr("what is there speaks HTTP: choose another kind, such as Bevy or Flecs"));
                given_up_ = true;
            }
            return false;
        }
        while (std::optional<probe::Frame> frame = reader.next())
            if (!take_frame(std::move(*frame))) return false;
    }
}

bool ProgramLine::take_frame(probe::Frame frame) {
    const std::lock_guard lock(mutex_);
    probe::ByteReader from(frame.body);
    if (frame.kind == probe::FrameKind::Refused) {
        why_ = ecs::phrase("{} does not answer: {}", away(), ecs::tr(from.text()));
        given_up_ = true;
        return false;
    }
    if (welcome_.connection == 0) {
        const auto major = from.number<std::uint16_t>();
        welcome_.minor = from.number<std::uint16_t>();
        welcome_.name = from.text();
        welcome_.version = from.text();
        welcome_.run = from.number<std::uint64_t>();
        if (frame.kind != probe::FrameKind::Welcome || !from.fine() || major != probe::link_major) {
            why_ = ecs::phrase("{} does not answer: {}", away(), ecs::tr("it speaks another protocol"));
            given_up_ = true;
            return false;
        }
        welcome_.connection = ++connections_;
        return true;
    }
    frames_bytes_ += frame.body.size();
    // A program waits for each picture to be taken in, so that few of them wait here.
    if (frames_bytes_ > 2 * probe::most_picture_bytes) return false;
    frames_.push_back(std::move(frame));
    return true;
}

bool ProgramLine::flush(const probe::Descriptor& socket) {
    const std::lock_guard lock(mutex_);
    std::size_t sent = 0;
    while (sent < out_.size()) {
        const std::ptrdiff_t count = probe::send_some(socket, std::span(out_).subspan(sent));
        if (count < 0) return false;
        if (count == 0) break;
        sent += static_cast<std::size_t>(count);
    }
    out_.erase(out_.begin(), out_.begin() + static_cast<std::ptrdiff_t>(sent));
    return true;
}

}  // namespace remote
