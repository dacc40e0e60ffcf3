// Descriptions of component types as world files have them under "components":
//
//     "Health": { "size": 8, "align": 4, "fields": { "hp": "i32", "max": "i32" } }
//
// A file's description of a type that the program has itself says which fields its values have: where these differ
// from the program's, values are read by field name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ecs/component_type.hpp"
#include "json_reader.hpp"

namespace editor {

/// What a file says about one type.
struct FileType {
    ecs::ComponentType type;        // name, size, align, description and fields; size 0: just enough for the fields
    bool describes_fields = false;  // `{}` says nothing about the fields of a type that the program knows
};

/// Reads the description of the type called `name`. Throws FileError, also when size or align cannot hold the fields.
FileType read_schema(JsonReader& json, std::string name);

/// Range, unit and description of fields are written for types made at run time only: others have theirs from the
/// program.
void append_schema(std::string& out, const ecs::ComponentType& type);

/// "added armor (default), left out mana": how values in the form of the file become values of the program's type.
/// Empty when both have the same fields.
std::string migration_notes(const ecs::ComponentType& type, const FileType& in_file);

/// Whether the enums of both have the same names.
bool same_enums(const ecs::ComponentType& type, const FileType& in_file);

}  // namespace editor
