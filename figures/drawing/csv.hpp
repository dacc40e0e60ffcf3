// Writes lines of comma-separated values, quoted as in RFC 4180. Private to this library.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace figures {

class CsvWriter {
public:
    CsvWriter() = default;
    explicit CsvWriter(std::string_view heading) : text_(std::string(heading) + "\n") {}

    template <class... Cells>
    void line(const Cells&... cells) {
        bool first = true;
        ((add(cells, first), first = false), ...);
        text_ += '\n';
    }
    /// For lines with as many cells as there are columns.
    void cell(std::string_view words) {
        add(words, at_start_);
        at_start_ = false;
    }
    void end_line() {
        text_ += '\n';
        at_start_ = true;
    }
    std::string take() { return std::move(text_); }

private:
    template <std::integral T>
    void add(T number, bool first) {
        if (!first) text_ += ',';
        text_ += std::to_string(number);
    }
    void add(std::string_view words, bool first);

    std::string text_;
    bool at_start_ = true;  // of a line
};

}  // namespace figures
