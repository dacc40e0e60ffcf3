// How the lines of a text file end. A file that is saved again keeps its line ends and its byte order mark, and a
// person can be told how many lines a save changes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace files {

struct LineForm {
    bool carriage_returns = false;  // before each line feed, as on Windows
    bool byte_order_mark = false;
    friend bool operator==(const LineForm&, const LineForm&) = default;
};

/// What the first line says.
LineForm line_form_of(std::string_view text);
/// The same of a file; the usual form when there is no file that can be read.
LineForm line_form_of(const std::filesystem::path& file);

/// Appends a text whose lines end with "\n", in that form; the byte order mark is not of the lines.
void append_lines(std::string& out, std::string_view text, const LineForm& form);

/// How many lines of `after` are not in `before`, whatever form both have.
std::size_t count_new_lines(std::string_view before, std::string_view after);

}  // namespace files
