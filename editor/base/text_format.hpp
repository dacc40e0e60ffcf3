// Formats numbers and tables for people on a terminal. Private to this library.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "ecs/storage/archetype.hpp"

namespace editor {

/// `12,345`
std::string with_commas(std::uint64_t number);
/// `312 B`, `16 KiB`, `1.2 MiB`
std::string bytes_text(std::uint64_t bytes);
/// `97 %`. Rounds neither up to 100 % nor down to 0 %.
std::string percent_text(std::uint64_t part, std::uint64_t whole);
/// `Position, Velocity`, each as terminal_text(); `nothing` for an empty list.
std::string joined(const std::vector<std::string>& names);
std::vector<std::string> component_names(const ecs::Archetype& archetype);
/// `1 entity`, `2 entities`
std::string counted(std::uint64_t number, const char* one, const char* many);

/// Rows of cells, the first row the heading. All columns but the last are right-aligned, two spaces apart.
void write_table(std::ostream& out, std::vector<std::vector<std::string>> rows);

}  // namespace editor
