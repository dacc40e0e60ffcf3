// Reads a CSV as any program would, and sums its columns up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "catch.hpp"

namespace test {

/// Reads as a spreadsheet does: quotes may hold commas, quotes and ends of lines.
inline std::vector<std::vector<std::string>> read_csv(const std::string& text) {
    std::vector<std::vector<std::string>> lines(1, std::vector<std::string>(1));
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
            lines.back().back() += text[++i];
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && c == ',') {
            lines.back().emplace_back();
        } else if (!quoted && c == '\n') {
            lines.emplace_back(1);
        } else {
            lines.back().back() += c;
        }
    }
    lines.pop_back();  // behind the last end of a line
    return lines;
}

struct CsvTable {
    explicit CsvTable(const std::string& text) : lines(read_csv(text)) {
        for (const auto& line : lines) REQUIRE(line.size() == lines.front().size());
    }
    std::size_t column(const std::string& name) const {
        const auto found = std::find(lines.front().begin(), lines.front().end(), name);
        REQUIRE(found != lines.front().end());
        return static_cast<std::size_t>(found - lines.front().begin());
    }
    std::uint64_t sum(const std::string& name) const {
        std::uint64_t sum = 0;
        for (std::size_t i = 1; i < lines.size(); ++i) sum += std::stoull(lines[i][column(name)]);
        return sum;
    }
    std::vector<std::vector<std::string>> lines;
};

}  // namespace test
