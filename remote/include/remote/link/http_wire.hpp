// HTTP as a client speaks it: requests as one text, answers read piece by piece wherever the pieces end, and events of
// an answer that never ends. No sockets here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace remote {

struct LinkRequest {
    std::string method = "GET";
    std::string target = "/";  // path and query, percent-encoded
    std::string body = {};     // JSON; none when empty
};

/// The whole request. `host` is for the header; `token` may be empty.
std::string request_text(const LinkRequest& request, std::string_view host, std::string_view token);

/// Every byte but letters, digits and `-._~` as %XX: for one part of a path or one value of a query.
std::string percent_encoded(std::string_view text);

/// Reads one answer: with a Content-Length, in chunks, or until the other side closes.
class AnswerReader {
public:
    explicit AnswerReader(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    /// Takes what came. False when it is not an answer, or is longer than allowed; why() says which.
    bool take(std::string_view piece);
    /// The other side has closed. False when something is missing.
    bool close();
    bool whole() const { return state_ == State::Whole; }
    int status() const { return status_; }
    const std::string& why() const { return why_; }
    /// What has come of the body since it was taken last.
    std::string take_body();

private:
    enum class State { Head, Length, ChunkSize, Chunk, ChunkEnd, Trailer, UntilClosed, Whole, Wrong };
    bool wrong(const char* why);
    bool read_head(std::string_view head);
    bool read_more();

    std::size_t most_bytes_;
    State state_ = State::Head;
    std::string waiting_;  // came, and is not read yet
    std::string body_;
    std::size_t left_ = 0, total_ = 0;
    int status_ = 0;
    std::string why_;
};

/// Cuts a stream of events (text/event-stream) into their data.
class EventSplitter {
public:
    /// The data of all events that are whole now; several lines of one are joined.
    std::vector<std::string> take(std::string_view piece);

private:
    std::string line_, data_;
    bool has_data_ = false;
};

}  // namespace remote
