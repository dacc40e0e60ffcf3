#include "utf8.hpp"

namespace figures {

std::uint32_t next_character(std::string_view text, std::size_t& at) {
    const auto lead = static_cast<unsigned char>(text[at++]);
    if (lead < 0x80) return lead;
    const std::size_t more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    constexpr std::uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    if (lead < 0xc2 || lead > 0xf4 || text.size() - at < more) return replacement_character;
    std::uint32_t character = lead & (0x3fu >> more);
    for (std::size_t i = 0; i < more; ++i) {
        const auto byte = static_cast<unsigned char>(text[at + i]);
        if ((byte & 0xc0u) != 0x80) return replacement_character;
        character = character << 6 | (byte & 0x3fu);
    }
    const bool surrogate = character >= 0xd800 && character < 0xe000;
    if (character < least[more] || character > 0x10ffff || surrogate) return replacement_character;
    at += more;
    return character;
}

}  // namespace figures
