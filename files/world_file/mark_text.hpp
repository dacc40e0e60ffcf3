// Reads and writes the member "conflicts" of a world file.
#pragma once

#include <string>
#include <vector>

#include "files/json/json_reader.hpp"
#include "files/world_file/merge_marks.hpp"

namespace files {

/// Reads the array that comes next. Throws FileError.
std::vector<MergeMark> read_marks(JsonReader& json);

/// Appends the member with its comma, one line a mark; nothing when there is none.
void append_marks(std::string& out, const std::vector<MergeMark>& marks);

}  // namespace files
