// What becomes of values that a world file describes when a type of the program stands behind them: whether it is the
// same type, and if it is not, which fields come, go or change, and what of their values is lost on the way.
#pragma once

#include <string>
#include <vector>

#include "editor/files/json/component_schema.hpp"

namespace editor {

/// Whether values of the file's type are values of the program's, bit for bit and name for name.
bool same_type(const ecs::ComponentType& type, const FileType& in_file);

/// Values are read by field name, from fields of the file into fields of the program's type.
struct Migration {
    std::vector<std::string> notes;   // "added armor (default)", "left out mana and luck": all that differs
    std::vector<std::string> losses;  // those of the notes that drop values, or leave them less room than they had
    bool by_name = false;             // whether the fields of the file are needed to read values
};
Migration migration(const ecs::ComponentType& type, const FileType& in_file);

/// `a, b and c`
std::string listed(const std::vector<std::string>& texts, const char* separator = " and ");

}  // namespace editor
