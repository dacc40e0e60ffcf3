// A client that sends what it is told, byte by byte if need be: no library would.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "remote/support/until.hpp"

namespace test {

class RawClient {
public:
    explicit RawClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(port);
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        connected = ::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
        const timeval limit{60, 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
        ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    }
    ~RawClient() { close(); }
    RawClient(RawClient&& other) noexcept : connected(other.connected), socket_(std::exchange(other.socket_, -1)) {}
    RawClient& operator=(RawClient&&) = delete;

    /// False when the other side does not take it any more.
    bool send(std::string_view text) const {
        while (!text.empty()) {
            const ssize_t sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
            if (sent <= 0) return false;
            text.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }
    /// What comes until the other side closes, or until it holds this.
    std::string read(std::string_view awaited = {}) const {
        std::string text;
        char piece[4096];
        while (awaited.empty() || text.find(awaited) == std::string::npos) {
            const ssize_t got = ::recv(socket_, piece, sizeof piece, 0);
            if (got <= 0) break;
            text.append(piece, static_cast<std::size_t>(got));
        }
        return text;
    }
    void close() {
        if (socket_ >= 0) ::close(std::exchange(socket_, -1));
    }

    bool connected = false;

private:
    int socket_;
};

/// A request that is as it should be, but for what is replaced in it.
inline std::string post(std::uint16_t port, std::string_view body, std::string_view more_headers = {},
                        std::string_view path = "/") {
    return "POST " + std::string(path) + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
           "\r\nContent-Type: application/json\r\n" + std::string(more_headers) +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

/// The status of an answer; 0 when there is none.
inline int status_of(std::string_view answer) {
    if (!answer.starts_with("HTTP/1.1 ") || answer.size() < 12) return 0;
    return (answer[9] - '0') * 100 + (answer[10] - '0') * 10 + (answer[11] - '0');
}
inline std::string body_of(const std::string& answer) {
    const std::size_t end = answer.find("\r\n\r\n");
    return end == std::string::npos ? std::string() : answer.substr(end + 4);
}

/// Sends it and reads the answer.
inline std::string ask(std::uint16_t port, std::string_view request) {
    const RawClient client(port);
    client.send(request);
    return client.read();
}

}  // namespace test
