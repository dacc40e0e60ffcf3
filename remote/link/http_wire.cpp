#include "remote/link/http_wire.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

#include "ecs/base/language.hpp"

namespace remote {

namespace {

constexpr std::size_t most_head_bytes = 64u << 10;

std::string lower(std::string_view text) {
    std::string made(text);
    for (char& c : made) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return made;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
    return text;
}

bool read_number(std::string_view text, int base, std::size_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

}  // namespace

std::string request_text(const LinkRequest& request, std::string_view host, std::string_view token) {
    std::string text = request.method + " " + request.target + " HTTP/1.1\r\nHost: ";
    text += host;
    text += "\r\nAccept: */*\r\nConnection: close\r\n";
    if (!token.empty()) text += "Authorization: Bearer " + std::string(token) + "\r\n";
    if (!request.body.empty())
        text += "Content-Type: application/json\r\nContent-Length: " + std::to_string(request.body.size()) + "\r\n";
    return text + "\r\n" + request.body;
}

std::string percent_encoded(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string made;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte < 128 && std::isalnum(byte) != 0) || c == '-' || c == '.' || c == '_' || c == '~') {
            made += c;
            continue;
        }
        made += '%';
        made += digits[byte >> 4];
        made += digits[byte & 15u];
    }
    return made;
}

namespace {

const char* no_http(std::string_view said) {
    // How a probe refuses what it does not understand, see probe/run/probe_line.cpp.
    if (said.find("a probe of Chunkscope") != std::string_view::npos)
        return ecs::tr_later("what answers is a program with a probe of Chunkscope: choose that kind");
    return ecs::tr_later("what answers does not speak HTTP: choose another kind");
}

}  // namespace

bool AnswerReader::wrong(const char* why) {
    state_ = State::Wrong;
    why_ = ecs::tr(why);
    return false;
}

bool AnswerReader::take(std::string_view piece) {
    if (state_ == State::Wrong) return false;
    if (state_ == State::Whole) return true;  // what follows belongs to nobody
    waiting_ += piece;
    return read_more();
}

bool AnswerReader::close() {
    if (state_ == State::UntilClosed) state_ = State::Whole;
    if (state_ == State::Whole) return true;
    if (state_ == State::Wrong) return false;
    return wrong(state_ == State::Head && waiting_.empty()
                     ? ecs::tr_later("it closed the connection without an answer")
                     : ecs::tr_later("it closed the connection half-way through its answer"));
}

std::string AnswerReader::take_body() { return std::exchange(body_, {}); }

bool AnswerReader::read_head(std::string_view head) {
    const std::size_t first_end = head.find("\r\n");
    const std::string_view first = head.substr(0, first_end);
    std::size_t status = 0;
    if (!first.starts_with("HTTP/1.") || first.size() < 12 || !read_number(first.substr(9, 3), 10, status))
        return wrong(no_http(head));
    status_ = static_cast<int>(status);
    bool chunked = false, has_length = false;
    std::size_t length = 0;
    std::string_view lines = first_end == std::string_view::npos ? std::string_view() : head.substr(first_end + 2);
    while (!lines.empty()) {
        const std::size_t end = lines.find("\r\n");
        const std::string_view line = lines.substr(0, end);
        lines = end == std::string_view::npos ? std::string_view() : lines.substr(end + 2);
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) continue;
        const std::string name = lower(line.substr(0, colon)), value = lower(trimmed(line.substr(colon + 1)));
        if (name == "content-length") {
            if (!read_number(value, 10, length)) return wrong(ecs::tr_later("the length of its answer is no number"));
            has_length = true;
        } else if (name == "transfer-encoding") {
            chunked = value.find("chunked") != std::string::npos;
        }
    }
    if (status_ == 204 || status_ == 304) {
        state_ = State::Whole;
    } else if (chunked) {
        state_ = State::ChunkSize;
    } else if (has_length) {
        if (length > most_bytes_) return wrong(ecs::tr_later("its answer is longer than is allowed"));
        left_ = length;
        state_ = length == 0 ? State::Whole : State::Length;
    } else {
        state_ = State::UntilClosed;
    }
    return true;
}

bool AnswerReader::read_more() {
    while (true) {
        switch (state_) {
            case State::Head: {
                const std::size_t end = waiting_.find("\r\n\r\n");
                if (end == std::string::npos) {
                    if (waiting_.size() > most_head_bytes)
                        return wrong(ecs::tr_later("the head of its answer does not end"));
                    if (waiting_.size() >= 5 && !waiting_.starts_with("HTTP/")) return wrong(no_http(waiting_));
                    return true;
                }
                const std::string head = waiting_.substr(0, end);
                waiting_.erase(0, end + 4);
                if (!read_head(head)) return false;
                // 100 Continue and its like announce the answer.
                if (status_ >= 100 && status_ < 200) state_ = State::Head;
                break;
            }
            case State::Length:
            case State::Chunk: {
                const std::size_t count = std::min(left_, waiting_.size());
                body_.append(waiting_, 0, count);
                waiting_.erase(0, count);
                left_ -= count;
                if (left_ > 0) return true;
                state_ = state_ == State::Length ? State::Whole : State::ChunkEnd;
                break;
            }
            case State::ChunkEnd:
                if (waiting_.size() < 2) return true;
                if (!waiting_.starts_with("\r\n"))
                    return wrong(ecs::tr_later("a chunk of its answer has another length than it says"));
                waiting_.erase(0, 2);
                state_ = State::ChunkSize;
                break;
            case State::ChunkSize: {
                const std::size_t end = waiting_.find("\r\n");
                if (end == std::string::npos)
                    return waiting_.size() < 1024 || wrong(ecs::tr_later("a chunk of its answer has no length"));
                std::string_view size = std::string_view(waiting_).substr(0, end);
                size = trimmed(size.substr(0, size.find(';')));
                if (!read_number(size, 16, left_)) return wrong(ecs::tr_later("a chunk of its answer has no length"));
                waiting_.erase(0, end + 2);
                if (left_ > most_bytes_ || total_ + left_ > most_bytes_)
                    return wrong(ecs::tr_later("its answer is longer than is allowed"));
                total_ += left_;
                state_ = left_ == 0 ? State::Trailer : State::Chunk;
                break;
            }
            case State::Trailer: {
                const std::size_t end = waiting_.find("\r\n");
                if (end == std::string::npos)
                    return waiting_.size() < most_head_bytes ||
                           wrong(ecs::tr_later("the end of its answer does not end"));
                waiting_.erase(0, end + 2);
                if (end == 0) state_ = State::Whole;
                break;
            }
            case State::UntilClosed:
                total_ += waiting_.size();
                if (total_ > most_bytes_) return wrong(ecs::tr_later("its answer is longer than is allowed"));
                body_ += std::exchange(waiting_, {});
                return true;
            case State::Whole:
                return true;
            case State::Wrong:
                return false;
        }
    }
}

std::vector<std::string> EventSplitter::take(std::string_view piece) {
    std::vector<std::string> events;
    for (const char c : piece) {
        if (c != '\n') {
            line_ += c;
            continue;
        }
        if (!line_.empty() && line_.back() == '\r') line_.pop_back();
        if (line_.empty()) {
            if (has_data_) events.push_back(std::exchange(data_, {}));
            has_data_ = false;
        } else if (line_.starts_with("data:")) {
            if (has_data_) data_ += '\n';
            data_ += trimmed(std::string_view(line_).substr(5));
            has_data_ = true;
        }
        line_.clear();
    }
    return events;
}

}  // namespace remote
