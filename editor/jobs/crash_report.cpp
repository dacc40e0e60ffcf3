#include "editor/jobs/crash_report.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <string>
#include <typeinfo>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#if __has_include(<execinfo.h>)
#include <execinfo.h>
#define CHUNKSCOPE_HAS_BACKTRACE 1
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CHUNKSCOPE_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CHUNKSCOPE_SANITIZED 1
#endif
#endif

namespace editor {

namespace {

#ifdef CHUNKSCOPE_SANITIZED
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

// A name that sorts by time; reports that a person was told of lose the mark.
constexpr std::string_view prefix = "crash-", untold_mark = ".new", report_suffix = ".txt";
constexpr std::size_t kept_reports = 10;

constexpr std::size_t notes_max = 40, note_bytes_max = 160;
struct Note {
    std::array<char, note_bytes_max> text{};
    std::size_t bytes = 0;
};
// All of this is read by a signal handler, so it is plain memory that never goes.
std::array<Note, notes_max> notes;
std::size_t note_count = 0;
std::array<char, 4096> report_path{};
volatile std::sig_atomic_t reporting = 0;
std::array<char, 512> exception_text{};

void write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(file, text.data(), text.size());
        if (written <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void write_number(int file, std::uint64_t number, int base = 10) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, number, base).ptr;
    write_all(file, {digits, static_cast<std::size_t>(end - digits)});
}

constexpr std::array crash_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

std::string_view meaning(int number) {
    switch (number) {
        case SIGSEGV:
            return "SIGSEGV: memory was used that is not the program's";
        case SIGBUS:
            return "SIGBUS: memory was used that has no storage behind it";
        case SIGFPE:
            return "SIGFPE: a whole number was divided by zero, or the like";
        case SIGILL:
            return "SIGILL: an instruction that this processor does not have";
        case SIGABRT:
            return "SIGABRT: the program ended itself";
        default:
            return "another signal";
    }
}

/// Only functions that POSIX allows in a signal handler, and backtrace_symbols_fd, which allocates nothing either once
/// its library is loaded.
void write_report(int number, const void* address) {
    const int file = ::open(report_path.data(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return;
    write_all(file, "Chunkscope " CHUNKSCOPE_VERSION " crashed\n\nWhy: ");
    write_all(file, meaning(number));
    if (address != nullptr && number != SIGABRT) {
        write_all(file, ", at address 0x");
        write_number(file, reinterpret_cast<std::uintptr_t>(address), 16);
    }
    if (exception_text[0] != 0) {
        write_all(file, "\nException that nobody caught: ");
        write_all(file, exception_text.data());
    }
    write_all(file, "\nWhen: ");
    write_number(file, static_cast<std::uint64_t>(std::time(nullptr)));
    write_all(file, " seconds after 1970-01-01 00:00 UTC\n\nWhat was done before, the newest last:\n");
    const std::size_t first = note_count > notes_max ? note_count - notes_max : 0;
    for (std::size_t i = first; i < note_count; ++i) {
        const Note& note = notes[i % notes_max];
        write_all(file, "  ");
        write_all(file, {note.text.data(), note.bytes});
        write_all(file, "\n");
    }
#ifdef CHUNKSCOPE_HAS_BACKTRACE
    write_all(file, "\nWhere, the innermost function first:\n");
    std::array<void*, 64> frames{};
    const int count = ::backtrace(frames.data(), static_cast<int>(frames.size()));
    ::backtrace_symbols_fd(frames.data(), count, file);
#endif
    ::close(file);
}

void on_crash(int number, siginfo_t* info, void*) {
    // A second crash, in here or on another thread, only ends the process.
    if (reporting == 0) {
        reporting = 1;
        write_report(number, info->si_addr);
    }
    std::signal(number, SIG_DFL);
    ::raise(number);
}

[[noreturn]] void on_terminate() {
    if (const std::exception_ptr exception = std::current_exception()) {
        try {
            std::rethrow_exception(exception);
        } catch (const std::exception& error) {
            std::strncpy(exception_text.data(), error.what(), exception_text.size() - 1);
        } catch (...) {
            std::strncpy(exception_text.data(), "of an unknown type", exception_text.size() - 1);
        }
    }
    std::abort();
}

}  // namespace

void note_for_report(std::string_view what) {
    Note& note = notes[note_count % notes_max];
    note.bytes = std::min(what.size(), note.text.size());
    std::copy_n(what.begin(), note.bytes, note.text.begin());
    std::replace(note.text.begin(), note.text.begin() + static_cast<std::ptrdiff_t>(note.bytes), '\n', ' ');
    ++note_count;
}

void report_crashes_to(const std::filesystem::path& folder) {
    if (sanitized) return;
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    char when[32] = "";
    const std::time_t now = std::time(nullptr);
    if (const std::tm* const utc = std::gmtime(&now)) std::strftime(when, sizeof when, "%Y%m%d-%H%M%S", utc);
    const std::string path = (folder / (std::string(prefix) + when + "-" + std::to_string(::getpid()) +
                                        std::string(untold_mark) + std::string(report_suffix)))
                                 .string();
    if (path.size() >= report_path.size()) return;
    std::copy(path.begin(), path.end(), report_path.begin());
#ifdef CHUNKSCOPE_HAS_BACKTRACE
    void* frame = nullptr;
    ::backtrace(&frame, 1);  // loads what it needs now, not in the handler
#endif
    // A stack that overflowed has no room for a handler.
    static std::array<char, 64 * 1024> handler_stack;
    stack_t stack{};
    stack.ss_sp = handler_stack.data();
    stack.ss_size = handler_stack.size();
    ::sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    ::sigemptyset(&action.sa_mask);
    for (const int number : crash_signals) ::sigaction(number, &action, nullptr);
    std::set_terminate(on_terminate);
}

std::optional<std::filesystem::path> take_crash_report(const std::filesystem::path& folder) {
    std::error_code problem;
    std::vector<std::filesystem::path> told, untold;
    for (const auto& entry : std::filesystem::directory_iterator(folder, problem)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(prefix) || !name.ends_with(report_suffix)) continue;
        (entry.path().stem().extension() == untold_mark ? untold : told).push_back(entry.path());
    }
    std::optional<std::filesystem::path> newest;
    std::sort(untold.begin(), untold.end());
    for (const std::filesystem::path& report : untold) {
        const std::filesystem::path kept = folder / (report.stem().stem().string() + std::string(report_suffix));
        std::filesystem::rename(report, kept, problem);
        if (problem) continue;
        told.push_back(kept);
        newest = kept;
    }
    std::sort(told.begin(), told.end());
    for (std::size_t i = 0; i + kept_reports < told.size(); ++i) std::filesystem::remove(told[i], problem);
    return newest;
}

}  // namespace editor
