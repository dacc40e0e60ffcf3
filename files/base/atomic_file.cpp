#include "files/base/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "files/base/content_hash.hpp"
#include "files/base/file_error.hpp"
#include "files/base/process_mark.hpp"
#include "files/base/stamp_of_stat.hpp"

namespace files {

namespace {

namespace fs = std::filesystem;

/// Closes the file in the destructor. close() returns whether that succeeded; on some file systems a write fails only
/// then.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }

    explicit operator bool() const { return number_ >= 0; }
    int number() const { return number_; }
    int release() { return std::exchange(number_, -1); }
    bool close() { return ::close(std::exchange(number_, -1)) == 0; }

private:
    int number_;
};

int open_retrying(const fs::path& path, int flags, mode_t mode = 0) {
    int number = -1;
    do number = ::open(path.c_str(), flags | O_CLOEXEC, mode);
    while (number < 0 && errno == EINTR);
    return number;
}

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

std::string reason_for(int error, const fs::path& folder) {
    switch (error) {
        case ENOENT:
            return "the folder " + folder.string() + " does not exist";
        case ENOTDIR:
            return folder.string() + " is not a folder";
        case EACCES:
        case EPERM:
            return "you may not write in the folder " + folder.string();
        case EROFS:
            return "the disk of the folder " + folder.string() + " can only be read";
        case ENOSPC:
            return "the disk is full";
        case EDQUOT:
            return "your share of the disk is full";
        case EFBIG:
            return "it would be larger than files may be here";
        case ENAMETOOLONG:
            return "the name is too long";
        case EISDIR:
            return "it is a folder";
        case ELOOP:
            return "its symbolic links lead in a circle";
        case EMFILE:
        case ENFILE:
            return "too many files are open";
        default:
            return std::strerror(error);
    }
}

[[noreturn]] void fail_to_write(const fs::path& file, const std::string& reason) {
    throw FileError(file.string(), 0, 0, "cannot be written: " + reason);
}

[[noreturn]] void fail_to_write(const fs::path& file, int error, const fs::path& folder) {
    fail_to_write(file, reason_for(error, folder));
}

constexpr int max_links = 40;

/// Follows the symbolic links of `file` to the file itself, which need not exist.
fs::path follow_links(const fs::path& file) {
    fs::path target = file;
    for (int i = 0; i < max_links; ++i) {
        std::error_code error;
        const fs::path link = fs::read_symlink(target, error);
        if (error) return target;
        target = link.is_absolute() ? link : folder_of(target) / link;
    }
    fail_to_write(file, ELOOP, folder_of(file));
}

/// Returns the error number; 0 for success.
int write_all(int number, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(number, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

constexpr std::string_view temporary_prefix = ".chunkscope-", temporary_suffix = ".tmp";

/// Makes a new, empty file in `folder`. The name does not contain the target's name, which may have the maximum
/// length.
Descriptor make_temporary(const fs::path& folder, fs::path& path) {
    constexpr int max_tries = 100;
    const std::string start = std::string(temporary_prefix) + to_string(own_mark()) + '-';
    for (int i = 0; i < max_tries; ++i) {
        path = folder / (start + std::to_string(i) + std::string(temporary_suffix));
        const int number = open_retrying(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (number >= 0 || errno != EEXIST) return Descriptor(number);
    }
    return Descriptor(-1);
}

/// The mark in the name of a temporary file; nothing for any other name.
std::optional<ProcessMark> mark_of_temporary(std::string_view name) {
    if (name.size() <= temporary_prefix.size() + temporary_suffix.size() || !name.starts_with(temporary_prefix) ||
        !name.ends_with(temporary_suffix))
        return std::nullopt;
    name.remove_prefix(temporary_prefix.size());
    name.remove_suffix(temporary_suffix.size());
    return process_mark_from(name.substr(0, name.rfind('-')));
}

/// Removes the temporary files of killed runs. Files of active runs and of other computers stay, because nothing is
/// known about the latter. Errors are ignored.
void remove_leftovers(const fs::path& folder) {
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const auto mark = mark_of_temporary(entry->path().filename().native());
        if (!mark) continue;
        struct stat present {};
        if (::lstat(entry->path().c_str(), &present) != 0 || !S_ISREG(present.st_mode)) continue;
        const auto written = std::chrono::system_clock::from_time_t(present.st_mtim.tv_sec);
        if (whereabouts(*mark, written) == Whereabouts::Gone) ::unlink(entry->path().c_str());
    }
}

std::string kind_of(mode_t mode) {
    if (S_ISDIR(mode)) return "a folder";
    if (S_ISFIFO(mode)) return "a pipe";
    return S_ISSOCK(mode) ? "a socket" : "a device";
}

/// Puts the rename itself on disk. Not every file system can do this for a folder, and the file is complete either
/// way, so errors are ignored.
void flush_folder(const fs::path& folder) {
    const Descriptor descriptor(open_retrying(folder, O_RDONLY | O_DIRECTORY));
    if (descriptor) ::fsync(descriptor.number());
}

}  // namespace

struct FileWriter::Target {
    [[noreturn]] void fail(int error) const { fail_to_write(file, error, folder); }
    /// Throws when the file is not the one to replace.
    void compare() const {
        FileStamp found;
        const OnDisk now = over ? compare_with_disk(path, *over, DiskLook::Careful, &found) : OnDisk::Same;
        if (now == OnDisk::Changed) throw ChangedOnDisk(file.string(), found);
    }

    fs::path file, path, folder;  // given path; path after its links; folder of that
    Descriptor descriptor{-1};
    fs::path temporary;   // empty: nothing to remove
    bool device = false;  // a device or pipe (/dev/stdout) must not get half a file, so it is written at the end
    std::string kept;     // content for the device
    std::int64_t written = 0, started = 0;  // bytes; started: bytes that the disk was told to write already
    FileStamp* over = nullptr;              // the file that may be replaced; null: any
    ContentHash content;
    FileStamp stamp;
};

FileWriter::FileWriter(const fs::path& file, FileStamp* over) : target_(std::make_unique<Target>()) {
    if (file.empty()) throw FileError("a file", 0, 0, "cannot be written: it has no name");
    Target& target = *target_;
    target.file = file;
    target.path = follow_links(file);
    target.folder = folder_of(target.path);
    struct stat present {};
    const bool exists = ::stat(target.path.c_str(), &present) == 0;
    if (!exists && errno != ENOENT) target.fail(errno);
    if (exists && S_ISDIR(present.st_mode)) target.fail(EISDIR);
    if (exists && !S_ISREG(present.st_mode)) {
        if (over && over->kind == FileStamp::Kind::File)
            fail_to_write(file, "it was a file and is " + kind_of(present.st_mode) + " now");
        target.device = true;
        return;
    }
    target.over = over;
    target.compare();
    if (!target.path.has_filename()) fail_to_write(file, "its name ends in a slash");
    if (exists && ::faccessat(AT_FDCWD, target.path.c_str(), W_OK, AT_EACCESS) != 0)
        fail_to_write(file, "it is write-protected");

    remove_leftovers(target.folder);
    fs::path temporary;
    target.descriptor = make_temporary(target.folder, temporary);
    if (!target.descriptor) target.fail(errno);
    target.temporary = std::move(temporary);
    if (exists) {
        // Only an administrator can give files away; the mode then applies to the new owner.
        [[maybe_unused]] const int given = ::fchown(target.descriptor.number(), present.st_uid, present.st_gid);
        if (::fchmod(target.descriptor.number(), present.st_mode & 07777) != 0) {
            const int error = errno;
            ::unlink(target.temporary.c_str());
            target.fail(error);
        }
    }
}

FileWriter::~FileWriter() {
    if (!target_->temporary.empty()) ::unlink(target_->temporary.c_str());
}

void FileWriter::write(std::string_view text) {
    if (target_->device) {
        target_->kept += text;
        return;
    }
    Target& target = *target_;
    if (const int error = write_all(target.descriptor.number(), text)) target.fail(error);
    target.content.add(text);
    target.written += static_cast<std::int64_t>(text.size());
#ifdef __linux__
    // The disk starts early, so that flush() has less to wait for.
    constexpr std::int64_t enough = 8 << 20;
    if (target.written - target.started < enough) return;
    ::sync_file_range(target.descriptor.number(), target.started, target.written - target.started,
                      SYNC_FILE_RANGE_WRITE);
    target.started = target.written;
#endif
}

void FileWriter::flush() {
    if (!target_->device && ::fsync(target_->descriptor.number()) != 0) target_->fail(errno);
}

void FileWriter::commit() {
    Target& target = *target_;
    if (target.device) {
        target.descriptor = Descriptor(open_retrying(target.path, O_WRONLY | O_NOCTTY));
        if (!target.descriptor && errno == EACCES) fail_to_write(target.file, "you may not write to it");
        if (!target.descriptor) target.fail(errno);
        if (const int error = write_all(target.descriptor.number(), target.kept)) target.fail(error);
        if (!target.descriptor.close()) target.fail(errno);
        return;
    }
    flush();
    struct stat present {};
    if (::fstat(target.descriptor.number(), &present) != 0) target.fail(errno);
    if (!target.descriptor.close()) target.fail(errno);
    target.compare();
    if (::rename(target.temporary.c_str(), target.path.c_str()) != 0) target.fail(errno);
    target.temporary.clear();
    // Since the rename only the time of its status differs.
    target.stamp = stamp_of(target.path);
    const FileStamp ours = stamp_of_stat(present);
    if (target.stamp.inode != ours.inode || target.stamp.modified_ns != ours.modified_ns) target.stamp = ours;
    target.stamp.content = target.content.value();
    flush_folder(target.folder);
}

const FileStamp& FileWriter::stamp() const { return target_->stamp; }

void write_file(const fs::path& file, std::string_view text) {
    FileWriter writer(file);
    writer.write(text);
    writer.commit();
}

namespace {

[[noreturn]] void fail_to_read(const fs::path& file, int error) {
    std::string reason = reason_for(error, folder_of(file));
    if (error == ENOENT) reason = "there is no such file";
    if (error == EACCES || error == EPERM) reason = "you may not read it";
    throw FileError(file.string(), 0, 0, "cannot be read: " + reason);
}

/// Whether the name refers to something that this process has open: `/dev/stdin`, `/dev/fd/63`, or a link to one.
bool given_to_us(fs::path file) {
    for (int i = 0; i < max_links; ++i) {
        const std::string name = file.lexically_normal().native();
        if (name == "/dev/stdin" || name.starts_with("/dev/fd/") || name.starts_with("/proc/self/fd/")) return true;
        std::error_code error;
        const fs::path link = fs::read_symlink(file, error);
        if (error) return false;
        file = link.is_absolute() ? link : folder_of(file) / link;
    }
    return false;
}

}  // namespace

struct FileReader::Hashed {
    ContentHash hash;
    std::uint64_t bytes = 0;
};

FileReader::FileReader(const fs::path& file) : file_(file), hashed_(std::make_unique<Hashed>()) {
    // Checked before opening, because opening has effects on some devices, and again afterwards, because the name may
    // have got another file.
    const auto refuse = [&](mode_t mode) {
        if (S_ISREG(mode) || (S_ISFIFO(mode) && given_to_us(file))) return;
        if (S_ISDIR(mode)) fail_to_read(file, EISDIR);
        throw FileError(file.string(), 0, 0, "cannot be read: it is " + kind_of(mode) + ", and only files are");
    };
    struct stat present {};
    if (::stat(file.c_str(), &present) != 0) fail_to_read(file, errno);
    refuse(present.st_mode);
    Descriptor source(open_retrying(file, O_RDONLY | O_NONBLOCK | O_NOCTTY));
    if (!source) fail_to_read(file, errno);
    if (::fstat(source.number(), &present) != 0) fail_to_read(file, errno);
    refuse(present.st_mode);
    if (S_ISREG(present.st_mode)) {
        size_ = static_cast<std::uint64_t>(present.st_size);
        stamp_ = stamp_of_stat(present);
    } else {
        ::fcntl(source.number(), F_SETFL, 0);  // the writer of the pipe may take any time
    }
    descriptor_ = source.release();
}

FileReader::~FileReader() { ::close(descriptor_); }

std::size_t FileReader::read(std::span<char> buffer) {
    std::size_t used = 0;
    while (used < buffer.size()) {
        const ssize_t count = ::read(descriptor_, buffer.data() + used, buffer.size() - used);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail_to_read(file_, errno);
        if (count == 0) break;
        used += static_cast<std::size_t>(count);
    }
    if (offset_ <= hashed_->bytes && hashed_->bytes < offset_ + used) {
        const auto known = static_cast<std::size_t>(hashed_->bytes - offset_);
        hashed_->hash.add({buffer.data() + known, used - known});
        hashed_->bytes = offset_ + used;
    }
    offset_ += used;
    return used;
}

void FileReader::fail_too_large(std::uint64_t most) const {
    throw FileError(file_.string(), 0, 0,
                    "cannot be read: " + std::string(size_ ? "it is larger than " : "the pipe gave more than ") +
                        std::to_string(most >> 20) + " MiB");
}

std::string FileReader::read_rest(std::uint64_t most) {
    if (size_ && *size_ > most) fail_too_large(most);
    // One byte more than the size, so that the end is found without growing. Pipes have no size, and the text grows.
    std::string text(size_ ? static_cast<std::size_t>(*size_) + 1 : 64 * 1024, '\0');
    std::size_t used = 0;
    while (true) {
        used += read(std::span(text).subspan(used));
        if (used < text.size()) break;
        if (used > most) fail_too_large(most);
        text.resize(static_cast<std::size_t>(std::min<std::uint64_t>(text.size() * std::uint64_t{2}, most + 1)));
    }
    text.resize(used);
    return text;
}

void FileReader::go_to(std::uint64_t offset) {
    if (::lseek(descriptor_, static_cast<off_t>(offset), SEEK_SET) < 0) fail_to_read(file_, errno);
    offset_ = offset;
}

FileStamp FileReader::read_stamp() {
    if (stamp_.kind != FileStamp::Kind::File) return {};
    if (offset_ != hashed_->bytes) go_to(hashed_->bytes);
    const std::unique_ptr<char[]> buffer(new char[64 * 1024]);
    // A growing file would never end; it is another file then anyway.
    while (hashed_->bytes <= *size_ && read({buffer.get(), 64 * 1024}) > 0) {
    }
    FileStamp stamp = stamp_;
    stamp.content = hashed_->hash.value();
    return stamp;
}

std::string read_file(const fs::path& file) { return FileReader(file).read_rest(); }

}  // namespace files
