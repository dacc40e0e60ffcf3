// Descriptions of component types as world files have them under "components":
//
//     "Health": { "size": 8, "align": 4, "fields": { "hp": "i32", "max": "i32" } }
//
// What a file describes is what is kept. A type of the program stands behind it only where it is the same one, or where
// the file says whose scene it is: see type_migration.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ecs/types/component_type.hpp"
#include "editor/files/json/json_reader.hpp"

namespace editor {

/// What a file says about one type.
struct FileType {
    ecs::ComponentType type;        // name, size, align, description and fields; size 0: just enough for the fields
    bool describes_fields = false;  // `{}` says nothing about the fields of a type of the scene
    bool has_details = false;       // descriptions, units, ranges: what a person sees beyond names and kinds
};

/// Reads the description of the type called `name`. Throws FileError, also when size or align cannot hold the fields.
FileType read_schema(JsonReader& json, std::string name);

/// Range, unit and description of fields are written for types made at run time only: others have theirs from the
/// program.
void append_schema(std::string& out, const ecs::ComponentType& type);

}  // namespace editor
