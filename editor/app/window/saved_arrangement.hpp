// What Dear ImGui wrote about windows, tables and docks when the program ended. It believes what it reads: a wrong id
// or count in such a file ends the program, and would at every start. So it gets only what has been looked at here.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace editor {

struct SavedArrangement {
    std::string text;     // the parts that are known, as Dear ImGui writes them; empty when there is a problem
    std::string problem;  // what does not hold, for a person; empty: all of it does
    int line = 0;         // where, counted from 1
};

/// The largest file that can be an arrangement.
inline constexpr std::size_t arrangement_bytes_max = 1 << 20;

/// `dock_spaces` are the ids of the program's dock spaces, none where docks are not used; each of the `open` windows
/// that says where it is docked must find that place.
SavedArrangement check_arrangement(std::string_view text, std::span<const std::uint32_t> dock_spaces,
                                   std::span<const std::string> open);

}  // namespace editor
