// A ProcessMark in a file name identifies the run of a program that the file belongs to, so that a later run can tell
// whether that run is still active. It names the computer, the boot of the computer, the process, and the start of
// the process, because process numbers are reused and computers share folders. Private to this library.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace files {

struct ProcessMark {
    std::uint32_t host = 0;  // hash of the computer's id and name
    std::uint32_t boot = 0;  // hash of the boot, and of the namespace of process numbers; 0: unknown
    std::int64_t pid = 0;
    std::uint64_t start = 0;  // of the process, in its computer's unit; 0: unknown
    friend bool operator==(const ProcessMark&, const ProcessMark&) = default;
};

/// The mark of this process.
ProcessMark own_mark();

/// `3fa8c21d-77aa01bc-12345-998877`
std::string to_string(const ProcessMark& mark);
/// Nothing when the text is not exactly one mark.
std::optional<ProcessMark> process_mark_from(std::string_view text);

enum class Whereabouts {
    Own,      // this process
    Runs,     // another process that is still running
    Gone,     // it has certainly ended
    Unknown,  // of another computer, or of processes that are not visible from here
};
/// `written` is the last write time of the file whose name has the mark.
Whereabouts whereabouts(const ProcessMark& mark, std::chrono::system_clock::time_point written);

}  // namespace files
