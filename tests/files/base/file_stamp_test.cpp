#include "files/base/file_stamp.hpp"

#include <chrono>
#include <string>

#include <sys/stat.h>

#include "catch.hpp"
#include "files/base/atomic_file.hpp"
#include "files/base/content_hash.hpp"
#include "files/base/file_error.hpp"
#include "files/support/temporary_folder.hpp"

namespace file_stamp_test {

using namespace files;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

FileStamp read(const fs::path& file) {
    FileReader reader(file);
    reader.read_rest();
    return reader.read_stamp();
}

void set_age(const fs::path& file, int secs) {
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::seconds(secs));
}

OnDisk compare(const fs::path& file, FileStamp stamp, DiskLook look = DiskLook::Careful) {
    return compare_with_disk(file, stamp, look);
}

std::string problem_of_replacing(const fs::path& file, FileStamp over) {
    try {
        FileWriter writer(file, &over);
        writer.write("mine");
        writer.commit();
    } catch (const ChangedOnDisk& error) {
        return "changed: " + error.problem();
    } catch (const FileError& error) {
        return error.problem();
    }
    return {};
}

}  // namespace

TEST_CASE("Content hash: it does not depend on how the text was cut, and on every byte", "[files][file_stamp]") {
    std::string text;
    for (int i = 0; i < 300; ++i) text += static_cast<char>(i * 7);
    ContentHash whole;
    whole.add(text);
    for (const std::size_t piece : {1, 7, 31, 32, 33, 100}) {
        ContentHash pieces;
        for (std::size_t at = 0; at < text.size(); at += piece) pieces.add(std::string_view(text).substr(at, piece));
        CHECK(pieces.value() == whole.value());
    }
    for (std::size_t at = 0; at < text.size(); ++at) {
        std::string other = text;
        other[at] = static_cast<char>(other[at] ^ 1);
        ContentHash hash;
        hash.add(other);
        CHECK(hash.value() != whole.value());
    }
    ContentHash longer;
    longer.add(text + std::string(1, '\0'));
    CHECK(longer.value() != whole.value());
}

TEST_CASE("File stamp: another content is a change, and a touch is none", "[files][file_stamp]") {
    const TemporaryFolder folder;
    const fs::path file = folder.write("level.json", "old");
    set_age(file, 60);
    FileStamp stamp = read(file);
    CHECK(compare(file, stamp) == OnDisk::Same);

    set_age(file, 30);
    CHECK(compare(file, stamp) == OnDisk::Same);
    folder.write("level.json", "new");  // of the same size
    CHECK(compare(file, stamp) == OnDisk::Changed);
    set_age(file, 60);
    CHECK(compare(file, stamp) == OnDisk::Changed);
    folder.write("level.json", "old");
    CHECK(compare(file, stamp) == OnDisk::Same);
    folder.write("other.json", "old");
    fs::rename(folder.path / "other.json", file);  // as editors save
    CHECK(compare(file, stamp) == OnDisk::Same);
    folder.write("level.json", "longer");
    CHECK(compare(file, stamp) == OnDisk::Changed);
    fs::remove(file);
    CHECK(compare(file, stamp) == OnDisk::Gone);
    fs::create_directory(file);
    CHECK(compare(file, stamp) == OnDisk::Other);
}

namespace {

/// The stamp of a file that was written anew before its clock went on.
FileStamp stamp_before_unseen_change(const TemporaryFolder& folder, const fs::path& file) {
    FileStamp stamp = read(file);
    folder.write("level.json", "new");
    const FileStamp now = stamp_of(file);
    stamp.modified_ns = now.modified_ns;
    stamp.status_ns = now.status_ns;
    return stamp;
}

}  // namespace

TEST_CASE("File stamp: a change within the same tick of the clock is seen", "[files][file_stamp]") {
    const TemporaryFolder folder;
    const fs::path file = folder.write("level.json", "old");
    FileStamp stamp = stamp_before_unseen_change(folder, file);
    CHECK(compare(file, stamp, DiskLook::Careful) == OnDisk::Changed);
    CHECK(compare(file, stamp, DiskLook::Quick) == OnDisk::Same);  // what looks every other second reads no content
}

TEST_CASE("File stamp: two seconds after its last change a file is trusted to be the one that was read",
          "[files][file_stamp]") {
    const TemporaryFolder folder;
    const fs::path file = folder.write("level.json", "old");
    FileStamp stamp = stamp_before_unseen_change(folder, file);
    const auto modified_ns = stamp.modified_ns;
    stamp.seen_ns = modified_ns + 1'999'999'999;
    CHECK(compare(file, stamp) == OnDisk::Changed);
    stamp.seen_ns = modified_ns + 2'000'000'000;
    CHECK(compare(file, stamp) == OnDisk::Same);
}

