// Files, read and written whole or piece by piece. Writing is such that a crash, a full disk or a kill never leaves
// half of one: beside the old file, flushed to disk, then renamed over it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace editor {

/// Writes `text` to a new file beside `file`, flushes it to disk and renames it over `file`; permissions of an existing
/// file are kept, a symbolic link is followed. Throws FileError, and `file` is as it was.
void write_file(const std::filesystem::path& file, std::string_view text);

/// The same, piece by piece: what was written appears as `file` at commit(), and never if that is not called. Devices
/// and pipes get everything at commit().
class FileWriter {
public:
    /// Throws FileError when `file` cannot be written.
    explicit FileWriter(const std::filesystem::path& file);
    ~FileWriter();
    FileWriter(const FileWriter&) = delete;
    FileWriter& operator=(const FileWriter&) = delete;

    /// Throws FileError; then only destroying is left to do.
    void write(std::string_view text);
    /// Everything written is on disk when this returns; commit() takes little time after it.
    void flush();
    void commit();

private:
    struct Target;
    std::unique_ptr<Target> target_;
};

/// A file that is read piece by piece.
class FileReader {
public:
    /// Throws FileError when `file` cannot be read.
    explicit FileReader(const std::filesystem::path& file);
    ~FileReader();
    FileReader(const FileReader&) = delete;
    FileReader& operator=(const FileReader&) = delete;

    /// Bytes when it was opened; nothing for devices and pipes.
    std::optional<std::uint64_t> size() const { return size_; }
    /// Fills `buffer` from its start with what comes next, and returns the bytes read: less than its size only at the
    /// end of the file. Throws FileError.
    std::size_t read(std::span<char> buffer);
    /// What is left.
    std::string read_rest();
    /// Continues at this byte of the file. Not for devices and pipes.
    void go_to(std::uint64_t offset);

private:
    std::filesystem::path file_;
    int descriptor_ = -1;
    std::optional<std::uint64_t> size_;
};

/// Whole content. Throws FileError.
std::string read_file(const std::filesystem::path& file);

}  // namespace editor
