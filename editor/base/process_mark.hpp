// A ProcessMark stands in the names of files that belong to one run of a program, so that a later run can tell whether
// that one still goes on. It names the computer, this start of it, the process, and when the process began: the same
// number is given to other processes later, and folders are shared by computers. Private to this library.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace editor {

struct ProcessMark {
    std::uint32_t host = 0;  // hash of the computer's id and name
    std::uint32_t boot = 0;  // hash of this start of it, and of the space that process numbers are from; 0: unknown
    std::int64_t pid = 0;
    std::uint64_t start = 0;  // of the process, in its computer's unit; 0: unknown
    friend bool operator==(const ProcessMark&, const ProcessMark&) = default;
};

/// That of this process.
ProcessMark own_mark();

/// `3fa8c21d-77aa01bc-12345-998877`
std::string to_string(const ProcessMark& mark);
/// Nothing when the text is not exactly one.
std::optional<ProcessMark> process_mark_from(std::string_view text);

enum class Whereabouts {
    Own,      // this process
    Runs,     // another one that goes on
    Gone,     // it has certainly ended
    Unknown,  // of another computer, or of processes that are not seen from here
};
/// `written` is when the file that has the mark in its name was written last.
Whereabouts whereabouts(const ProcessMark& mark, std::chrono::system_clock::time_point written);

}  // namespace editor
