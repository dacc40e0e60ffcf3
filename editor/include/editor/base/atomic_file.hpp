// Files, read and written whole or piece by piece. Writing is such that a crash, a full disk or a kill never leaves
// half of one: beside the old file, flushed to disk, then renamed over it. What a killed run left beside it is removed
// by the next one. Only files are read, and pipes that this program was given: whatever else has a name may never end,
// or never begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "editor/base/file_stamp.hpp"

namespace editor {

/// More than this is not read from a pipe, nor from a file that has to be in memory as a whole.
inline constexpr std::uint64_t max_bytes_read = 256u << 20;

/// Writes `text` to a new file beside `file`, flushes it to disk and renames it over `file`; permissions of an existing
/// file are kept, a symbolic link is followed. Throws FileError, and `file` is as it was.
void write_file(const std::filesystem::path& file, std::string_view text);

/// The same, piece by piece: what was written appears as `file` at commit(), and never if that is not called. Devices
/// and pipes get everything at commit().
class FileWriter {
public:
    /// Throws FileError when `file` cannot be written. With `over`, which must outlive this, only a file that is still
    /// that one is replaced, or none: both this and commit() throw ChangedOnDisk when it is another.
    explicit FileWriter(const std::filesystem::path& file, FileStamp* over = nullptr);
    ~FileWriter();
    FileWriter(const FileWriter&) = delete;
    FileWriter& operator=(const FileWriter&) = delete;

    /// Throws FileError; then only destroying is left to do.
    void write(std::string_view text);
    /// Everything written is on disk when this returns; commit() takes little time after it.
    void flush();
    void commit();
    /// What the file is after commit(); Unknown for devices and pipes.
    const FileStamp& stamp() const;

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

    /// Bytes when it was opened; nothing for pipes.
    std::optional<std::uint64_t> size() const { return size_; }
    /// Fills `buffer` from its start with what comes next, and returns the bytes read: less than its size only at the
    /// end of the file. Throws FileError.
    std::size_t read(std::span<char> buffer);
    /// What is left. Throws FileError, also when the file is larger than `most` bytes.
    std::string read_rest(std::uint64_t most = max_bytes_read);
    /// Continues at this byte of the file. Not for pipes.
    void go_to(std::uint64_t offset);
    /// What the file was when it was opened, with the content that was read; what was not read yet is read for it.
    /// Unknown for pipes.
    FileStamp read_stamp();

private:
    [[noreturn]] void fail_too_large(std::uint64_t most) const;

    struct Hashed;  // the content from the start as far as it was read in order
    std::filesystem::path file_;
    int descriptor_ = -1;
    std::uint64_t offset_ = 0;
    std::optional<std::uint64_t> size_;
    FileStamp stamp_;
    std::unique_ptr<Hashed> hashed_;
};

/// Whole content. Throws FileError.
std::string read_file(const std::filesystem::path& file);

}  // namespace editor
