// A PictureFrame is what a program says of its world after a tick: what changed since the last one. Everything but the
// columns of values is small. The side of the program writes it, that of the editor reads it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ecs/mirror/owner.hpp"
#include "probe/wire/owner_bytes.hpp"

namespace probe {

struct PictureHead {
    std::uint64_t number = 0;  // counted from 1 in each connection; Seen answers with it
    std::uint64_t owner_run = 0;
    std::uint64_t tick = 0;    // calls of Probe::tick() so far
    std::uint32_t merged = 0;  // so many ticks before it are in it, too
    bool whole = false;        // it says all there is
    std::string cannot = {};   // why nothing can be said of the world; then nothing of it follows
    std::string name = {};     // of the Owner
    std::array<std::string, ecs::owner_ability_count> why_not = {};  // by OwnerAbility
    std::uint64_t hidden = 0;
    bool shows_hidden = false;
    std::string why_not_show_hidden = {};
    std::vector<ecs::Pull::Answer> answers = {};
    std::uint32_t first_type = 0;  // position of the first of the types that follow
};

void write_head(ByteWriter& to, const PictureHead& head);
PictureHead read_head(ByteReader& from);

}  // namespace probe
