// Lines come in while a request runs, so that its sender can cancel it.
#include <algorithm>
#include <condition_variable>
#include <deque>
#include <istream>
#include <mutex>
#include <ostream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "editor/remote/mcp.hpp"

namespace editor {

namespace {

using remote::Json;

constexpr std::size_t longest_line = 8u << 20;
constexpr std::size_t most_waiting_lines = 256, most_waiting_bytes = 2 * longest_line;

/// False when the input ends before a line has begun. A line that is too long is passed over, and empty.
bool read_line(std::istream& in, std::string& line) {
    line.clear();
    bool too_long = false;
    int c = in.get();
    if (c == std::istream::traits_type::eof()) return false;
    for (; c != std::istream::traits_type::eof() && c != '\n'; c = in.get()) {
        if (line.size() < longest_line)
            line += static_cast<char>(c);
        else
            too_long = true;
    }
    if (too_long) line = "?";
    return true;
}

class McpOutput {
public:
    explicit McpOutput(std::ostream& out) : out_(out) {}
    /// In ASCII, so that nothing in it can be a line of its own, or an order to a terminal.
    void write(const Json& message) {
        const std::string line = message.dump(-1, ' ', true, Json::error_handler_t::replace) + "\n";
        const std::lock_guard lock(mutex_);
        out_ << line;
        out_.flush();
    }
    /// Whether somebody reads it.
    bool good() const {
        const std::lock_guard lock(mutex_);
        return static_cast<bool>(out_);
    }

private:
    std::ostream& out_;
    mutable std::mutex mutex_;
};

/// It asks whether anybody is there, also while a request runs.
bool is_ping(const Json& message) {
    return message.is_object() && message.value("method", Json()) == "ping" && message.contains("id") &&
           (message["id"].is_string() || message["id"].is_number_integer());
}

struct McpLine {
    std::optional<Json> message;  // nothing: it is not JSON
    std::vector<Json> ids;        // of the requests in it
    std::size_t bytes = 0;
};

std::vector<Json> ids_of_requests(const Json& message) {
    std::vector<Json> ids;
    const auto take = [&](const Json& each) {
        if (each.is_object() && each.contains("id") && each.contains("method")) ids.push_back(each["id"]);
    };
    // A longer list is refused, and none of it runs.
    if (message.is_array() && message.size() <= remote::RpcLimits{}.batch)
        std::for_each(message.begin(), message.end(), take);
    else if (!message.is_array())
        take(message);
    return ids;
}

/// Reads on a thread of its own, until the input ends. That cancels nothing: who sends some lines and closes wants the
/// answers.
class McpInput {
public:
    McpInput(std::istream& in, McpOutput& out)
        : tied_(in.tie(nullptr)), in_(in), out_(out), reader_([this] { read(); }) {}
    ~McpInput() {
        reader_.join();
        in_.tie(tied_);
    }
    McpInput(const McpInput&) = delete;
    McpInput& operator=(const McpInput&) = delete;

    /// Waits for it. Nothing: the input has ended.
    std::optional<McpLine> next() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return !lines_.empty() || ended_; });
        if (lines_.empty()) return std::nullopt;
        McpLine line = std::move(lines_.front());
        lines_.pop_front();
        bytes_ -= line.bytes;
        changed_.notify_all();
        return line;
    }
    void answered(const McpLine& line) {
        const std::lock_guard lock(mutex_);
        for (const Json& id : line.ids) {
            open_.erase(std::find(open_.begin(), open_.end(), id));
            std::erase(cancelled_, id);
        }
    }
    bool cancelled(const Json& id) const {
        const std::lock_guard lock(mutex_);
        return std::find(cancelled_.begin(), cancelled_.end(), id) != cancelled_.end();
    }

private:
    void read() {
        std::string text;
        while (read_line(in_, text)) {
            if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
            McpLine line{remote::read_json(text), {}, text.size()};
            if (line.message && is_ping(*line.message)) {
                out_.write({{"jsonrpc", "2.0"}, {"id", (*line.message)["id"]}, {"result", Json::object()}});
                continue;
            }
            if (line.message) line.ids = ids_of_requests(*line.message);
            std::unique_lock lock(mutex_);
            if (line.message) note_cancelled(*line.message);
            changed_.wait(lock, [&] {
                return lines_.empty() || (lines_.size() < most_waiting_lines && bytes_ < most_waiting_bytes);
            });
            open_.insert(open_.end(), line.ids.begin(), line.ids.end());
            bytes_ += line.bytes;
            lines_.push_back(std::move(line));
            changed_.notify_all();
        }
        const std::lock_guard lock(mutex_);
        ended_ = true;
        changed_.notify_all();
    }
    /// A request that is not known, or was answered, cannot be cancelled.
    void note_cancelled(const Json& message) {
        if (!message.is_object() || message.value("method", Json()) != "notifications/cancelled") return;
        const Json params = message.value("params", Json());
        if (!params.is_object() || !params.contains("requestId")) return;
        const Json& id = params["requestId"];
        if (std::find(open_.begin(), open_.end(), id) != open_.end()) cancelled_.push_back(id);
    }

    std::ostream* tied_;  // another thread writes to it
    std::istream& in_;
    McpOutput& out_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<McpLine> lines_;
    std::size_t bytes_ = 0;        // of these
    std::vector<Json> open_;       // ids of requests that wait or run
    std::vector<Json> cancelled_;  // of these
    bool ended_ = false;
    std::thread reader_;  // the last: it uses all of them
};

}  // namespace

void talk_mcp(std::istream& in, std::ostream& out,
              const std::function<std::optional<Json>(const Json& message, const McpCancelled& cancelled)>& answer) {
    McpOutput output(out);
    McpInput input(in, output);
    const McpCancelled cancelled = [&](const Json& id) { return input.cancelled(id); };
    while (const std::optional<McpLine> line = input.next()) {
        if (!output.good()) continue;  // nobody hears it
        const std::optional<Json> answered =
            line->message ? answer(*line->message, cancelled)
                          : remote::error_message({}, remote::parse_error, "a line must be one JSON value");
        input.answered(*line);
        if (answered) output.write(*answered);
    }
}

}  // namespace editor
