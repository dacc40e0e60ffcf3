// Where the ribbons of a map of traffic lie: two columns of bars, what things leave at the left and where they arrive
// at the right, and between them a ribbon for each way, as thick as it is used. Bars stand in the order in which
// ribbons cross least.
//
//     +--+ ===============\                     `from` and `to` of a way are any numbers; the same number may stand
//     |  |                 \=============== +--+   on both sides
//     +--+ ====================\            |  |
//                               \========== +--+
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace panels {

struct RibbonWay {
    std::uint64_t from = 0, to = 0;
    double weight = 0;  // more than 0
    bool last = false;  // its bars stand below all others; no other way may share them
};

struct RibbonBar {
    std::uint64_t id = 0;
    float low = 0, high = 0;  // y
};

/// Of the way with the same position.
struct Ribbon {
    float left_low = 0, left_high = 0, right_low = 0, right_high = 0;  // y
};

struct RibbonLayout {
    std::vector<RibbonBar> left, right;  // from top to bottom
    std::vector<Ribbon> ribbons;
    float height = 0;  // that all of it takes
};

struct RibbonSizes {
    float per_weight = 1;  // thickness of a ribbon with a weight of 1; less where `height` has no room for that
    float least = 2;       // of every ribbon
    float below = 24;      // room below each bar, for its name
    float height = 0;      // the room for everything; what does not fit with the least sizes goes on below
};

RibbonLayout lay_out_ribbons(std::span<const RibbonWay> ways, const RibbonSizes& sizes);

/// How many pairs of ribbons cross.
std::size_t crossings_of(const RibbonLayout& layout);

}  // namespace panels
