// Reads and writes files, whole or piece by piece. A crash, a full disk or a kill never leaves half a file: a new
// file is written beside the old one, flushed to disk, and renamed over it. The next run removes what a killed run
// left. Reads only files, and pipes that this program was given: reading other kinds of files may never end, or never
// begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "files/base/file_stamp.hpp"

namespace files {

/// Limit for reading from a pipe, or a file that must be in memory as a whole.
inline constexpr std::uint64_t max_bytes_read = 256u << 20;

/// Writes `text` to a new file beside `file`, flushes it to disk and renames it over `file`. Keeps the permissions of
/// an existing file and follows symbolic links. When it throws FileError, `file` is unchanged.
void write_file(const std::filesystem::path& file, std::string_view text);

/// Writes a file piece by piece. The content appears as `file` at commit(), and never without commit(). Devices and
/// pipes receive everything at commit().
class FileWriter {
public:
    /// Throws FileError when `file` cannot be written. With `over`, which must outlive this object, only a missing
    /// file or the file of that stamp is replaced: for any other file the constructor and commit() throw
    /// ChangedOnDisk.
    explicit FileWriter(const std::filesystem::path& file, FileStamp* over = nullptr);
    ~FileWriter();
    FileWriter(const FileWriter&) = delete;
    FileWriter& operator=(const FileWriter&) = delete;

    /// When it throws FileError, the object can only be destroyed.
    void write(std::string_view text);
    /// Flushes everything written to disk. commit() is fast afterwards.
    void flush();
    void commit();
    /// The stamp of the file after commit(); Unknown for devices and pipes.
    const FileStamp& stamp() const;

private:
    struct Target;
    std::unique_ptr<Target> target_;
};

/// Reads a file piece by piece.
class FileReader {
public:
    /// Throws FileError when `file` cannot be read.
    explicit FileReader(const std::filesystem::path& file);
    ~FileReader();
    FileReader(const FileReader&) = delete;
    FileReader& operator=(const FileReader&) = delete;

    /// Size in bytes when the file was opened; nothing for pipes.
    std::optional<std::uint64_t> size() const { return size_; }
    /// Fills `buffer` with the next bytes and returns their number: less than its size only at the end of the file.
    /// Throws FileError.
    std::size_t read(std::span<char> buffer);
    /// Returns the rest. Throws FileError, also when the file is larger than `most` bytes.
    std::string read_rest(std::uint64_t most = max_bytes_read);
    /// Continues at this byte of the file. Not for pipes.
    void go_to(std::uint64_t offset);
    /// The stamp of the file when it was opened, with the hash of its content; reads the rest of the file for that.
    /// Unknown for pipes.
    FileStamp read_stamp();

private:
    [[noreturn]] void fail_too_large(std::uint64_t most) const;

    struct Hashed;  // hash of the content read in order from the start
    std::filesystem::path file_;
    int descriptor_ = -1;
    std::uint64_t offset_ = 0;
    std::optional<std::uint64_t> size_;
    FileStamp stamp_;
    std::unique_ptr<Hashed> hashed_;
};

/// Whole content. Throws FileError.
std::string read_file(const std::filesystem::path& file);

}  // namespace files
