// Writing files so that a crash, a full disk or a kill never leaves half of one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace editor {

/// Writes `text` to a new file beside `file`, flushes it to disk and renames it over `file`; permissions of an existing
/// file are kept, a symbolic link is followed. Throws FileError, and `file` is as it was.
void write_file(const std::filesystem::path& file, std::string_view text);

/// Whole content. Throws FileError.
std::string read_file(const std::filesystem::path& file);

}  // namespace editor
