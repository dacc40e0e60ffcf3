// A FileStamp is what a file was when it was read or written last, so that nobody saves over what somebody else wrote
// since: its identity, size and times, and a hash of its content. Where the first agree, the content is taken to be the
// same; where they differ it is looked at, because a file that was only touched did not change.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace editor {

struct FileStamp {
    enum class Kind {
        Unknown,  // never seen
        Absent,   // there was no such file
        File,
        Other,  // a folder, device or pipe
    };
    Kind kind = Kind::Unknown;
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t modified_ns = 0, status_ns = 0;  // of the content; of name, rights and content
    std::int64_t seen_ns = 0;                     // when this was found
    std::optional<std::uint64_t> content;         // hash; nothing: it was not looked at
};

/// As the file is now, without its content.
FileStamp stamp_of(const std::filesystem::path& file);
/// As the file is now, with its content if that can be read.
FileStamp stamp_with_content_of(const std::filesystem::path& file);

enum class OnDisk {
    Same,
    Changed,  // by somebody else; also a file that appeared where none was
    Gone,     // there is no such file any more
    Other,    // something that is no file stands in its place
};

/// How far to look where times say that nothing changed. Clocks of files are coarse: of what was written within two
/// seconds of being seen, a second change may not show in them.
enum class DiskLook { Quick, Careful };

/// What became of the file since `stamp`. When it is the same after all, `stamp` learns its new times, so that this
/// is not asked again; else `found`, unless it is null, becomes what the file is now.
OnDisk compare_with_disk(const std::filesystem::path& file, FileStamp& stamp, DiskLook look,
                         FileStamp* found = nullptr);

}  // namespace editor
