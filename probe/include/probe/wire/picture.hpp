// A PictureHead is the first part of a picture, which is what changed in a world since the last one: everything but types,
// rows and values. The program writes it, and the editor reads it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ecs/mirror/owner.hpp"
#include "probe/wire/owner_bytes.hpp"

namespace probe {

struct PictureHead {
    std::uint64_t number = 0;  // counted from 1 in each connection; Seen answers with it
    std::uint64_t owner_run = 0;
    std::uint64_t tick = 0;    // calls of Probe::tick() so far
    std::uint32_t merged = 0;  // earlier ticks that it contains, too
    bool whole = false;        // it contains the whole world, or the first part of it
    std::string cannot = {};   // why the world cannot be read; then nothing follows the head
    std::string name = {};     // of the Owner
    std::array<std::string, ecs::owner_ability_count> why_not = {};  // by OwnerAbility
    std::uint64_t hidden = 0;
    bool shows_hidden = false;
    std::string why_not_show_hidden = {};
    std::vector<ecs::Pull::Answer> answers = {};
    std::uint32_t first_type = 0;  // position of the first of the types that follow
};

/// A line of the program's own log.
struct LogLine {
    std::uint64_t tick = 0;  // the one after the tick in which it was written
    std::string text;
};
/// Of one picture.
struct LogLines {
    std::vector<LogLine> lines = {};
    std::uint64_t left_out = 0;  // more lines, because there were too many
};
inline constexpr std::size_t most_lines = 1000, most_line_bytes = 1024;
/// Names of worlds that are sent.
inline constexpr std::size_t most_worlds = 1000;

/// The end of a picture. Programs before 1.1 leave it out.
struct PictureClock {
    ecs::OwnerClock clock = {};
    std::uint64_t done = 0;  // number of the last Control that was carried out
    LogLines log = {};       // since 1.2, as what follows
    ecs::OwnerWorlds worlds = {};
};

void write_head(ByteWriter& to, const PictureHead& head);
PictureHead read_head(ByteReader& from);

void write_clock(ByteWriter& to, const PictureClock& clock);
/// Nothing when nothing is left.
std::optional<PictureClock> read_clock(ByteReader& from);

void write_control(ByteWriter& to, const ecs::OwnerControl& control);
ecs::OwnerControl read_control(ByteReader& from);

}  // namespace probe
