#include "files/base/process_mark.hpp"

#include <string>

#include <sys/wait.h>
#include <unistd.h>

#include "catch.hpp"
#include "files/base/atomic_file.hpp"
#include "files/support/temporary_folder.hpp"

namespace process_mark_test {

using namespace files;
using Now = std::chrono::system_clock;

namespace {

ProcessMark gone() {
    const pid_t pid = fork();
    if (pid == 0) _exit(0);
    waitpid(pid, nullptr, 0);
    ProcessMark mark = own_mark();
    mark.pid = pid;
    return mark;
}

}  // namespace

TEST_CASE("Process mark: it is read as it is written, and nothing else is one", "[files][process_mark]") {
    const ProcessMark own = own_mark();
    CHECK(own.pid == getpid());
    CHECK(process_mark_from(to_string(own)) == own);
    for (const char* text : {"", "1", "12345", "3fa8c21d-77aa01bc-12345", "3fa8c21d-77aa01bc-12345-", "x-y-z-w",
                             "3fa8c21d-77aa01bc-12345-99-", "3fa8c21d-77aa01bc-0-99", "3fa8c21d-77aa01bc--5-99",
                             "3FA8C21D-77aa01bc-12345-99", "fa8c21d-77aa01bc-12345-99", "3fa8c21d-77aa01bc-012-99",
                             " 3fa8c21d-77aa01bc-12345-99"})
        CHECK_FALSE(process_mark_from(text));
}

#ifdef __linux__
TEST_CASE("Process mark: a run that has ended is gone, also before its parent asks for its end",
          "[files][process_mark]") {
    const pid_t pid = fork();
    if (pid == 0) _exit(0);
    siginfo_t ended{};
    REQUIRE(waitid(P_PID, static_cast<id_t>(pid), &ended, WEXITED | WNOWAIT) == 0);
    ProcessMark mark = own_mark();
    mark.pid = pid;
    mark.start = 0;
    CHECK(whereabouts(mark, Now::now()) == Whereabouts::Gone);
    waitpid(pid, nullptr, 0);
}
#endif

TEST_CASE("Process mark: a run is gone only when that is certain", "[files][process_mark]") {
    const ProcessMark own = own_mark();
    CHECK(whereabouts(own, Now::now()) == Whereabouts::Own);
    CHECK(whereabouts(gone(), Now::now()) == Whereabouts::Gone);

    ProcessMark other = own;
    other.pid = getppid();
    other.start = 0;
    CHECK(whereabouts(other, Now::now()) == Whereabouts::Runs);
    if (own.start != 0) {
        other.start = own.start + 1'000'000'000;  // the number was given away again
        CHECK(whereabouts(other, Now::now()) == Whereabouts::Gone);
    }
    other = gone();
    other.host ^= 1;
    CHECK(whereabouts(other, Now::now()) == Whereabouts::Unknown);
    CHECK(whereabouts(other, Now::now() - std::chrono::years(5)) == Whereabouts::Unknown);
    // Of this computer, before it was started the last time; or of a container that cannot be seen into.
    other = gone();
    other.boot ^= 1;
    CHECK(whereabouts(other, Now::now()) == Whereabouts::Unknown);
    CHECK(whereabouts(other, Now::now() - std::chrono::years(5)) == Whereabouts::Gone);
}

TEST_CASE("Atomic file: a save removes what runs left that were killed, and nothing else", "[files][process_mark]") {
    const TemporaryFolder folder;
    ProcessMark running = own_mark(), far = gone();
    running.pid = getppid();
    running.start = 0;
    far.host ^= 1;
    const auto leave = [&](const std::string& middle) {
        folder.write(".chunkscope-" + middle + ".tmp", "half a world");
        return ".chunkscope-" + middle + ".tmp";
    };
    const std::string dead = leave(to_string(gone()) + "-0"), dead_too = leave(to_string(gone()) + "-17");
    const std::string kept[] = {leave(to_string(running) + "-0"), leave(to_string(far) + "-0"),
                                leave(to_string(own_mark()) + "-5"), leave("notes"), leave("1-0")};
    const std::string others[] = {"my.chunkscope-" + to_string(gone()) + "-0.tmp",
                                  ".chunkscope-" + to_string(gone()) + "-0.tmp.json", ".chunkscope-.tmp",
                                  ".chunkscope-tmp"};
    for (const std::string& name : others) folder.write(name, "of somebody");
    std::filesystem::create_directory(folder.path / (".chunkscope-" + to_string(gone()) + "-0.tmp"));
    write_file(folder.path / "level.json", "whole");
    CHECK_FALSE(folder.has(dead));
    CHECK_FALSE(folder.has(dead_too));
    for (const std::string& name : kept) CHECK(folder.has(name));
    for (const std::string& name : others) CHECK(folder.has(name));
    CHECK(folder.read("level.json") == "whole");
}

}  // namespace process_mark_test
