// Encodes pixels as a PNG file.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace figures {

/// `pixels` are red, green, blue, top row first. Returns the content of the file.
std::string encode_png(std::span<const std::uint8_t> pixels, int width, int height);

}  // namespace figures
