// The head of an HTTP request, and whether what it says may be answered. It comes from anybody, so nothing of it is
// believed. Private to remote.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "remote/http/http_server.hpp"

namespace remote {

struct HeadVerdict {
    int status = 0;              // 0: it may be answered
    std::string why = {};        // for who wrote the client
    std::size_t body_bytes = 0;  // that follow
};

/// `head` ends behind the empty line.
HeadVerdict judge_head(std::string_view head, const HttpOptions& options, std::uint16_t port);

/// Where the head ends, behind its empty line; npos when it has not come yet.
std::size_t end_of_head(std::string_view bytes);

/// Whether the address is one of this computer alone.
bool is_loopback(std::string_view address);

/// Takes as long for every text of the same length.
bool same_secret(std::string_view a, std::string_view b);

/// A whole answer with this status and a short text.
std::string refusal(int status, std::string_view why);

}  // namespace remote
