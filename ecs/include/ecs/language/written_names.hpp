// How texts of the language name what a world has: components, and the single values inside of them. Completion,
// tables and menus make texts with it that the language reads back. Names are valid until types come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/types/field_path.hpp"

namespace ecs {

/// In backquotes where the language would not read it as a name: words such as `count` are names behind a dot only.
enum class NamePlace : std::uint8_t { First, BehindDot };
std::string written_part(std::string_view name, NamePlace place = NamePlace::BehindDot);
/// As short as it is clear: the part behind "::" if no other type has it.
std::string written_name(const TypeRegistry& types, ComponentId component);

/// A single value inside of a component: a field, an element of an array, a member of a vector or a struct.
struct WrittenValue {
    std::string text;              // "Position.x", for the language
    std::string title;             // "game::Position.x", for tables in files
    FieldPath place;               // members of colours and vectors have the kind F32
    const Field* field = nullptr;  // that has the place, or whose member it is; valid as long as the registry
};
/// In the order of the fields; of each array at most so many elements.
std::vector<WrittenValue> written_values(const TypeRegistry& types, ComponentId component,
                                         std::size_t elements_max = static_cast<std::size_t>(-1));

}  // namespace ecs
