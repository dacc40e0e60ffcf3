// The bins in which figures and panels count how full chunks are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace figures {

inline constexpr std::size_t occupancy_bin_count = 12;
/// 0: no row in use; 1 to 10: up to 10 %, 20 %, … of the rows; 11: all.
std::size_t occupancy_bin(std::uint64_t rows, std::uint64_t capacity);
/// `empty`, `11–20 %`, `91–99 %`, `full`.
std::string occupancy_bin_name(std::size_t bin);

}  // namespace figures
