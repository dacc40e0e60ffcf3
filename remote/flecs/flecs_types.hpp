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
    void clear();

    /// Whether enough is known to say what values of this component are.
    bool knows(const std::string& path) const;
    /// Of a component, tag or pair. `sample` is a value of it, or null; it decides where no schema does.
    TypeShape shape_of(const std::string& path, const Json* sample) const;
    /// Bytes of a component; 0 when it is a tag, or nobody said.
    std::uint64_t size_of(const std::string& path) const;
    /// Paths of all components with values that were read.
    std::vector<std::string> components() const;

private:
    struct Member {
        std::string name, type;
        std::uint32_t count = 0;
        double offset = 0;
    };
    struct Component {
        std::uint64_t size = 0;
        std::vector<Member> members;
    };
    const Schema* schema_of(const std::string& path) const;
    Shape shape_of(const Schema& schema, const std::string& type, std::string name, const Json* sample) const;
    std::vector<Shape> members_of(const Schema& schema, const std::string& type, const Json* sample) const;
    /// What the size of a type tells of its floats, where nothing else does: `f32`, or nothing.
    void guess_floats(const Schema& schema, const std::string& type, std::vector<Shape>& members) const;

    std::map<std::string, Component> components_;
    std::map<std::string, Schema> schemas_;
};

/// `parent.name` as paths are written: a dot in a name is escaped.
std::string flecs_path(const Json& row);
/// "(Likes,Orc)" of "(flecs.core.Likes,Orc)".
std::string shown_path(std::string_view path);
/// A text of an object, or nothing.
std::string word_in(const Json& object, const char* name);
/// A whole number of an object, or 0.
std::uint64_t count_in(const Json& object, const char* name);

}  // namespace remote
