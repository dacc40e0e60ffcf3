#include "editor/base/text_format.hpp"

#include <algorithm>
#include <cstdio>

#include "ecs/base/utf8.hpp"
#include "editor/base/terminal_text.hpp"
#include "figures/drawing/format.hpp"

namespace editor {

std::string with_commas(std::uint64_t number) { return figures::format_count(number); }

std::string bytes_text(std::uint64_t bytes) {
    if (bytes < 1024) return figures::format_bytes(bytes);
    const char* units[] = {"KiB", "MiB", "GiB", "TiB"};
    double size = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    while (size >= 1023.95 && unit < 3) {
        size /= 1024;
        ++unit;
    }
    char text[32];
    std::snprintf(text, sizeof text, size < 10 ? "%.1f %s" : "%.0f %s", size, units[unit]);
    return text;
}

std::string percent_text(std::uint64_t part, std::uint64_t whole) {
    if (whole == 0) return "-";
    auto percent = static_cast<std::uint64_t>(100.0 * static_cast<double>(part) / static_cast<double>(whole) + 0.5);
    if (percent == 0 && part > 0) percent = 1;
    if (percent >= 100 && part < whole) percent = 99;
    return std::to_string(percent) + " %";
}

std::string joined(const std::vector<std::string>& names) {
    if (names.empty()) return "nothing";
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + terminal_text(name);
    return text;
}

std::string counted(std::uint64_t number, const char* one, const char* many) {
    return with_commas(number) + " " + (number == 1 ? one : many);
}

void write_table(std::ostream& out, std::vector<std::vector<std::string>> rows) {
    for (auto& row : rows)
        for (std::string& cell : row) cell = terminal_text(cell);
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], ecs::count_characters(row[i]));
    }
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            const bool last = i + 1 == row.size();
            if (!last) out << std::string(widths[i] - ecs::count_characters(row[i]), ' ');
            out << row[i] << (last ? "\n" : "  ");
        }
    }
}

std::vector<std::string> component_names(const ecs::Archetype& archetype) {
    std::vector<std::string> names;
    for (const ecs::ComponentType* type : archetype.types()) names.push_back(type->name);
    return names;
}

}  // namespace editor
