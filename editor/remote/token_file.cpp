#include <cerrno>
#include <cstring>
#include <random>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "editor/remote/session_server.hpp"
#include "files/base/atomic_file.hpp"
#include "files/base/file_error.hpp"

namespace editor {

namespace {

constexpr std::size_t shortest_token = 16, longest_token = 256;

/// 128 bits from the operating system.
std::string new_token() {
    std::random_device device;
    std::string token;
    for (int i = 0; i < 32; ++i) token += "0123456789abcdef"[device() & 15u];
    return token;
}

std::string why_not(const std::string& token) {
    if (token.size() < shortest_token || token.size() > longest_token)
        return "a token has " + std::to_string(shortest_token) + " to " + std::to_string(longest_token) + " characters";
    for (const char c : token)
        if (c <= ' ' || c > '~') return "a token has only visible ASCII characters";
    return {};
}

}  // namespace

ecs::Result<std::string> read_token(const std::filesystem::path& file) {
    const auto wrong = [&](const std::string& why) { return ecs::Error{file.string() + ": " + why}; };
    const int made = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (made >= 0) {
        const std::string token = new_token(), line = token + "\n";
        const bool whole = ::write(made, line.data(), line.size()) == static_cast<ssize_t>(line.size());
        if (::close(made) != 0 || !whole) return wrong("the new token could not be written");
        return token;
    }
    if (errno != EEXIST) return wrong(std::strerror(errno));
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) return wrong(std::strerror(errno));
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return wrong("others can read this file, so it is no secret: chmod 600 changes that");
    std::string token;
    try {
        token = files::read_file(file);
    } catch (const files::FileError& error) {
        return ecs::Error{error.what()};
    }
    // What a program with a probe says of itself has a line with its token.
    constexpr std::string_view line = "\ntoken=";
    if (const std::size_t at = token.find(line); at != std::string::npos) {
        token.erase(0, at + line.size());
        token.erase(std::min(token.find('\n'), token.size()));
    }
    while (!token.empty() && (token.back() == '\n' || token.back() == '\r' || token.back() == ' ')) token.pop_back();
    if (const std::string why = why_not(token); !why.empty()) return wrong(why);
    return token;
}

}  // namespace editor
