#include "probe/run/running_programs.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "probe/net/socket.hpp"

namespace probe {

namespace {

constexpr std::string_view first_line = "chunkscope program 1";
constexpr std::size_t longest_name = 64;

/// A field of /proc/PID/stat, counted from 1, behind the name; empty: the operating system does not say.
std::string fact_of(std::int64_t pid, int number) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string line;
    std::getline(file, line);
    // The second field is the name of the program, and may hold anything but its closing bracket at the end.
    const std::size_t name_end = line.rfind(')');
    if (name_end == std::string::npos) return {};
    std::istringstream fields(line.substr(name_end + 1));
    std::string field;
    for (int i = 3; i <= number; ++i) fields >> field;
    return field;
}

/// When the process began, in ticks of the operating system's clock; empty: it does not say.
std::string start_of(std::int64_t pid) { return fact_of(pid, 22); }

bool runs(const RunningProgram& program) {
    if (::kill(static_cast<pid_t>(program.pid), 0) != 0 && errno != EPERM) return false;
    if (fact_of(program.pid, 3) == "Z") return false;  // it ended, and its parent has not asked how
    const std::string started = start_of(program.pid);
    return started.empty() || program.started.empty() || started == program.started;
}

std::string on_one_line(std::string_view text) {
    std::string line(text.substr(0, longest_name));
    for (char& c : line)
        if (static_cast<unsigned char>(c) < ' ' || c == 127) c = ' ';
    return line;
}

template <class T>
T number_in(std::string_view text) {
    T number{};
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// Nothing useful is in a program without a port.
RunningProgram read_program(const std::filesystem::path& path) {
    RunningProgram program;
    std::ifstream file(path);
    std::string line;
    if (!std::getline(file, line) || line != first_line) return program;
    while (std::getline(file, line)) {
        const std::size_t equals = line.find('=');
        if (equals == std::string::npos) continue;
        const std::string key = line.substr(0, equals), value = line.substr(equals + 1);
        if (key == "name") program.name = on_one_line(value);
        if (key == "port") program.port = number_in<std::uint16_t>(value);
        if (key == "token") program.token = value;
        if (key == "version") program.version = on_one_line(value);
        if (key == "pid") program.pid = number_in<std::int64_t>(value);
        if (key == "started") program.started = value;
    }
    return program;
}

/// Of this user, and nobody else may write to it.
bool is_own(const std::filesystem::path& folder) {
    struct stat facts {};
    return ::lstat(folder.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode) && facts.st_uid == ::getuid() &&
           (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace

std::filesystem::path programs_folder() {
    if (const char* const given = std::getenv("CHUNKSCOPE_PROGRAMS"); given != nullptr && *given != '\0') return given;
    if (const char* const runtime = std::getenv("XDG_RUNTIME_DIR"); runtime != nullptr && *runtime != '\0')
        return std::filesystem::path(runtime) / "chunkscope";
    std::error_code error;
    return std::filesystem::temp_directory_path(error) / ("chunkscope-" + std::to_string(::getuid()));
}

ecs::Result<Announcement> Announcement::make(std::string_view name, std::uint16_t port, std::string_view token) {
    const std::filesystem::path folder = programs_folder();
    ::mkdir(folder.c_str(), S_IRWXU);
    if (!is_own(folder)) return ecs::Error{folder.string() + " is no folder of this user's alone"};
    const std::int64_t pid = ::getpid();
    const std::string text = std::string(first_line) + "\nname=" + on_one_line(name) +
                             "\nport=" + std::to_string(port) + "\ntoken=" + std::string(token) +
                             "\nversion=" + std::string(library_version()) + "\npid=" + std::to_string(pid) +
                             "\nstarted=" + start_of(pid) + "\n";
    // Who looks must not read half a file.
    const std::filesystem::path path = folder / (std::to_string(pid) + "-" + std::to_string(port) + ".program");
    const std::filesystem::path half = path.string() + ".new";
    const Descriptor file(
        ::open(half.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR));
    if (!file || ::write(file.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size()) ||
        std::rename(half.c_str(), path.c_str()) != 0)
        return ecs::Error{"cannot write " + path.string()};
    return Announcement(path);
}

Announcement::~Announcement() {
    std::error_code error;
    if (!file_.empty()) std::filesystem::remove(file_, error);
}

std::vector<RunningProgram> running_programs() {
    std::vector<RunningProgram> programs;
    std::error_code error;
    const std::filesystem::path folder = programs_folder();
    if (!is_own(folder)) return programs;
    for (std::filesystem::directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
        if (each->path().extension() != ".program") continue;
        RunningProgram program = read_program(each->path());
        std::error_code ignored;
        if (program.port == 0 || program.pid <= 0 || !runs(program))
            std::filesystem::remove(each->path(), ignored);
        else
            programs.push_back(std::move(program));
    }
    std::sort(programs.begin(), programs.end(), [](const RunningProgram& a, const RunningProgram& b) {
        return a.name != b.name ? a.name < b.name : a.pid < b.pid;
    });
    return programs;
}

std::string make_token() {
    std::random_device random;
    std::array<char, 33> text{};
    for (int i = 0; i < 4; ++i) std::snprintf(text.data() + 8 * i, 9, "%08x", static_cast<unsigned>(random()));
    return text.data();
}

std::string_view library_version() { return CHUNKSCOPE_PROBE_VERSION; }

}  // namespace probe
