#include "editor/game/rehearsal.hpp"

#include <exception>
#include <stdexcept>

#include "ecs/base/assert.hpp"

#if __has_include(<sys/wait.h>)
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace editor {

#if __has_include(<sys/wait.h>)

namespace {

constexpr char essential_mark = 'e', problem_mark = 'p', good_mark = 'g';

/// What the other process sent so far.
struct Heard {
    bool essential_part_done = false, good = false;
    bool ended = false;  // it sends nothing more
    std::string problem;

    void take(const std::string& text) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (in_problem_) {
                problem += text.substr(i);
                return;
            }
            essential_part_done |= text[i] == essential_mark;
            good |= text[i] == good_mark;
            in_problem_ = text[i] == problem_mark;
        }
    }

private:
    bool in_problem_ = false;
};

/// The process is a copy of the program: it must not act as the program does.
void become_quiet() {
    for (const int each : {SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPIPE})
        std::signal(each, SIG_DFL);
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    const int nowhere = ::open("/dev/null", O_RDWR);
    if (nowhere < 0) return;
    for (const int each : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, each);
}

[[noreturn]] void rehearse_here(const std::function<void(RehearsalReport&)>& work, int pipe) {
    become_quiet();
    RehearsalReport report(pipe);
    ecs::set_failure_handler([](const std::string& message) { throw std::runtime_error(message); });
    try {
        work(report);
        report.good();
    } catch (const std::exception& error) {
        report.problem(std::string("failed in its set-up: ") + error.what());
    } catch (...) {
        report.problem("failed in its set-up: it threw something that is no std::exception");
    }
    ::_exit(0);  // not exit(): what the program does at its end is not for its copy
}

/// Until the other process ends, or patience does.
Heard listen(int pipe, std::chrono::milliseconds patience) {
    Heard heard;
    const auto end = std::chrono::steady_clock::now() + patience;
    while (true) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        pollfd ready{.fd = pipe, .events = POLLIN, .revents = 0};
        const int count = ::poll(&ready, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return heard;
        char text[512];
        const ssize_t size = ::read(pipe, text, sizeof text);
        if (size < 0 && errno == EINTR) continue;
        heard.ended = size <= 0;
        if (heard.ended) return heard;
        heard.take(std::string(text, static_cast<std::size_t>(size)));
    }
}

int wait_for_end(pid_t process) {
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

const char* name_of_signal(int number) {
    switch (number) {
        case SIGSEGV:
            return "segmentation fault";
        case SIGABRT:
            return "abort";
        case SIGFPE:
            return "arithmetic fault";
        case SIGILL:
            return "illegal instruction";
        case SIGBUS:
            return "bus error";
        default:
            return "a signal";
    }
}

std::string seconds(std::chrono::milliseconds time) {
    const std::string whole = std::to_string(time.count() / 1000);
    return time.count() % 1000 == 0 ? whole : whole + "." + std::to_string(time.count() % 1000 / 100);
}

}  // namespace

void RehearsalReport::send(char kind, const std::string& text) {
    const std::string all = kind + text;
    std::size_t sent = 0;
    while (sent < all.size()) {
        const ssize_t size = ::write(pipe_, all.data() + sent, all.size() - sent);
        if (size < 0 && errno != EINTR) return;
        if (size > 0) sent += static_cast<std::size_t>(size);
    }
}
void RehearsalReport::essential_part_done() { send(essential_mark); }
void RehearsalReport::problem(const std::string& sentence) {
    send(problem_mark, sentence);
    ::_exit(0);
}
void RehearsalReport::good() { send(good_mark); }

std::string rehearse(const std::function<void(RehearsalReport&)>& work, std::chrono::milliseconds patience) {
    int ends[2];
    if (::pipe(ends) != 0) return {};
    for (const int each : ends) ::fcntl(each, F_SETFD, FD_CLOEXEC);
    const pid_t process = ::fork();
    if (process == 0) {
        ::close(ends[0]);
        rehearse_here(work, ends[1]);
    }
    ::close(ends[1]);
    if (process < 0) {
        ::close(ends[0]);
        return {};
    }
    const Heard heard = listen(ends[0], patience);
    ::close(ends[0]);
    if (!heard.ended) ::kill(process, SIGKILL);
    const int status = wait_for_end(process);
    if (!heard.problem.empty()) return heard.problem;
    if (heard.good) return {};
    if (!heard.ended) {
        if (heard.essential_part_done) return {};
        return "was still in its set-up after " + seconds(patience) + " s";
    }
    if (WIFSIGNALED(status)) return std::string("crashed in its set-up (") + name_of_signal(WTERMSIG(status)) + ")";
    return "ended the program in its set-up";
}

#else

void RehearsalReport::send(char, const std::string&) {}
void RehearsalReport::essential_part_done() {}
void RehearsalReport::problem(const std::string&) {}
void RehearsalReport::good() {}
std::string rehearse(const std::function<void(RehearsalReport&)>&, std::chrono::milliseconds) { return {}; }

#endif

}  // namespace editor
