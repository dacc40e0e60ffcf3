#include "editor/jobs/recovery_name.hpp"

#include <charconv>
#include <cstdio>

namespace editor {

namespace {

constexpr std::string_view suffix = ".recovery.json", untitled = "untitled";

template <class Number>
bool read_number(std::string_view text, Number& number, int base) {
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number, base);
    return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

}  // namespace

std::string recovery_name(std::string_view world, std::uint32_t base) {
    char digits[16];
    std::snprintf(digits, sizeof digits, "-%08x", base);
    const std::string start = world.empty() ? std::string(untitled) + '-' : std::string(world) + '.';
    return start + to_string(files::own_mark()) + digits + std::string(suffix);
}

std::optional<RecoveryName> recovery_name_from(std::string_view name, std::string_view world) {
    const std::string_view start = world.empty() ? untitled : world;
    if (name.size() < start.size() + suffix.size() || !name.starts_with(start) || !name.ends_with(suffix))
        return std::nullopt;
    name.remove_prefix(start.size());
    name.remove_suffix(suffix.size());
    RecoveryName known;
    if (name.empty()) return world.empty() ? std::nullopt : std::optional(known);
    if (name.front() != (world.empty() ? '-' : '.')) return std::nullopt;
    name.remove_prefix(1);
    if (world.empty() && read_number(name, known.pid, 10)) return known.pid > 0 ? std::optional(known) : std::nullopt;
    const std::size_t dash = name.rfind('-');
    if (dash == std::string_view::npos || name.size() - dash != 9 ||
        !read_number(name.substr(dash + 1), known.base, 16))
        return std::nullopt;
    known.mark = files::process_mark_from(name.substr(0, dash));
    if (!known.mark) return std::nullopt;
    known.pid = known.mark->pid;
    return known;
}

}  // namespace editor
