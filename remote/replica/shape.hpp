// How the JSON of other programs becomes values of run-time types, and the other way. A Shape stands beside a Field and
// says what the JSON of it looks like; what no field can be (lists, variants, maps) is a text that holds its JSON.
// Reading takes what fits and says whether all did. Private to remote.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/types/component_type.hpp"
#include "remote/rpc/json_rpc.hpp"

namespace remote {

struct Shape {
    enum class Form : std::uint8_t {
        Number,  // also bools
        Name,    // an enum by the name of its value
        Text,
        Any,  // as the text of its JSON
        Entity,
        Flags,   // "Burning|Frozen": a bool for each
        Object,  // or a list of the members in their order
        Vector,  // two to four floats; an object of x, y, z, w or a list
    };
    Form form = Form::Any;
    std::string name = {};
    ecs::FieldKind kind = ecs::FieldKind::F64;  // Number, Vector
    std::vector<std::string> names = {};        // Name, Flags
    std::vector<Shape> members = {};            // Object
    std::uint32_t count = 1;                    // more: a list of so many
    bool listed = false;                        // Object, Vector: the JSON is a list
    std::optional<double> min = {}, max = {};
    std::string unit = {};

    friend bool operator==(const Shape&, const Shape&) = default;
};

/// The shape of a whole component.
struct TypeShape {
    std::string name;              // as a person sees it
    std::string path;              // as the program calls it
    std::string description = {};  // one line
    std::vector<Shape> members = {};
    bool bare = false;    // its JSON is that of the only member
    bool listed = false;  // its JSON is a list of the members
};

/// More parts than this are not taken apart: a world file has so many fields at most in one type.
inline constexpr std::size_t most_parts = 1024;

/// Has a name that can be read, whatever the program calls it.
ecs::Field field_of(const Shape& shape);
/// One for each, with names that differ.
std::vector<ecs::Field> fields_of(const std::vector<Shape>& shapes);
/// How many shapes it consists of.
std::size_t count_of(const std::vector<Shape>& shapes);
/// The same with texts for the enums and flags whose word in `value` nobody described; nothing when there are none.
std::optional<TypeShape> with_unknown_words(const TypeShape& shape, const Json& value);
/// Object members that are two to four floats called x, y, z, w become one vector.
Shape simplified(Shape shape);

/// Entities, and floats that no number of JSON can be, as the program writes them.
struct EntityWords {
    std::function<ecs::Entity(const Json& word)> read;  // null: it has no such entity
    std::function<Json(ecs::Entity entity)> write;      // also of the null entity
    bool has_words_for_floats = false;                  // "NaN", "Inf" and "-Inf" are floats; else they are null
};

/// Reads into the value that `field` is in. False when something of it did not fit, and kept its value.
bool read_json(const Json& given, const Shape& shape, const ecs::Field& field, void* value, const EntityWords& words);
Json write_json(const Shape& shape, const ecs::Field& field, const void* value, const EntityWords& words);

/// A whole component.
bool read_json(const Json& given, const TypeShape& shape, const ecs::ComponentType& type, void* value,
               const EntityWords& words);
Json write_json(const TypeShape& shape, const ecs::ComponentType& type, const void* value, const EntityWords& words);

/// Empty, or for a person why this value cannot be written: one of these fields (all when there are none) holds JSON,
/// and its text is none. A text that is empty stands for what nobody has written yet, if `may_be_empty`.
std::string why_not_written(const TypeShape& shape, const ecs::ComponentType& type, const void* value,
                            const std::vector<std::uint32_t>& fields, bool may_be_empty);

/// Equal but for what is lost when numbers are written with few digits.
bool nearly_equal(const Json& a, const Json& b);

/// A name of another program in one line: what cannot be printed is spelled as JSON spells it. Never empty.
std::string readable_name(std::string_view name, std::size_t most = 256);

/// Texts of other programs without control characters, colour codes of terminals, and not endless.
std::string cleaned(std::string_view text, std::size_t most = 4096);

}  // namespace remote
