// A request that was sent over a connection of its own. Private to remote.
#pragma once

#include <atomic>
#include <string>

#include "probe/net/socket.hpp"
#include "remote/link/link.hpp"

namespace remote {

struct SentRequest {
    probe::Descriptor socket = {};                             // none: nobody took the connection
    LinkReply::Outcome outcome = LinkReply::Outcome::NotSent;  // Answered: it was sent, and an answer may come
    std::string why = {};                                      // not sent: for a person
    bool too_long = false;                                     // not sent: no connection was tried
    probe::Clock::time_point end = {};                         // of the time for an answer
};
/// Ends early when `stop` becomes true.
SentRequest send_request(const LinkOptions& options, const LinkRequest& request, const std::atomic<bool>& stop);

}  // namespace remote
