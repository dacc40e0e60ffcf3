// What a Flecs program says of its types: the schema that comes with entities (`type_info`), made exact by what the
// component entities themselves hold (flecs.meta.struct, or flecs.meta.member before 4.1). Private to remote.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "remote/replica/shape.hpp"

namespace remote {

/// Keeps the order of the members, which is that of their declaration.
using Schema = nlohmann::ordered_json;

class FlecsTypes {
public:
    /// Rows of a query for components, or for members of them.
    void read_components(const Json& results);
    void read_members(const Json& results);
    /// The `type_info` of an answer.
    void read_schemas(const Schema& type_info);
    /// All of them in the text of an answer; of types with more than most_parts members only so many.
    static Schema schemas_in(std::string_view answer);
    void clear();

    /// Whether enough is known to say what values of this component are.
    bool knows(const std::string& path) const;
    /// Whether the program itself does not say what values of this component are.
    bool is_opaque(const std::string& path) const;
    /// The type and all that have it somewhere in them; nothing when it is no type.
    std::vector<std::string> holders_of(const std::string& type) const;
    /// Of a component, tag or pair. `sample` is a value of it, or null; it decides where no schema does.
    TypeShape shape_of(const std::string& path, const Json* sample) const;
    /// Bytes of a component; 0 when it is a tag, or nobody said.
    std::uint64_t size_of(const std::string& path) const;
    /// Paths of all components with values that were read.
    std::vector<std::string> components() const;

private:
    struct Component {
        std::uint64_t size = 0;
        std::map<std::string, std::string> members;  // types by name; of a list the one of its elements, without a name
    };
    const Schema* schema_of(const std::string& path) const;
    Shape shape_of(const Schema& schema, const std::string& type, std::string name, const Json* sample) const;
    std::vector<Shape> members_of(const Schema& schema, const std::string& type, const Json* sample) const;
    /// What the size of a type tells of its floats, where nothing else does: `f32`, or nothing.
    void guess_floats(const Schema& schema, const std::string& type, std::vector<Shape>& members) const;

    std::map<std::string, Component> components_;
    std::map<std::string, Schema> schemas_;
};

/// The rows of an answer, or null.
const Json* results_in(const Json& answer);
/// `parent.name` as paths are written: a dot in a name is escaped.
std::string flecs_path(const Json& row);
/// "(Likes,Orc)" of "(flecs.core.Likes,Orc)".
std::string shown_path(std::string_view path);
/// A text of an object, or nothing.
std::string word_in(const Json& object, const char* name);
/// A whole number of an object, or 0.
std::uint64_t count_in(const Json& object, const char* name);

}  // namespace remote
