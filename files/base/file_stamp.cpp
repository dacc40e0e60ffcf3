#include "files/base/file_stamp.hpp"

#include <chrono>
#include <new>
#include <vector>

#include <sys/stat.h>

#include "files/base/atomic_file.hpp"
#include "files/base/file_error.hpp"
#include "files/base/stamp_of_stat.hpp"

namespace files {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t coarsest_clock_ns = 2'000'000'000;  // of FAT

bool same_stat(const FileStamp& a, const FileStamp& b) {
    return a.kind == b.kind && a.device == b.device && a.inode == b.inode && a.size == b.size &&
           a.modified_ns == b.modified_ns && a.status_ns == b.status_ns;
}

bool may_have_changed_unseen(const FileStamp& stamp) {
    return stamp.kind == FileStamp::Kind::File && stamp.modified_ns + coarsest_clock_ns > stamp.seen_ns;
}

}  // namespace

FileStamp stamp_of_stat(const struct stat& present) {
    FileStamp stamp;
    stamp.kind = S_ISREG(present.st_mode) ? FileStamp::Kind::File : FileStamp::Kind::Other;
    stamp.device = static_cast<std::uint64_t>(present.st_dev);
    stamp.inode = static_cast<std::uint64_t>(present.st_ino);
    stamp.size = static_cast<std::uint64_t>(present.st_size);
    stamp.modified_ns = std::int64_t{present.st_mtim.tv_sec} * 1'000'000'000 + present.st_mtim.tv_nsec;
    stamp.status_ns = std::int64_t{present.st_ctim.tv_sec} * 1'000'000'000 + present.st_ctim.tv_nsec;
    stamp.seen_ns =
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
            .count();
    return stamp;
}

FileStamp stamp_of(const fs::path& file) {
    struct stat present {};
    if (::stat(file.c_str(), &present) == 0) return stamp_of_stat(present);
    FileStamp none;
    none.kind = FileStamp::Kind::Absent;
    return none;
}

FileStamp stamp_with_content_of(const fs::path& file) {
    const FileStamp plain = stamp_of(file);
    if (plain.kind != FileStamp::Kind::File) return plain;
    try {
        FileReader reader(file);
        return reader.read_stamp();
    } catch (const FileError&) {
        return plain;
    }
}

OnDisk compare_with_disk(const fs::path& file, FileStamp& stamp, DiskLook look, FileStamp* found) {
    FileStamp now = stamp_of(file);
    const auto is = [&](OnDisk what) {
        if (found) *found = now;
        return what;
    };
    if (now.kind == FileStamp::Kind::Absent)
        return is(stamp.kind == FileStamp::Kind::Absent ? OnDisk::Same : OnDisk::Gone);
    if (now.kind == FileStamp::Kind::Other) return is(OnDisk::Other);
    const bool seems_same = same_stat(stamp, now);
    if (seems_same && (look == DiskLook::Quick || !stamp.content || !may_have_changed_unseen(stamp)))
        return is(OnDisk::Same);
    if (!stamp.content) return is(OnDisk::Changed);
    if (!seems_same && stamp.size != now.size) return is(OnDisk::Changed);
    now = stamp_with_content_of(file);
    if (now.content != stamp.content) return is(OnDisk::Changed);
    stamp = now;
    return is(OnDisk::Same);
}

}  // namespace files
