// What a program says of its types (registry.schema), and what values look like: where the two disagree, as for types
// that are written in their own way, the value is right. Private to remote.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "remote/replica/shape.hpp"

namespace remote {

class BevyTypes {
public:
    /// The result of registry.schema; more may come later.
    void read_schemas(const Json& schemas);
    void clear() { schemas_ = Json::object(); }

    /// Paths of all components.
    std::vector<std::string> components() const;
    /// Paths of the kinds of events in the result of registry.schema.
    static std::vector<std::string> events_in(const Json& schemas);
    /// Types that others refer to and nobody described.
    bool lacks_some() const;
    /// `sample` is a value of the component; it may be null when nobody has one yet.
    TypeShape shape_of(const std::string& path, const Json* sample) const;
    bool knows(const std::string& path) const { return schemas_.contains(path); }
    /// Whether the program can make the rest of a value that is not whole.
    bool has_default(const std::string& path) const;
    /// Whether a value that is written as JSON can become one of this type, in programs before 0.17.
    bool is_deserialized(const std::string& path) const;
    /// The start value of the component. Chunkscope says it; null for every other program.
    const Json* start_value(const std::string& path) const;
    /// Whether values may be written at all.
    bool is_mutable(const std::string& path) const;

private:
    /// How far a type is taken apart: types that hold each other would otherwise be as many parts as there are ways.
    struct Depth {
        int depth = 0;
        std::size_t& left;  // parts that the whole may still get
    };
    Shape shape_of(const std::string& path, std::string name, const Json* sample, Depth at) const;
    Shape shape_of_value(std::string name, const Json* sample) const;
    std::vector<Shape> members_of(const Json& schema, const Json* sample, Depth at) const;
    static std::size_t member_count(const Json& schema);
    bool is_numbers(const Json& sample) const;

    Json schemas_ = Json::object();
};

/// "Transform" of "bevy_transform::components::transform::Transform<a::B>", generics shortened likewise.
std::string short_path(std::string_view path);

}  // namespace remote
