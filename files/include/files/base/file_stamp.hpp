// A FileStamp records the state of a file when it was last read or written, so that nobody saves over changes of
// somebody else. It has identity, size and times, and a hash of the content. If identity, size and times agree, the
// content counts as unchanged. Otherwise the content decides, because a touched file has not changed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace files {

struct FileStamp {
    enum class Kind {
        Unknown,  // never seen
        Absent,   // there was no file of that name
        File,
        Other,  // a folder, device or pipe
    };
    Kind kind = Kind::Unknown;
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t modified_ns = 0, status_ns = 0;  // of the content; of name, permissions and content
    std::int64_t seen_ns = 0;                     // time of this record
    std::optional<std::uint64_t> content;         // hash; nothing: not read
};

/// The present file, without its content.
FileStamp stamp_of(const std::filesystem::path& file);
/// The present file, with its content if it can be read.
FileStamp stamp_with_content_of(const std::filesystem::path& file);

enum class OnDisk {
    Same,
    Changed,  // by somebody else; also a new file where there was none
    Gone,     // there is no such file any more
    Other,    // something else than a file
};

/// How thoroughly to check when the times agree. File clocks are coarse: for a file written less than two seconds
/// before the record, they may not show a second change.
enum class DiskLook { Quick, Careful };

/// Compares the file with `stamp`. If it is the same after all, `stamp` gets its new times, so that the next
/// comparison is fast. Otherwise `found`, unless it is null, receives the present stamp.
OnDisk compare_with_disk(const std::filesystem::path& file, FileStamp& stamp, DiskLook look,
                         FileStamp* found = nullptr);

}  // namespace files
