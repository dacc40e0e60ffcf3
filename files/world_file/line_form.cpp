#include "files/world_file/line_form.hpp"

#include <algorithm>
#include <system_error>
#include <unordered_map>

#include "files/base/atomic_file.hpp"
#include "files/base/file_error.hpp"

namespace files {

namespace {

constexpr std::string_view mark_of_utf8 = "\xef\xbb\xbf";

template <class F>
void each_line(std::string_view text, F&& visit) {
    if (text.starts_with(mark_of_utf8)) text.remove_prefix(mark_of_utf8.size());
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        visit(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

}  // namespace

LineForm line_form_of(std::string_view text) {
    LineForm form;
    form.byte_order_mark = text.starts_with(mark_of_utf8);
    const std::size_t end = text.find('\n');
    form.carriage_returns = end != std::string_view::npos && end > 0 && text[end - 1] == '\r';
    return form;
}

LineForm line_form_of(const std::filesystem::path& file) {
    std::error_code missing;
    if (!std::filesystem::is_regular_file(file, missing)) return {};
    constexpr std::size_t enough = 64 * 1024;  // for a first line
    try {
        FileReader reader(file);
        std::string text(enough, '\0');
        text.resize(reader.read(text));
        return line_form_of(std::string_view(text));
    } catch (const FileError&) {
        return {};  // whoever saves over it says what is wrong
    }
}

void append_lines(std::string& out, std::string_view text, const LineForm& form) {
    if (!form.carriage_returns) {
        out += text;
        return;
    }
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        out.append(text.substr(0, end)).append("\r\n");
        text.remove_prefix(end + 1);
    }
    out += text;
}

std::size_t count_new_lines(std::string_view before, std::string_view after) {
    std::unordered_map<std::string_view, std::size_t> known;
    each_line(before, [&](std::string_view line) { ++known[line]; });
    std::size_t count = 0;
    each_line(after, [&](std::string_view line) {
        const auto found = known.find(line);
        if (found != known.end() && found->second > 0)
            --found->second;
        else
            ++count;
    });
    return count;
}

}  // namespace files
