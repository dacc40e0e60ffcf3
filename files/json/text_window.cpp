#include "files/json/text_window.hpp"

#include <cstring>

namespace files {

TextWindow::TextWindow(FileReader& file) : file_(file), buffer_(new char[window_bytes]) { slide(0); }

void TextWindow::slide(std::size_t bytes) {
    held_ -= bytes;
    start_ += bytes;
    std::memmove(buffer_.get(), buffer_.get() + bytes, held_);
    held_ += file_.read({buffer_.get() + held_, window_bytes - held_});
    at_end_ = held_ < window_bytes;
}

bool ends_in_array(std::string_view text) {
    for (const char expected : {'}', ']'}) {
        const std::size_t last = text.find_last_not_of(" \t\r\n");
        if (last == std::string_view::npos || text[last] != expected) return false;
        text = text.substr(0, last);
    }
    return true;
}

}  // namespace files
