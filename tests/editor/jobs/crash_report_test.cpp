#include "editor/jobs/crash_report.hpp"

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include "catch.hpp"
#include "files/support/temporary_folder.hpp"

namespace crash_report_test {

namespace {

std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Ends a process of its own by `crash`, and returns how: the number of the signal, 0 if none.
template <class F>
int signal_of_crash(const std::filesystem::path& folder, F crash) {
    const pid_t child = ::fork();
    if (child == 0) {
        // Catch's own handlers belong to the parent.
        for (const int number : {SIGSEGV, SIGABRT, SIGFPE, SIGILL}) std::signal(number, SIG_DFL);
        editor::report_crashes_to(folder);
        for (int i = 0; i < 100; ++i) editor::note_for_report("step " + std::to_string(i));
        editor::note_for_report(std::string(500, 'x') + "\nend");
        crash();
        ::_exit(0);
    }
    int state = 0;
    ::waitpid(child, &state, 0);
    return WIFSIGNALED(state) ? WTERMSIG(state) : 0;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif
#else
constexpr bool sanitized = false;
#endif

}  // namespace

TEST_CASE("Crash report: it says why, what was done before and where, and the process ends as without it",
          "[editor][crash]") {
    if (sanitized) {
        SUCCEED("Sanitizers report crashes themselves");
        return;
    }
    const TemporaryFolder folder;
    const int number = signal_of_crash(folder.path, [] { ::raise(SIGSEGV); });
    CHECK(number == SIGSEGV);
    const auto report = editor::take_crash_report(folder.path);
    REQUIRE(report.has_value());
    const std::string text = text_of(*report);
    INFO(text);
    CHECK(text.find("SIGSEGV") != std::string::npos);
    CHECK(text.find("step 99\n") != std::string::npos);
    CHECK(text.find("step 30\n") == std::string::npos);  // only the last ones
    CHECK(text.find(std::string(160, 'x') + "\n") != std::string::npos);
    CHECK(text.find(std::string(161, 'x')) == std::string::npos);
    CHECK(text.find("Where, the innermost function first:\n") + 60 < text.size());
}

TEST_CASE("Crash report: an exception that nobody caught stands in it, on any thread", "[editor][crash]") {
    if (sanitized) {
        SUCCEED("Sanitizers report crashes themselves");
        return;
    }
    const TemporaryFolder folder;
    const int number =
        signal_of_crash(folder.path, [] { std::thread([] { throw std::runtime_error("the chunk is gone"); }).join(); });
    CHECK(number == SIGABRT);
    const auto report = editor::take_crash_report(folder.path);
    REQUIRE(report.has_value());
    CHECK(text_of(*report).find("Exception that nobody caught: the chunk is gone") != std::string::npos);
}

TEST_CASE("Crash report: a person is told of it once, and the ten newest are kept", "[editor][crash]") {
    const TemporaryFolder folder;
    CHECK_FALSE(editor::take_crash_report(folder.path).has_value());
    CHECK_FALSE(editor::take_crash_report(folder.path / "nowhere").has_value());
    for (int i = 10; i < 25; ++i) std::ofstream(folder.path / ("crash-202611" + std::to_string(i) + "-1.new.txt")) << i;
    std::ofstream(folder.path / "settings.json") << "{}";
    const auto report = editor::take_crash_report(folder.path);
    REQUIRE(report.has_value());
    CHECK(text_of(*report) == "24");
    CHECK_FALSE(editor::take_crash_report(folder.path).has_value());
    std::size_t left = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path)) ++left;
    CHECK(left == 10 + 1);
}

TEST_CASE("Crash report: a process that ends well leaves none", "[editor][crash]") {
    const TemporaryFolder folder;
    CHECK(signal_of_crash(folder.path, [] {}) == 0);
    CHECK_FALSE(editor::take_crash_report(folder.path).has_value());
}

}  // namespace crash_report_test
