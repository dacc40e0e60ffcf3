#include "remote/http/request_head.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>
#include <vector>

namespace remote {

namespace {

constexpr std::size_t longest_path = 256;

struct Header {
    std::string name;  // in small letters
    std::string_view value;
};

std::string small_letters(std::string_view text) {
    std::string small(text);
    for (char& c : small)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return small;
}

std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

bool is_name(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

bool is_visible(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return (c >= ' ' && c != 0x7f) || c == '\t'; });
}

/// Nothing when a line is no header.
std::optional<std::vector<Header>> read_headers(std::string_view lines) {
    std::vector<Header> headers;
    while (!lines.empty()) {
        const std::size_t end = lines.find("\r\n");
        if (end == std::string_view::npos) return std::nullopt;
        const std::string_view line = lines.substr(0, end);
        lines.remove_prefix(end + 2);
        if (line.empty()) return lines.empty() ? std::optional(std::move(headers)) : std::nullopt;
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos || !is_name(line.substr(0, colon))) return std::nullopt;
        if (!is_visible(line)) return std::nullopt;
        headers.push_back({small_letters(line.substr(0, colon)), trimmed(line.substr(colon + 1))});
    }
    return std::nullopt;
}

class Headers {
public:
    explicit Headers(const std::vector<Header>& all) : all_(all) {}
    std::size_t count(std::string_view name) const {
        return static_cast<std::size_t>(
            std::count_if(all_.begin(), all_.end(), [&](const Header& each) { return each.name == name; }));
    }
    std::string_view value(std::string_view name) const {
        for (const Header& each : all_)
            if (each.name == name) return each.value;
        return {};
    }

private:
    const std::vector<Header>& all_;
};

/// Compared as whole texts: what only begins like a good one is somebody's own name.
bool is_own_host(std::string_view host, const HttpOptions& options, std::uint16_t port) {
    const std::string given = small_letters(host), end = ":" + std::to_string(port);
    if (given == options.address + end) return true;
    return is_loopback(options.address) &&
           (given == "127.0.0.1" + end || given == "localhost" + end || given == "[::1]" + end);
}

bool is_json(std::string_view type) {
    return small_letters(trimmed(type.substr(0, type.find(';')))) == "application/json";
}

std::optional<std::size_t> read_length(std::string_view digits) {
    if (digits.empty() || digits.size() > 12) return std::nullopt;
    std::size_t length = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9') return std::nullopt;
        length = length * 10 + static_cast<std::size_t>(c - '0');
    }
    return length;
}

std::string_view reason_of(int status) {
    switch (status) {
        case 400:
            return "Bad Request";
        case 401:
            return "Unauthorized";
        case 403:
            return "Forbidden";
        case 405:
            return "Method Not Allowed";
        case 408:
            return "Request Timeout";
        case 411:
            return "Length Required";
        case 413:
            return "Payload Too Large";
        case 414:
            return "URI Too Long";
        case 415:
            return "Unsupported Media Type";
        case 417:
            return "Expectation Failed";
        case 429:
            return "Too Many Requests";
        case 431:
            return "Request Header Fields Too Large";
        default:
            return "Service Unavailable";
    }
}

}  // namespace

HeadVerdict judge_head(std::string_view head, const HttpOptions& options, std::uint16_t port) {
    const std::size_t line_end = head.find("\r\n");
    if (line_end == std::string_view::npos) return {400, "this is no HTTP"};
    const std::string_view line = head.substr(0, line_end);
    const std::size_t first = line.find(' '), last = line.rfind(' ');
    if (first == std::string_view::npos || first == last || !is_visible(line)) return {400, "this is no HTTP"};
    const std::string_view method = line.substr(0, first), path = line.substr(first + 1, last - first - 1),
                           version = line.substr(last + 1);
    if (version != "HTTP/1.1" && version != "HTTP/1.0") return {400, "only HTTP/1.1 is spoken here"};
    const auto read = read_headers(head.substr(line_end + 2));
    if (!read) return {400, "a header is malformed"};
    const Headers headers(*read);

    // Whom it is for, and who asks, before what.
    if (headers.count("host") != 1 || !is_own_host(headers.value("host"), options, port))
        return {403, "the header Host must be 127.0.0.1:" + std::to_string(port) +
                         " or localhost:" + std::to_string(port) + ": forward the same port number to this one"};
    if (headers.count("origin") > 1) return {403, "more than one Origin"};
    if (headers.count("origin") == 1 &&
        std::find(options.origins.begin(), options.origins.end(), headers.value("origin")) == options.origins.end())
        return {403, "pages of this Origin may not ask"};
    if (method != "POST") return {405, "only POST is answered"};
    if (!options.token.empty()) {
        constexpr std::string_view scheme = "Bearer ";
        const std::string_view given = headers.value("authorization");
        if (headers.count("authorization") != 1 || !given.starts_with(scheme) ||
            !same_secret(given.substr(scheme.size()), options.token))
            return {401, "the token is missing or wrong"};
    }

    if (path.empty() || path.front() != '/' || path.find(' ') != std::string_view::npos)
        return {400, "the path is malformed"};
    if (path.size() > longest_path) return {414, "the path is too long"};
    if (headers.count("transfer-encoding") > 0) return {411, "a body needs a Content-Length"};
    if (headers.count("content-length") == 0) return {411, "a body needs a Content-Length"};
    const auto length = read_length(headers.value("content-length"));
    if (headers.count("content-length") != 1 || !length) return {400, "the Content-Length is malformed"};
    if (*length > options.limits.body_bytes)
        return {413, "a body may have " + std::to_string(options.limits.body_bytes) + " bytes"};
    if (headers.count("content-type") != 1 || !is_json(headers.value("content-type")))
        return {415, "the Content-Type must be application/json"};
    if (headers.count("content-encoding") > 0) return {415, "bodies are not compressed"};
    if (headers.count("expect") > 0) return {417, "send the body at once"};
    if (headers.count("range") > 0 || headers.count("upgrade") > 0) return {400, "there are no parts and no upgrades"};
    return {0, {}, *length};
}

std::size_t end_of_head(std::string_view bytes) {
    const std::size_t end = bytes.find("\r\n\r\n");
    return end == std::string_view::npos ? end : end + 4;
}

bool is_loopback(std::string_view address) {
    return address == "::1" ||
           (address.starts_with("127.") && address.size() <= 15 &&
            std::all_of(address.begin(), address.end(), [](char c) { return c == '.' || (c >= '0' && c <= '9'); }));
}

bool same_secret(std::string_view a, std::string_view b) {
    unsigned different = a.size() == b.size() ? 0 : 1;
    for (std::size_t i = 0; i < a.size() && !b.empty(); ++i)
        different |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i % b.size()]);
    return different == 0;
}

std::string refusal(int status, std::string_view why) {
    std::string body(why);
    body += '\n';
    return "HTTP/1.1 " + std::to_string(status) + ' ' + std::string(reason_of(status)) +
           "\r\nContent-Type: text/plain\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n" +
           (status == 405 ? "Allow: POST\r\n" : "") +
           "Connection: close\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

}  // namespace remote
