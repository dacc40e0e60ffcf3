#include "probe/run/probe_line.hpp"

#include <array>
#include <utility>

#include <poll.h>

#include "probe/run/running_programs.hpp"

namespace probe {

namespace {

/// A client must send the token within this time.
constexpr std::chrono::seconds patience{5};
constexpr std::size_t most_waiting_bytes = 4 * most_asked_bytes;

/// In constant time.
bool same_token(std::string_view a, std::string_view b) {
    unsigned difference = a.size() == b.size() ? 0u : 1u;
    for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned>(a[i] ^ (i < b.size() ? b[i] : a[i]));
    return difference == 0;
}

void append_frame(std::vector<std::byte>& to, FrameKind kind, const ByteWriter& body) {
    ByteWriter frame;
    const std::size_t begin = begin_frame(frame, kind);
    frame.raw(body.bytes().data(), body.size());
    end_frame(frame, begin);
    to.insert(to.end(), frame.bytes().begin(), frame.bytes().end());
}

void append_refusal(std::vector<std::byte>& to, std::string_view why) {
    ByteWriter body;
    body.text(why);
    append_frame(to, FrameKind::Refused, body);
}

}  // namespace

ProbeLine::ProbeLine(std::string name, std::string token, std::uint64_t run, std::uint16_t port)
    : name_(std::move(name)), token_(std::move(token)), run_(run), port_(port) {
    listener_ = listening(port_, problem_);
    if (listener_ && !pipe_.write) problem_ = "no pipe can be opened";
    if (problem_.empty()) thread_ = std::thread([this] { this->run(); });
}

ProbeLine::~ProbeLine() {
    stop_ = true;
    pipe_.wake();
    if (thread_.joinable()) thread_.join();
}

ProbeLine::Came ProbeLine::take() {
    const std::lock_guard lock(mutex_);
    if (frames_bytes_ > most_waiting_bytes) pipe_.wake();  // there is room again
    frames_bytes_ = 0;
    return {connection_, client_.minor, std::exchange(frames_, {}), client_.out.size() + unsent_};
}

void ProbeLine::wait(double most_secs) {
    std::unique_lock lock(mutex_);
    came_.wait_for(lock, std::chrono::duration<double>(most_secs),
                   [&] { return connection_ == 0 || !frames_.empty(); });
}

void ProbeLine::send(std::uint64_t connection, std::vector<std::byte> bytes) {
    {
        const std::lock_guard lock(mutex_);
        if (connection != connection_ || connection_ == 0) return;
        if (client_.out.empty())
            client_.out = std::move(bytes);
        else
            client_.out.insert(client_.out.end(), bytes.begin(), bytes.end());
    }
    pipe_.wake();
}

void ProbeLine::end(std::uint64_t connection) {
    const std::lock_guard lock(mutex_);
    if (connection != connection_ || connection_ == 0) return;
    client_.last = true;
    pipe_.wake();
}

void ProbeLine::run() {
    while (!stop_) {
        std::array<pollfd, 3> polled{{{pipe_.read.number(), POLLIN, 0}, {listener_.number(), POLLIN, 0}, {-1, 0, 0}}};
        int wait = -1;
        {
            const std::lock_guard lock(mutex_);
            if (client_.socket) {
                polled[2].fd = client_.socket.number();
                const bool takes = !client_.last && frames_bytes_ <= most_waiting_bytes;
                polled[2].events =
                    static_cast<short>((takes ? POLLIN : 0) | (client_.out.empty() && unsent_ == 0 ? 0 : POLLOUT));
                if (connection_ == 0) wait = 200;
            }
        }
        ::poll(polled.data(), polled.size(), wait);
        if (polled[0].revents != 0) pipe_.calm();
        if (polled[1].revents != 0) accept();
        if (polled[2].fd < 0) continue;
        bool open = true;
        {
            const std::lock_guard lock(mutex_);
            const bool late = !client_.welcome && Clock::now() - client_.since > patience;
            const short came = polled[2].revents;
            open = !late && ((came & (POLLIN | POLLHUP | POLLERR)) == 0 || receive());
        }
        if (open && flush()) continue;
        const std::lock_guard lock(mutex_);
        drop();
    }
}

void ProbeLine::accept() {
    Descriptor socket = accepted(listener_);
    if (!socket) {
        // The process has no descriptor left: the listener would be ready again at once.
        pollfd woken{pipe_.read.number(), POLLIN, 0};
        ::poll(&woken, 1, 100);
        return;
    }
    const std::lock_guard lock(mutex_);
    if (client_.socket) {
        // A client that never sends a Hello holds the place for a few seconds only.
        std::vector<std::byte> refusal;
        append_refusal(refusal, "another editor is connected to this program");
        send_some(socket, refusal);
        return;
    }
    client_ = Client{};
    client_.socket = std::move(socket);
    client_.since = Clock::now();
}

bool ProbeLine::receive() {
    std::array<std::byte, 64u << 10> piece;
    // So many at a time: the thread of the world may wait for the mutex.
    for (int pieces = 0; pieces < 16 && !client_.last; ++pieces) {
        const std::ptrdiff_t count = receive_some(client_.socket, piece);
        if (count < 0) return false;
        if (count == 0) return true;
        if (!client_.reader.take_in(std::span(piece).first(static_cast<std::size_t>(count)))) return false;
        while (std::optional<Frame> frame = client_.reader.next()) {
            if (!client_.welcome) {
                if (!greet(*frame)) return true;
            } else {
                frames_bytes_ += frame_head_bytes + frame->body.size();
                frames_.push_back(std::move(*frame));
                came_.notify_one();
            }
        }
    }
    return true;
}

/// False: it is refused.
bool ProbeLine::greet(const Frame& frame) {
    ByteReader hello(frame.body);
    const auto magic = hello.number<std::uint32_t>();
    const auto major = hello.number<std::uint16_t>(), minor = hello.number<std::uint16_t>();
    const std::string_view token = hello.text(), version = hello.text();
    std::string why;
    if (frame.kind != FrameKind::Hello || !hello.fine() || magic != link_magic)
        why = "this is a program with a probe of Chunkscope, and the client speaks another protocol";
    else if (!same_token(token_, token))
        why = "the token is not that of the program";
    else if (major != link_major)
        why = std::string(major < link_major ? "the editor (" : "the program (") +
              std::string(major < link_major ? version : library_version()) + ") is older, and speaks another protocol";
    if (!why.empty()) {
        append_refusal(client_.out, why);
        client_.last = true;
        return false;
    }
    client_.minor = minor;  // a later one adds only what may be ignored
    client_.welcome = true;
    connection_ = ++connections_;
    frames_.clear();
    frames_bytes_ = 0;
    ByteWriter body;
    body.number(link_major);
    body.number(link_minor);
    body.text(name_);
    body.text(library_version());
    body.number(run_);
    append_frame(client_.out, FrameKind::Welcome, body);
    attended_.store(true, std::memory_order_release);
    return true;
}

/// Sends without the mutex, from bytes that only this thread has.
bool ProbeLine::flush() {
    bool last = false;
    {
        const std::lock_guard lock(mutex_);
        if (sending_.empty()) {
            sending_ = std::exchange(client_.out, {});
            sent_ = 0;
            unsent_ = sending_.size();
        }
        last = client_.last && client_.out.empty();
    }
    while (sent_ < sending_.size()) {
        const std::ptrdiff_t count = send_some(client_.socket, std::span(sending_).subspan(sent_));
        if (count < 0) return false;
        if (count == 0) return true;
        sent_ += static_cast<std::size_t>(count);
        unsent_ = sending_.size() - sent_;
    }
    sending_.clear();
    return !last;
}

void ProbeLine::drop() {
    client_ = Client{};
    sending_.clear();
    sent_ = 0;
    unsent_ = 0;
    connection_ = 0;
    frames_.clear();
    frames_bytes_ = 0;
    attended_.store(false, std::memory_order_release);
    came_.notify_one();
}

}  // namespace probe