TEST_CASE("File stamp: whatever differs about a file, its content decides", "[files][file_stamp]") {
    const TemporaryFolder folder;
    const fs::path file = folder.write("level.json", "old");
    FileStamp stamp = read(file);
    folder.write("level.json", "new");
    const FileStamp now = read(file);
    stamp.modified_ns = now.modified_ns;
    stamp.status_ns = now.status_ns;
    stamp.seen_ns = now.modified_ns + 60'000'000'000;
    REQUIRE(compare(file, stamp) == OnDisk::Same);
    const auto with = [&](auto member, auto value, std::uint64_t content) {
        FileStamp other = stamp;
        other.*member = value;
        other.content = content;
        return other;
    };
    for (const std::uint64_t content : {*stamp.content, *now.content}) {
        const OnDisk expected = content == *now.content ? OnDisk::Same : OnDisk::Changed;
        CHECK(compare(file, with(&FileStamp::device, now.device + 1, content)) == expected);
        CHECK(compare(file, with(&FileStamp::inode, now.inode + 1, content)) == expected);
        CHECK(compare(file, with(&FileStamp::modified_ns, now.modified_ns - 1, content)) == expected);
        CHECK(compare(file, with(&FileStamp::status_ns, now.status_ns - 1, content)) == expected);
    }
    CHECK(compare(file, with(&FileStamp::size, std::uint64_t{4}, *now.content)) == OnDisk::Changed);

    // Once it was found to be the same, nothing differs any more; else the caller learns what is there.
    FileStamp touched = with(&FileStamp::inode, now.inode + 1, *now.content), found;
    REQUIRE(compare_with_disk(file, touched, DiskLook::Careful, &found) == OnDisk::Same);
    CHECK(touched.inode == now.inode);
    CHECK(found.content == now.content);
    FileStamp other = with(&FileStamp::inode, now.inode + 1, *stamp.content);
    REQUIRE(compare_with_disk(file, other, DiskLook::Careful, &found) == OnDisk::Changed);
    CHECK(found.content == now.content);
    CHECK(other.inode == now.inode + 1);
}

TEST_CASE("File stamp: what was never seen is another file, what was not there may not be there",
          "[files][file_stamp]") {
    const TemporaryFolder folder;
    const FileStamp absent = stamp_of(folder.path / "level.json");
    CHECK(absent.kind == FileStamp::Kind::Absent);
    CHECK(compare(folder.path / "level.json", absent) == OnDisk::Same);
    const fs::path file = folder.write("level.json", "x");
    CHECK(compare(file, absent) == OnDisk::Changed);
    CHECK(compare(file, FileStamp{}) == OnDisk::Changed);
    CHECK(compare(file, stamp_of(file)) == OnDisk::Same);
}

TEST_CASE("Atomic file: only the file that was read is replaced", "[files][file_stamp]") {
    const TemporaryFolder folder;
    const fs::path file = folder.write("level.json", "old");
    const FileStamp stamp = read(file);

    SECTION("it is") {
        CHECK(problem_of_replacing(file, stamp).empty());
        CHECK(folder.read("level.json") == "mine");
    }
    SECTION("it was changed") {
        folder.write("level.json", "theirs");
        CHECK(problem_of_replacing(file, stamp) ==
              "changed: was changed on disk meanwhile, so it was not written over");
        CHECK(folder.read("level.json") == "theirs");
    }
    SECTION("it is changed while the new one is written") {
        FileStamp over = stamp;
        FileWriter writer(file, &over);
        writer.write("mine");
        folder.write("level.json", "theirs");
        CHECK_THROWS_AS(writer.commit(), ChangedOnDisk);
        CHECK(folder.read("level.json") == "theirs");
    }
    SECTION("it is gone: nothing is lost") {
        fs::remove(file);
        CHECK(problem_of_replacing(file, stamp).empty());
        CHECK(folder.read("level.json") == "mine");
    }
    SECTION("a folder stands there") {
        fs::remove(file);
        fs::create_directory(file);
        CHECK(problem_of_replacing(file, stamp) == "cannot be written: it is a folder");
    }
    SECTION("a pipe stands there") {
        fs::remove(file);
        REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
        CHECK(problem_of_replacing(file, stamp) == "cannot be written: it was a file and is a pipe now");
    }
    SECTION("there was none, and one appeared") {
        FileStamp absent;
        absent.kind = FileStamp::Kind::Absent;
        CHECK_THAT(problem_of_replacing(file, absent), Contains("changed"));
        CHECK(folder.read("level.json") == "old");
    }
}

TEST_CASE("Atomic file: what was written is what a reader finds", "[files][file_stamp]") {
    const TemporaryFolder folder;
    FileWriter writer(folder.path / "level.json");
    for (int i = 0; i < 1000; ++i) writer.write("some text, ");
    writer.commit();
    FileStamp stamp = writer.stamp();
    CHECK(stamp.content == read(folder.path / "level.json").content);
    CHECK(compare(folder.path / "level.json", stamp) == OnDisk::Same);
}

}  // namespace file_stamp_test
