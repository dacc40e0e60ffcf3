// Compares the types of a world file with the program's: whether both are the same type and, if not, which fields are
// added, removed or changed, and which values are lost.
#pragma once

#include <string>
#include <vector>

#include "files/json/component_schema.hpp"

namespace files {

/// Whether values of the file's type are valid values of the program's type, bit for bit and name for name.
bool same_type(const ecs::ComponentType& type, const FileType& in_file);

/// Values are read by field name, from fields of the file into fields of the program's type.
struct Migration {
    std::vector<std::string> notes;   // "added armor (default)", "left out mana and luck": all differences
    std::vector<std::string> losses;  // the notes about values that are dropped or narrowed
    bool by_name = false;             // whether reading values needs the fields of the file
};
Migration migration(const ecs::ComponentType& type, const FileType& in_file);

/// `a, b and c`
std::string listed(const std::vector<std::string>& texts, const char* separator = " and ");

}  // namespace files
