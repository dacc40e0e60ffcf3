// A client of a Probe, as far as pictures are concerned: what it was sent of the world, and what it has taken in. The first
// client also controls the program; those that come later only read it. Private to probe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ecs/mirror/owner.hpp"
#include "probe/net/socket.hpp"
#include "probe/wire/memory_bytes.hpp"
#include "probe/wire/picture.hpp"
#include "probe/world/world_owner.hpp"

namespace probe {

struct Viewer {
    std::uint64_t connection = 0;  // 0: there is none
    std::uint16_t minor = 0;       // of its protocol
    bool whole = true;             // the next picture contains the whole world, or begins to
    bool in_parts = false;         // it takes a large world in parts
    bool arrives = true;           // it was not sent all parts of the world yet
    std::size_t types_sent = 0;
    std::uint64_t run_sent = 0;
    std::uint64_t sent = 0, seen = 0;             // pictures
    std::uint32_t merged = 0;                     // ticks since the last picture
    std::vector<ecs::Pull::Answer> answers = {};  // that the next picture brings
    std::uint64_t controls_done = 0;              // number of the last one, whatever became of it
    bool hurries = false;                         // it waits for a picture
    std::optional<MemoryWish> wish = {};          // that has no answer yet
    Clock::time_point next_picture = {}, systems_due = {};
    std::optional<Clock::time_point> last_part = {};  // when it was begun
    LogLines log = {};                                // that the next picture brings
    // Of one that only reads
    bool world_known = true;                 // it has said which one it wants, or says nothing of worlds
    std::string wanted_world = {};           // empty: the one that the first client looks at
    std::uint64_t looks_at = 0;              // ShownWorld::number of the one in the last picture
    std::unique_ptr<WorldOwner> owner = {};  // of an ecs::World; null: the next picture makes it
    bool owes_breakpoints = false;           // it does not know that they are not checked for it

    void add_log(const LogLines& more) {
        const std::size_t room = std::min(more.lines.size(), most_lines - log.lines.size());
        log.lines.insert(log.lines.end(), more.lines.begin(), more.lines.begin() + static_cast<std::ptrdiff_t>(room));
        log.left_out += more.left_out + (more.lines.size() - room);
    }
    void take_seen(std::uint64_t number) {
        if (number <= sent) seen = std::max(seen, number);
    }
    void begin_again() {
        whole = true;
        types_sent = 0;
        systems_due = {};
    }
};

}  // namespace probe
