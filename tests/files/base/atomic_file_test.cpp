#include "files/base/atomic_file.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <functional>

#include "catch.hpp"
#include "files/base/file_error.hpp"
#include "files/base/process_mark.hpp"
#include "files/support/hostile_disk.hpp"
#include "files/support/temporary_folder.hpp"

namespace atomic_file_test {

using namespace files;
namespace fs = std::filesystem;

namespace {

std::string problem_of(const std::function<void()>& act) {
    try {
        act();
    } catch (const FileError& error) {
        return error.problem();
    }
    return "went well";
}

std::string writing(const fs::path& file, const std::string& text = "new") {
    return problem_of([&] { write_file(file, text); });
}

std::size_t file_count(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("Atomic file: writes a new file and over an old one", "[files][atomic_file]") {
    const TemporaryFolder folder;
    write_file(folder.path / "a.json", "one");
    CHECK(folder.read("a.json") == "one");
    write_file(folder.path / "a.json", std::string("two\0three", 9));
    CHECK(folder.read("a.json") == std::string("two\0three", 9));
    write_file(folder.path / "a.json", "");
    CHECK(folder.read("a.json").empty());
    CHECK(file_count(folder.path) == 1);
}

TEST_CASE("Atomic file: a reader of the old file still has all of it", "[files][atomic_file]") {
    const TemporaryFolder folder;
    std::ifstream reader(folder.write("a.json", "the old text"));
    write_file(folder.path / "a.json", "new");
    std::string text;
    std::getline(reader, text);
    CHECK(text == "the old text");
}

TEST_CASE("Atomic file: permissions stay, and new files get the usual ones", "[files][atomic_file]") {
    const TemporaryFolder folder;
    const mode_t former = ::umask(022);
    write_file(folder.path / "new.json", "x");
    ::umask(former);
    struct stat present {};
    REQUIRE(::stat((folder.path / "new.json").c_str(), &present) == 0);
    CHECK((present.st_mode & 0777) == 0644);

    REQUIRE(::chmod((folder.path / "new.json").c_str(), 0640) == 0);
    write_file(folder.path / "new.json", "y");
    REQUIRE(::stat((folder.path / "new.json").c_str(), &present) == 0);
    CHECK((present.st_mode & 0777) == 0640);
}

TEST_CASE("Atomic file: a symbolic link is followed and stays one", "[files][atomic_file]") {
    const TemporaryFolder folder;
    fs::create_directory(folder.path / "real");
    folder.write("real/a.json", "old");
    fs::create_symlink("real/a.json", folder.path / "link.json");
    fs::create_symlink("link.json", folder.path / "second.json");
    write_file(folder.path / "second.json", "new");
    CHECK(folder.read("real/a.json") == "new");
    CHECK(fs::is_symlink(folder.path / "link.json"));
    CHECK(fs::is_symlink(folder.path / "second.json"));

    fs::create_symlink("real/b.json", folder.path / "dangling.json");
    write_file(folder.path / "dangling.json", "made");
    CHECK(folder.read("real/b.json") == "made");

    fs::create_symlink("circle.json", folder.path / "circle.json");
    CHECK(writing(folder.path / "circle.json") == "cannot be written: its symbolic links lead in a circle");
}

TEST_CASE("Atomic file: each writer has a file of its own until it commits, named after its process",
          "[files][atomic_file]") {
    const TemporaryFolder folder;
    const fs::path file = folder.write("a.json", "old");
    const std::string start = ".chunkscope-" + to_string(own_mark()) + "-";
    {
        FileWriter first(file), second(file), third(folder.path / "b.json");
        for (const char* const number : {"0", "1", "2"}) CHECK(folder.has(start + number + ".tmp"));
        CHECK(file_count(folder.path) == 4);
        first.write("of the first");
        second.write("of the second");
        second.commit();
        CHECK(folder.read("a.json") == "of the second");
        first.commit();
        CHECK(folder.read("a.json") == "of the first");
    }
    CHECK(file_count(folder.path) == 1);  // the third never committed

    for (int i = 0; i < 99; ++i) folder.write(start + std::to_string(i) + ".tmp", "taken");
    CHECK(writing(file) == "went well");
    folder.write(start + "99.tmp", "taken");
    CHECK(writing(file) == "cannot be written: File exists");
    CHECK(folder.read(start + "0.tmp") == "taken");
}

TEST_CASE("Atomic file: a name without a folder is in the current one", "[files][atomic_file]") {
    const TemporaryFolder folder;
    const fs::path former = fs::current_path();
    fs::current_path(folder.path);
    write_file("here.json", "x");
    CHECK(read_file("here.json") == "x");
    CHECK(writing("") == "cannot be written: it has no name");
    fs::current_path(former);
    CHECK(folder.read("here.json") == "x");
}

TEST_CASE("Atomic file: what can go wrong is said, and nothing is left behind", "[files][atomic_file]") {
    const TemporaryFolder folder;
    folder.write("a.json", "old");
    const std::string where = folder.path.string();

    CHECK(writing(folder.path / "none" / "a.json") ==
          "cannot be written: the folder " + where + "/none does not exist");
    CHECK(writing(folder.path / "a.json" / "b.json") == "cannot be written: " + where + "/a.json is not a folder");
    CHECK(writing(folder.path) == "cannot be written: it is a folder");
    CHECK(writing(folder.path / std::string(300, 'x')) == "cannot be written: the name is too long");
    CHECK(file_count(folder.path) == 1);
    // As long as names can be: there must be room for the name of the temporary file, too.
    CHECK(writing(folder.path / std::string(255, 'x')) == "went well");
}

TEST_CASE("Atomic file: a folder or file that may not be written is left alone", "[files][atomic_file]") {
    const TemporaryFolder folder;
    folder.write("a.json", "old");
    REQUIRE(::chmod((folder.path / "a.json").c_str(), 0666) == 0);
    REQUIRE(::chmod(folder.path.c_str(), 0555) == 0);
    {
        const Nobody nobody;
        CHECK(writing(folder.path / "a.json") ==
              "cannot be written: you may not write in the folder " + folder.path.string());
        CHECK(writing(folder.path / "b.json") ==
              "cannot be written: you may not write in the folder " + folder.path.string());
    }
    CHECK(folder.read("a.json") == "old");

    REQUIRE(::chmod(folder.path.c_str(), 0777) == 0);
    REQUIRE(::chmod((folder.path / "a.json").c_str(), 0444) == 0);
    {
        const Nobody nobody;
        CHECK(writing(folder.path / "a.json") == "cannot be written: it is write-protected");
    }
    CHECK(folder.read("a.json") == "old");
    CHECK(file_count(folder.path) == 1);
}

TEST_CASE("Atomic file: when the disk is full the old file is still there", "[files][atomic_file]") {
    const TemporaryFolder folder;
    folder.write("a.json", "old");
    {
        const SmallFiles limit(1000);
        CHECK(writing(folder.path / "a.json", std::string(5000, 'x')) ==
              "cannot be written: it would be larger than files may be here");
    }
    CHECK(folder.read("a.json") == "old");
    CHECK(file_count(folder.path) == 1);
    if (fs::exists("/dev/full")) CHECK(writing("/dev/full") == "cannot be written: the disk is full");
}

TEST_CASE("Atomic file: devices are written to, not replaced", "[files][atomic_file]") {
    CHECK(writing("/dev/null") == "went well");
    CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("Atomic file: a pipe that the program was given is read, up to a limit", "[files][atomic_file]") {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const std::string name = "/dev/fd/" + std::to_string(ends[0]);
    REQUIRE(::write(ends[1], "some text", 9) == 9);
    const TemporaryFolder folder;
    fs::create_symlink(name, folder.path / "link.json");
    SECTION("by its number") {
        ::close(ends[1]);
        CHECK(read_file(name) == "some text");
    }
    SECTION("by a link") {
        ::close(ends[1]);
        CHECK(read_file(folder.path / "link.json") == "some text");
    }
    SECTION("though it would never end") {
        FileReader reader(name);
        CHECK_FALSE(reader.size());
        const std::string more(4000, 'x');
        for (int i = 0; i < 10; ++i) REQUIRE(::write(ends[1], more.data(), more.size()) == 4000);
        REQUIRE(::fcntl(ends[1], F_SETPIPE_SZ, 1 << 20) >= 1 << 20);
        for (int i = 0; i < 30; ++i) REQUIRE(::write(ends[1], more.data(), more.size()) == 4000);
        CHECK(problem_of([&] { reader.read_rest(100'000); }) == "cannot be read: the pipe gave more than 0 MiB");
        ::close(ends[1]);
    }
    ::close(ends[0]);
}

#ifdef __linux__
TEST_CASE("Atomic file: nothing stays open", "[files][atomic_file]") {
    const TemporaryFolder folder;
    const std::size_t before = file_count("/proc/self/fd");
    for (int i = 0; i < 3; ++i) {
        write_file(folder.path / "a.json", "x");
        CHECK(read_file(folder.path / "a.json") == "x");
        write_file("/dev/null", "x");
        const FileWriter given_up(folder.path / "b.json");
    }
    CHECK(writing(folder.path / "none" / "a.json") != "went well");
    CHECK(file_count("/proc/self/fd") == before);
}
#endif

TEST_CASE("Atomic file: reading says what is wrong", "[files][atomic_file]") {
    const TemporaryFolder folder;
    const auto reading = [&](const fs::path& file) { return problem_of([&] { read_file(file); }); };
    CHECK(reading(folder.path / "none.json") == "cannot be read: there is no such file");
    CHECK(reading(folder.path) == "cannot be read: it is a folder");
    CHECK(reading(folder.write("a.json", "x") / "b.json") ==
          "cannot be read: " + (folder.path / "a.json").string() + " is not a folder");
    CHECK(reading("/dev/null") == "cannot be read: it is a device, and only files are");
    CHECK(reading("/dev/zero") == "cannot be read: it is a device, and only files are");
    REQUIRE(::mkfifo((folder.path / "pipe.json").c_str(), 0600) == 0);
    CHECK(reading(folder.path / "pipe.json") == "cannot be read: it is a pipe, and only files are");
    // As large as it says, without taking the room.
    fs::resize_file(folder.write("sparse.json", ""), std::uintmax_t{1} << 40);
    CHECK(reading(folder.path / "sparse.json") == "cannot be read: it is larger than 256 MiB");
    const std::string large(300'000, 'y');
    CHECK(read_file(folder.write("large.json", large)) == large);

    REQUIRE(::chmod((folder.path / "a.json").c_str(), 0000) == 0);
    REQUIRE(::chmod(folder.path.c_str(), 0755) == 0);
    const Nobody nobody;
    CHECK(reading(folder.path / "a.json") == "cannot be read: you may not read it");
}

}  // namespace atomic_file_test
