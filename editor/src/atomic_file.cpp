#include "editor/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "editor/file_error.hpp"

namespace editor {

namespace {

namespace fs = std::filesystem;

/// Closes on the way out; close() says whether that went well, which for some file systems is when a write fails.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    explicit operator bool() const { return number_ >= 0; }
    int number() const { return number_; }
    bool close() { return ::close(std::exchange(number_, -1)) == 0; }

private:
    int number_;
};

/// Removes the file on the way out, unless it was renamed.
class TemporaryFile {
public:
    explicit TemporaryFile(fs::path path) : path_(std::move(path)) {}
    ~TemporaryFile() {
        if (!path_.empty()) ::unlink(path_.c_str());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    const fs::path& path() const { return path_; }
    void renamed() { path_.clear(); }

private:
    fs::path path_;
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

/// The file that `file` stands for, which need not exist: where its symbolic links lead.
fs::path follow_links(const fs::path& file) {
    fs::path target = file;
    constexpr int most_links = 40;
    for (int i = 0; i < most_links; ++i) {
        std::error_code error;
        const fs::path link = fs::read_symlink(target, error);
        if (error) return target;
        target = link.is_absolute() ? link : folder_of(target) / link;
    }
    fail_to_write(file, ELOOP, folder_of(file));
}

/// Returns the error number, 0 when all went well.
int write_all(int number, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(number, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

/// A new file in `folder`, empty; the name is short, because that of the target may be as long as names can be.
Descriptor make_temporary(const fs::path& folder, fs::path& path) {
    constexpr int most_tries = 100;
    for (int i = 0; i < most_tries; ++i) {
        path = folder / (".chunkscope-" + std::to_string(::getpid()) + '-' + std::to_string(i) + ".tmp");
        const int number = open_retrying(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (number >= 0 || errno != EEXIST) return Descriptor(number);
    }
    return Descriptor(-1);
}

/// Devices and pipes (/dev/stdout) are no files that could be half-written: straight to them.
void write_through(const fs::path& file, std::string_view text) {
    Descriptor target(open_retrying(file, O_WRONLY));
    if (!target) fail_to_write(file, errno == EACCES ? "you may not write to it" : reason_for(errno, folder_of(file)));
    int error = write_all(target.number(), text);
    if (error == 0 && !target.close()) error = errno;
    if (error != 0) fail_to_write(file, error, folder_of(file));
}

/// The rename itself must be on disk, too. Not every file system can do this for a folder, and the file is whole either
/// way, so a failure is nothing to tell.
void flush_folder(const fs::path& folder) {
    const Descriptor descriptor(open_retrying(folder, O_RDONLY | O_DIRECTORY));
    if (descriptor) ::fsync(descriptor.number());
}

}  // namespace

void write_file(const fs::path& file, std::string_view text) {
    if (file.empty()) throw FileError("a file", 0, 0, "cannot be written: it has no name");
    const fs::path target = follow_links(file);
    const fs::path folder = folder_of(target);
    struct stat present {};
    const bool exists = ::stat(target.c_str(), &present) == 0;
    if (!exists && errno != ENOENT) fail_to_write(file, errno, folder);
    if (exists && S_ISDIR(present.st_mode)) fail_to_write(file, EISDIR, folder);
    if (exists && !S_ISREG(present.st_mode)) return write_through(file, text);
    if (!target.has_filename()) fail_to_write(file, "its name ends in a slash");
    if (exists && ::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0)
        fail_to_write(file, "it is write-protected");

    fs::path temporary_path;
    Descriptor temporary = make_temporary(folder, temporary_path);
    if (!temporary) fail_to_write(file, errno, folder);
    TemporaryFile guard(temporary_path);

    int error = 0;
    const auto check = [&](bool fine) {
        if (error == 0 && !fine) error = errno;
    };
    if (exists) {
        // Only an administrator can give files away, and then the mode counts for the new owner.
        [[maybe_unused]] const int given = ::fchown(temporary.number(), present.st_uid, present.st_gid);
        check(::fchmod(temporary.number(), present.st_mode & 07777) == 0);
    }
    if (error == 0) error = write_all(temporary.number(), text);
    if (error == 0) check(::fsync(temporary.number()) == 0);
    const bool closed = temporary.close();
    check(closed);
    if (error == 0) check(::rename(temporary_path.c_str(), target.c_str()) == 0);
    if (error != 0) fail_to_write(file, error, folder);
    guard.renamed();
    flush_folder(folder);
}

std::string read_file(const fs::path& file) {
    const auto fail = [&](int error) {
        std::string reason = reason_for(error, folder_of(file));
        if (error == ENOENT) reason = "there is no such file";
        if (error == EACCES || error == EPERM) reason = "you may not read it";
        throw FileError(file.string(), 0, 0, "cannot be read: " + reason);
    };
    const Descriptor source(open_retrying(file, O_RDONLY));
    if (!source) fail(errno);
    struct stat present {};
    if (::fstat(source.number(), &present) != 0) fail(errno);
    if (S_ISDIR(present.st_mode)) fail(EISDIR);

    // One byte more than the size, so that the end is seen without growing; pipes have no size and grow.
    std::string text(S_ISREG(present.st_mode) ? static_cast<std::size_t>(present.st_size) + 1 : 64 * 1024, '\0');
    std::size_t used = 0;
    while (true) {
        const ssize_t count = ::read(source.number(), text.data() + used, text.size() - used);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(errno);
        if (count == 0) break;
        used += static_cast<std::size_t>(count);
        if (used == text.size()) text.resize(text.size() * 2);
    }
    text.resize(used);
    return text;
}

}  // namespace editor
