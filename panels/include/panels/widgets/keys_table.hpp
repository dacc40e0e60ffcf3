// The list of keys that Help shows: what to press, what that does, and a word about it.
#pragma once

#include <string>
#include <vector>

#include "panels/base/style.hpp"

namespace panels {

struct KeyLine {
    std::string keys, label, description;
};

/// As wide and high as there is room for on the screen.
void keys_table(const Style& style, const std::vector<KeyLine>& lines);

}  // namespace panels
