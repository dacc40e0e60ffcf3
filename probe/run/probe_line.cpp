#include "probe/run/probe_line.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <poll.h>

#include "probe/run/running_programs.hpp"

namespace probe {

namespace {

/// A client must send the token within this time, or take the last bytes.
constexpr std::chrono::seconds patience{5};
constexpr std::size_t most_waiting_bytes = 4 * most_asked_bytes;

constexpr std::size_t most_spares = 4, most_spare_bytes = 1u << 20;
/// To wake a thread takes 5 to 100 µs (most in a virtual machine), and the program's tick would wait for that. So while
/// pictures follow each other, the thread of the line looks for them by itself.
constexpr int nap_ms = 2;
constexpr std::chrono::milliseconds busy_time{250};

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

constexpr std::string_view another_protocol =
    "this is a program with a probe of Chunkscope, and the client speaks another protocol";

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

std::vector<ProbeLine::Came> ProbeLine::take() {
    const std::lock_guard lock(mutex_);
    std::vector<Came> all;
    one_ended_ = false;
    for (const auto& client : clients_) {
        if (client->connection == 0) continue;
        if (client->frames_bytes > most_waiting_bytes) pipe_.wake();  // there is room again
        client->frames_bytes = 0;
        all.push_back({client->connection, client->minor, std::exchange(client->frames, {}),
                       client->out.size() + client->unsent});
    }
    std::sort(all.begin(), all.end(), [](const Came& a, const Came& b) { return a.connection < b.connection; });
    return all;
}

void ProbeLine::wait(double most_secs) {
    std::unique_lock lock(mutex_);
    came_.wait_for(lock, std::chrono::duration<double>(most_secs), [&] {
        return one_ended_ || !attended() ||
               std::any_of(clients_.begin(), clients_.end(), [](const auto& each) { return !each->frames.empty(); });
    });
}

ProbeLine::Client* ProbeLine::find(std::uint64_t connection) {
    const auto found = std::find_if(clients_.begin(), clients_.end(),
                                    [&](const auto& each) { return each->connection == connection; });
    return connection != 0 && found != clients_.end() ? found->get() : nullptr;
}

void ProbeLine::send(std::uint64_t connection, std::vector<std::byte> bytes) {
    bool looks_by_itself = false;
    {
        const std::lock_guard lock(mutex_);
        Client* const client = find(connection);
        if (client == nullptr) return;
        sent_ = Clock::now();
        looks_by_itself = naps_;
        if (client->out.empty())
            client->out = std::move(bytes);
        else
            client->out.insert(client->out.end(), bytes.begin(), bytes.end());
    }
    if (!looks_by_itself) pipe_.wake();
}

std::vector<std::byte> ProbeLine::take_spare() {
    const std::lock_guard lock(mutex_);
    if (spares_.empty()) return {};
    std::vector<std::byte> spare = std::move(spares_.back());
    spares_.pop_back();
    return spare;
}

void ProbeLine::end(std::uint64_t connection, std::string_view why) {
    const std::lock_guard lock(mutex_);
    Client* const client = find(connection);
    if (client == nullptr || client->last) return;
    if (!why.empty()) append_refusal(client->out, why);
    client->last = true;
    client->since = Clock::now();
    pipe_.wake();
}

void ProbeLine::run() {
    std::vector<pollfd> polled;
    std::vector<Client*> clients;
    while (!stop_) {
        polled = {{pipe_.read.number(), POLLIN, 0}, {listener_.number(), POLLIN, 0}};
        clients.clear();
        int wait = -1;
        {
            const std::lock_guard lock(mutex_);
            for (const auto& client : clients_) {
                const bool takes = !client->last && client->frames_bytes <= most_waiting_bytes;
                const bool sends = !client->out.empty() || client->unsent > 0;
                polled.push_back(
                    {client->socket.number(), static_cast<short>((takes ? POLLIN : 0) | (sends ? POLLOUT : 0)), 0});
                clients.push_back(client.get());
                if (client->connection == 0 || client->last) wait = 200;
            }
            naps_ = Clock::now() - sent_ < busy_time;
            if (naps_) wait = nap_ms;
        }
        ::poll(polled.data(), polled.size(), wait);
        if (polled[0].revents != 0) pipe_.calm();
        if (polled[1].revents != 0) accept();
        for (std::size_t i = 0; i < clients.size(); ++i) {
            Client& client = *clients[i];
            bool open = true;
            {
                const std::lock_guard lock(mutex_);
                const bool late = (client.connection == 0 || client.last) && Clock::now() - client.since > patience;
                const short came = polled[i + 2].revents;
                open = !late && ((came & (POLLIN | POLLHUP | POLLERR)) == 0 || receive(client));
            }
            if (open && flush(client)) continue;
            const std::lock_guard lock(mutex_);
            drop(client);
        }
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
    if (clients_.size() >= most_clients) {
        // A client that never sends a Hello holds a place for a few seconds only.
        std::vector<std::byte> refusal;
        append_refusal(refusal, "as many editors as possible are connected to this program");
        send_some(socket, refusal);
        return;
    }
    auto client = std::make_unique<Client>();
    client->socket = std::move(socket);
    client->since = Clock::now();
    clients_.push_back(std::move(client));
}

bool ProbeLine::receive(Client& client) {
    std::array<std::byte, 64u << 10> piece;
    // So many at a time: the thread of the world may wait for the mutex.
    for (int pieces = 0; pieces < 16 && !client.last; ++pieces) {
        const std::ptrdiff_t count = receive_some(client.socket, piece);
        if (count < 0) return false;
        if (count == 0) return true;
        if (!client.reader.take_in(std::span(piece).first(static_cast<std::size_t>(count)))) {
            if (client.connection != 0) return false;
            append_refusal(client.out, another_protocol);
            client.last = true;
            return true;
        }
        while (std::optional<Frame> frame = client.reader.next()) {
            if (client.connection == 0) {
                if (!greet(client, *frame)) return true;
            } else {
                client.frames_bytes += frame_head_bytes + frame->body.size();
                client.frames.push_back(std::move(*frame));
                came_.notify_one();
            }
        }
    }
    return true;
}

/// False: it is refused.
bool ProbeLine::greet(Client& client, const Frame& frame) {
    ByteReader hello(frame.body);
    const auto magic = hello.number<std::uint32_t>();
    const auto major = hello.number<std::uint16_t>(), minor = hello.number<std::uint16_t>();
    const std::string_view token = hello.text(), version = hello.text();
    std::string why;
    if (frame.kind != FrameKind::Hello || !hello.fine() || magic != link_magic)
        why = another_protocol;
    else if (!same_token(token_, token))
        why = "the token is not that of the program";
    else if (major != link_major)
        why = std::string(major < link_major ? "the editor (" : "the program (") +
              std::string(major < link_major ? version : library_version()) + ") is older, and speaks another protocol";
    if (!why.empty()) {
        append_refusal(client.out, why);
        client.last = true;
        return false;
    }
    client.minor = minor;  // a later one adds only what may be ignored
    client.connection = ++connections_;
    ByteWriter body;
    body.number(link_major);
    body.number(link_minor);
    body.text(name_);
    body.text(library_version());
    body.number(run_);
    append_frame(client.out, FrameKind::Welcome, body);
    attended_.store(true, std::memory_order_release);
    return true;
}

/// Sends without the mutex, from bytes that only this thread has.
bool ProbeLine::flush(Client& client) {
    bool last = false;
    {
        const std::lock_guard lock(mutex_);
        if (client.sending.empty()) {
            client.sending = std::exchange(client.out, {});
            client.sent = 0;
            client.unsent = client.sending.size();
        }
        last = client.last && client.out.empty();
    }
    while (client.sent < client.sending.size()) {
        const std::ptrdiff_t count = send_some(client.socket, std::span(client.sending).subspan(client.sent));
        if (count < 0) return false;
        if (count == 0) {
            const std::lock_guard lock(mutex_);
            client.unsent = client.sending.size() - client.sent;
            return true;
        }
        client.sent += static_cast<std::size_t>(count);
    }
    if (client.sending.empty()) return !last;
    std::vector<std::byte> spare = std::exchange(client.sending, {});
    client.sent = 0;
    const std::lock_guard lock(mutex_);
    client.unsent = 0;
    if (spares_.size() < most_spares && spare.capacity() <= most_spare_bytes) spares_.push_back(std::move(spare));
    return !last;
}

void ProbeLine::drop(const Client& client) {
    std::erase_if(clients_, [&](const auto& each) { return each.get() == &client; });
    attended_.store(
        std::any_of(clients_.begin(), clients_.end(), [](const auto& each) { return each->connection != 0; }),
        std::memory_order_release);
    if (!attended()) spares_.clear();
    one_ended_ = true;
    came_.notify_one();
}

}  // namespace probe
