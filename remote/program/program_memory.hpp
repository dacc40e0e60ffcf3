// What a program says of its memory. It is asked for one answer at a time, and only while somebody calls take(); the parts
// of blocks that were read since the last answer come with the next one. Private to remote.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "ecs/mirror/owner.hpp"
#include "probe/wire/memory_bytes.hpp"

namespace remote {

class ProgramMemory {
public:
    /// The answer that came, once; else it is on its way. An answer about another run of the owner waits, and one that
    /// nobody took soon is out of date.
    ecs::OwnerMemory take(std::uint64_t owner_run);
    /// As Owner::read_block(), of the answer that was taken last.
    std::optional<ecs::PoolBytes> read_block(const ecs::OwnerMemory& memory, const ecs::PoolPart& part);

    /// What to ask the program now, if there is anything.
    std::optional<probe::MemoryWish> wish();
    /// Takes an answer in. Returns false for an invalid one.
    bool take_in(probe::ByteReader& from);
    /// The connection is another one: what was asked has no answer.
    void connect_again() { asked_ = false; }
    /// The world is another one.
    void forget();

private:
    struct Part {
        probe::WantedPart of;
        ecs::PoolBytes read;
    };
    bool wanted_ = false, asked_ = false;
    std::uint64_t number_ = 0;                     // of the last wish
    std::vector<probe::WantedPart> wanted_parts_;  // read since the last answer was taken
    std::vector<probe::WantedPart> asked_parts_;   // of the last wish
    std::optional<probe::MemoryAnswer> came_;
    std::chrono::steady_clock::time_point came_at_;
    std::vector<Part> parts_;  // of the answer that was taken
};

}  // namespace remote
