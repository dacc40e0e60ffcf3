#include "editor/jobs/disk_watch.hpp"

#include <chrono>

#include "catch.hpp"
#include "editor/support/demo.hpp"
#include "files/support/temporary_folder.hpp"

namespace disk_watch_test {

using namespace editor;
using namespace files;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

void set_age(const fs::path& file, int secs) {
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::seconds(secs));
}

}  // namespace

TEST_CASE("Disk watch: a change is told once, and a touch never", "[editor][disk_watch]") {
    const TemporaryFolder folder;
    demo::Session session;
    session.file = folder.path / "level.json";
    session.on_disk = save_world(session, session.file);
    DiskWatch watch(3);
    double now = 0;
    // Looks, and waits for what it finds.
    const auto look = [&](bool at_once = true) {
        std::string news = watch.update(session, now, at_once);
        while (news.empty() && watch.looking()) news = watch.update(session, now, false);
        return news;
    };
    CHECK(look().empty());
    set_age(session.file, 60);
    CHECK(look().empty());
    CHECK(watch.state() == OnDisk::Same);

    folder.write("level.json", "theirs");
    now = 2;
    CHECK(look(false).empty());  // not yet
    now = 3;
    CHECK(look(false) == "level.json changed on disk; saving will ask what to do");
    CHECK(watch.state() == OnDisk::Changed);
    CHECK(look().empty());
    folder.write("level.json", "theirs again");
    CHECK_THAT(look(), Contains("changed"));
    fs::remove(session.file);
    CHECK(look() == "level.json is not there any more; saving writes it anew");
    fs::create_directory(session.file);
    CHECK(look() == "level.json is not a file any more; save under another name");

    fs::remove(session.file);
    session.on_disk = save_world(session, session.file);
    CHECK(look().empty());
    CHECK(watch.state() == OnDisk::Same);
    session.file.clear();
    session.on_disk = {};
    CHECK(look().empty());
}

}  // namespace disk_watch_test
