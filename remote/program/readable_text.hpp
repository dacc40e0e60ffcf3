// A text that a program sent, which can be anything: what is not UTF-8 is made so, and it is cut. Private to remote.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ecs/base/utf8.hpp"
#include "probe/wire/picture.hpp"

namespace remote {

inline std::string readable_text(std::string_view text) {
    std::string readable;
    for (std::size_t at = 0; at < text.size() && readable.size() < probe::most_line_bytes;)
        ecs::append_utf8(readable, ecs::next_character(text, at));
    return readable;
}

}  // namespace remote
