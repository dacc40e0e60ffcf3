#include "files/base/process_mark.hpp"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>

#include <unistd.h>

namespace files {

namespace {

/// Files of the kernel: available at once, and small.
std::string text_of(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::uint32_t hash_of(std::string_view text) {
    std::uint32_t hash = 2166136261u;  // FNV-1a
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash == 0 ? 1 : hash;
}

std::uint32_t own_host() {
    char name[256] = {};
    ::gethostname(name, sizeof name - 1);
    return hash_of(text_of("/etc/machine-id") + name);
}

std::uint32_t own_boot() {
    const std::string boot = text_of("/proc/sys/kernel/random/boot_id");
    if (boot.empty()) return 0;
    char numbers[64] = {};  // namespace of process numbers: those of a container mean nothing outside
    const ssize_t length = ::readlink("/proc/self/ns/pid", numbers, sizeof numbers - 1);
    return hash_of(boot + std::string(numbers, length > 0 ? static_cast<std::size_t>(length) : 0));
}

std::string stat_of(std::int64_t pid) { return text_of("/proc/" + std::to_string(pid) + "/stat"); }

/// Whether the process has ended, and is only listed until its parent has asked how.
bool is_defunct(const std::string& stat) {
    const std::size_t name_end = stat.rfind(')');
    return name_end != std::string::npos && name_end + 2 < stat.size() &&
           (stat[name_end + 2] == 'Z' || stat[name_end + 2] == 'X');
}

/// Start time of the process in the kernel's unit; 0 when unknown.
std::uint64_t start_in(const std::string& stat) {
    // The name in the second field may hold anything, so fields are counted from its end.
    std::size_t at = stat.rfind(')');
    if (at == std::string::npos) return 0;
    constexpr int fields_to_skip = 20;
    for (int i = 0; i < fields_to_skip; ++i) {
        at = stat.find(' ', at + 1);
        if (at == std::string::npos) return 0;
    }
    std::uint64_t start = 0;
    std::from_chars(stat.data() + at + 1, stat.data() + stat.size(), start);
    return start;
}

/// Boot time of this computer; nothing when unknown.
std::optional<std::chrono::system_clock::time_point> start_of_computer() {
#ifdef CLOCK_BOOTTIME
    timespec up{};
    if (::clock_gettime(CLOCK_BOOTTIME, &up) != 0) return std::nullopt;
    return std::chrono::system_clock::now() - std::chrono::seconds(up.tv_sec + 1);
#else
    return std::nullopt;
#endif
}

template <class Number>
bool take_number(std::string_view& text, Number& number, int base, bool last) {
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (result.ec != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(result.ptr - text.data()));
    if (last) return text.empty();
    if (text.empty() || text.front() != '-') return false;
    text.remove_prefix(1);
    return true;
}

}  // namespace

ProcessMark own_mark() {
    static const std::uint32_t host = own_host(), boot = own_boot();
    const std::int64_t pid = ::getpid();
    return {host, boot, pid, start_in(stat_of(pid))};
}

std::string to_string(const ProcessMark& mark) {
    char text[80];
    std::snprintf(text, sizeof text, "%08x-%08x-%lld-%llu", mark.host, mark.boot, static_cast<long long>(mark.pid),
                  static_cast<unsigned long long>(mark.start));
    return text;
}

std::optional<ProcessMark> process_mark_from(std::string_view text) {
    ProcessMark mark;
    std::string_view rest = text;
    if (!take_number(rest, mark.host, 16, false) || !take_number(rest, mark.boot, 16, false) ||
        !take_number(rest, mark.pid, 10, false) || !take_number(rest, mark.start, 10, true))
        return std::nullopt;
    // Only one spelling is valid, so that a similar name is no mark.
    if (mark.pid <= 0 || to_string(mark) != text) return std::nullopt;
    return mark;
}

Whereabouts whereabouts(const ProcessMark& mark, std::chrono::system_clock::time_point written) {
    const ProcessMark own = own_mark();
    if (mark == own) return Whereabouts::Own;
    if (mark.host != own.host) return Whereabouts::Unknown;
    if (mark.boot != own.boot) {
        // A file written before this computer's boot is not being written now.
        constexpr std::chrono::minutes clocks_differ(2);
        const auto started = start_of_computer();
        return started && written + clocks_differ < *started ? Whereabouts::Gone : Whereabouts::Unknown;
    }
    const bool there = ::kill(static_cast<pid_t>(mark.pid), 0) == 0 || errno == EPERM;
    if (!there) return Whereabouts::Gone;
    const std::string stat = stat_of(mark.pid);
    if (is_defunct(stat)) return Whereabouts::Gone;
    const std::uint64_t start = start_in(stat);
    const bool number_used_again = start != 0 && mark.start != 0 && start != mark.start;
    return number_used_again ? Whereabouts::Gone : Whereabouts::Runs;
}

}  // namespace files
