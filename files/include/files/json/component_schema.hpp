// Descriptions of component types, as world files have them under "components":
//
//     "Health": { "size": 8, "align": 4, "fields": { "hp": "i32", "max": "i32" } }
//
// The description in the file wins. A type of the program backs it only if both are the same, or if the file names
// the scene that the type belongs to: see type_migration.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ecs/types/component_type.hpp"
#include "files/json/json_reader.hpp"

namespace files {

/// The file's description of one type.
struct FileType {
    ecs::ComponentType type;        // name, size, align, description and fields; size 0: just enough for the fields
    bool describes_fields = false;  // false for `{}`, which says nothing about the fields of a scene's type
    bool has_details = false;       // descriptions, units, ranges: information for people, beyond names and kinds
};

/// Reads the description of the type called `name`. Throws FileError, also when size or align are too small for the
/// fields.
FileType read_schema(JsonReader& json, std::string name);

/// Writes range, unit and description of fields only for types made at run time: other types have them from the
/// program.
void append_schema(std::string& out, const ecs::ComponentType& type);

}  // namespace files
