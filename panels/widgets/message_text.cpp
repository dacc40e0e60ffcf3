#include "panels/widgets/message_text.hpp"

#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

/// Whether a path may begin behind this byte: a blank, a quote, or Japanese.
bool before_path(char before) {
    return static_cast<unsigned char>(before) >= 0x80 ||
           std::string_view(" \t\n\"'(=").find(before) != std::string_view::npos;
}

/// The last slash of the path that begins at `from` with one. A folder whose name has a blank ends it, as nobody knows
/// whether the sentence goes on there.
std::size_t last_slash(std::string_view message, std::size_t from) {
    for (;;) {
        const std::size_t next = message.find('/', from + 1);
        if (next == std::string_view::npos || next == from + 1) return from;
        if (message.substr(from + 1, next - from - 1).find_first_of(" \t\n\"'") != std::string_view::npos) return from;
        from = next;
    }
}

}  // namespace

std::string without_folders(std::string_view message) {
    std::string text;
    std::size_t done = 0;
    for (std::size_t at = 0; (at = message.find('/', at)) != std::string_view::npos; ++at) {
        if (at > 0 && !before_path(message[at - 1])) continue;
        const std::size_t last = last_slash(message, at);
        if (last == at) continue;
        text += message.substr(done, at - done);
        text += "…";
        at = done = last;
    }
    return text += message.substr(done);
}

void clipped_message(std::string_view message, float width) {
    if (text_width(message) <= width) return clipped_text(message, width);
    ImGui::TextUnformatted(shortened(without_folders(message), width).c_str());
    constexpr std::size_t max_told = 400;  // more would not fit on the screen
    tooltip(one_line(message, max_told));
}

}  // namespace panels
