// A crash report says, in a text file, how the program ended when it crashed: version, signal or exception, where in
// the code, and what was done before. It is written by the dying process itself, so it uses nothing but memory that was
// set aside before. It leaves the computer only by a person's hand.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace editor {

/// From now on a crash of this process leaves a report in `folder`, which is created. Then the process ends as it would
/// have without it: a core dump or a debugger sees the same. Does nothing where the sanitizers report crashes.
void report_crashes_to(const std::filesystem::path& folder);

/// Notes what is done, for a report: it has the last 40 notes, each cut at 160 bytes. Only on the main thread.
void note_for_report(std::string_view what);

/// The newest report of an earlier run that nobody was told of yet; from then on it counts as told. At most the ten
/// newest are kept.
std::optional<std::filesystem::path> take_crash_report(const std::filesystem::path& folder);

}  // namespace editor
