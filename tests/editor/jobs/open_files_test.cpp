#include "editor/jobs/open_files.hpp"

#include <csignal>
#include <fstream>

#include <sys/wait.h>
#include <unistd.h>

#include "catch.hpp"
#include "files/support/temporary_folder.hpp"

namespace open_files_test {

using editor::OpenFiles;

namespace {

using Pids = std::vector<std::int64_t>;

/// Another process that has the file open until it is told to end, or is killed.
class OtherWindow {
public:
    OtherWindow(const std::filesystem::path& folder, const std::filesystem::path& file) {
        int ready[2], end[2];
        REQUIRE(pipe(ready) == 0);
        REQUIRE(pipe(end) == 0);
        pid_ = fork();
        if (pid_ == 0) {
            close(end[1]);
            {
                OpenFiles open(folder);
                open.opened(file);
                char byte = 1;
                if (write(ready[1], &byte, 1) != 1) _exit(1);
                while (read(end[0], &byte, 1) > 0) {
                }
            }
            _exit(0);
        }
        close(ready[1]);
        close(end[0]);
        end_ = end[1];
        char byte = 0;
        REQUIRE(read(ready[0], &byte, 1) == 1);
        close(ready[0]);
    }
    ~OtherWindow() { finish(); }
    std::int64_t pid() const { return pid_; }
    void finish() {
        if (end_ < 0) return;
        close(end_);
        end_ = -1;
        waitpid(pid_, nullptr, 0);
    }
    void kill_it() {
        kill(pid_, SIGKILL);
        finish();
    }

private:
    pid_t pid_ = 0;
    int end_ = -1;
};

std::size_t notes_in(const std::filesystem::path& folder) {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& each : std::filesystem::directory_iterator(folder)) ++count;
    return count;
}

struct Desk {
    TemporaryFolder temporary;
    std::filesystem::path folder = temporary.path / "open", file = temporary.path / "level.json";
    double now = 0;

    Desk() { std::ofstream(file) << "{}"; }
    Pids look(OpenFiles& mine) { return mine.others_that_came(now += 10); }
};

}  // namespace

TEST_CASE("Open files: a window on the same file is told of, once", "[editor][open-files]") {
    Desk desk;
    OpenFiles mine(desk.folder);
    mine.opened(desk.file);
    CHECK(desk.look(mine).empty());
    OtherWindow other(desk.folder, desk.file);
    CHECK(desk.look(mine) == Pids{other.pid()});
    CHECK(desk.look(mine).empty());
    other.finish();
    CHECK(desk.look(mine).empty());
    OtherWindow again(desk.folder, desk.file);
    CHECK(desk.look(mine) == Pids{again.pid()});
}

TEST_CASE("Open files: one file is the same by every path to it, and others are not", "[editor][open-files]") {
    Desk desk;
    std::filesystem::create_symlink(desk.file, desk.temporary.path / "link.json");
    std::ofstream(desk.temporary.path / "other.json") << "{}";
    OpenFiles mine(desk.folder);
    mine.opened(desk.file);
    const OtherWindow link(desk.folder, desk.temporary.path / "link.json");
    const OtherWindow elsewhere(desk.folder, desk.temporary.path / "other.json");
    CHECK(desk.look(mine) == Pids{link.pid()});
    mine.opened(desk.temporary.path / "other.json");
    CHECK(desk.look(mine) == Pids{elsewhere.pid()});
}

TEST_CASE("Open files: a window that was killed is not told of, and its note goes", "[editor][open-files]") {
    Desk desk;
    OtherWindow killed(desk.folder, desk.file);
    killed.kill_it();
    REQUIRE(notes_in(desk.folder) == 1);
    OpenFiles mine(desk.folder);
    mine.opened(desk.file);
    CHECK(desk.look(mine).empty());
    CHECK(notes_in(desk.folder) == 1);
    mine.opened({});
    CHECK(notes_in(desk.folder) == 0);
}

TEST_CASE("Open files: without a folder to write, nobody is told anything, and nothing fails", "[editor][open-files]") {
    Desk desk;
    std::ofstream(desk.folder) << "a file where the folder would be";
    OpenFiles mine(desk.folder);
    mine.opened(desk.file);
    CHECK(desk.look(mine).empty());
}

}  // namespace open_files_test
