#include "ecs/language/written_names.hpp"

#include <algorithm>
#include <iterator>

namespace ecs {

namespace {

/// Words that mean something else where a name could stand.
constexpr std::string_view words_of_language[] = {
    "name",   "below", "changed", "added", "removed", "true",   "false", "null", "pi",    "abs",    "min",
    "max",    "clamp", "floor",   "ceil",  "round",   "sqrt",   "sin",   "cos",  "atan2", "length", "lerp",
    "random", "count", "sum",     "mean",  "destroy", "parent", "inf",   "nan",  "isnan", "isinf"};

bool letter_of_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool reads_as_name(std::string_view name) {
    bool starts = true;
    for (std::size_t at = 0; at < name.size(); ++at) {
        const char c = name[at];
        if (letter_of_name(c)) {
            starts = false;
        } else if (!starts && c >= '0' && c <= '9') {
            continue;
        } else if (!starts && name.substr(at, 2) == "::") {
            starts = true;
            ++at;
        } else {
            return false;
        }
    }
    return !starts;
}

std::string_view behind_colons(std::string_view name) {
    const std::size_t colons = name.rfind("::");
    return colons == std::string_view::npos ? name : name.substr(colons + 2);
}

struct ValueWriter {
    std::vector<WrittenValue>& values;
    ComponentId component;
    std::size_t elements_max;

    void write(const std::vector<Field>& fields, const std::string& text, const std::string& title,
               std::uint32_t offset) {
        constexpr std::string_view vector_members[] = {"x", "y", "z", "w"}, color_members[] = {"r", "g", "b", "a"};
        for (const Field& field : fields)
            for (std::uint32_t i = 0; i < std::min<std::size_t>(field.count, elements_max); ++i) {
                const std::string index = field.count > 1 ? "[" + std::to_string(i) + "]" : "";
                const std::string text_of_it = text + "." + written_part(field.name) + index;
                const std::string title_of_it = title + "." + field.name + index;
                const std::uint32_t at = offset + field.offset + i * field.element_size;
                if (field.kind == FieldKind::Struct) {
                    write(field.fields, text_of_it, title_of_it, at);
                } else if (float_count(field.kind) < 2) {
                    values.push_back(
                        {text_of_it, title_of_it, {component, field.kind, at, field.element_size}, &field});
                } else {
                    for (std::size_t member = 0; member < float_count(field.kind); ++member) {
                        const std::string letter =
                            "." +
                            std::string((field.kind == FieldKind::Color ? color_members : vector_members)[member]);
                        const auto bytes = static_cast<std::uint32_t>(member * sizeof(float));
                        values.push_back({text_of_it + letter,
                                          title_of_it + letter,
                                          {component, FieldKind::F32, at + bytes, sizeof(float)},
                                          &field});
                    }
                }
            }
    }
};

}  // namespace

std::string written_part(std::string_view name, NamePlace place) {
    const bool other_meaning =
        place == NamePlace::First &&
        std::find(std::begin(words_of_language), std::end(words_of_language), name) != std::end(words_of_language);
    // No backquote can stand in backquotes: such a name cannot be written.
    return reads_as_name(name) && !other_meaning ? std::string(name) : "`" + std::string(name) + "`";
}

std::string written_name(const TypeRegistry& types, ComponentId component) {
    const std::string& name = types[component].name;
    const std::string_view part = behind_colons(name);
    std::size_t with_it = 0;
    for (ComponentId id = 0; id < types.size(); ++id)
        if (behind_colons(types[id].name) == part) ++with_it;
    return written_part(with_it == 1 ? part : std::string_view(name), NamePlace::First);
}

std::vector<WrittenValue> written_values(const TypeRegistry& types, ComponentId component, std::size_t elements_max) {
    std::vector<WrittenValue> values;
    const ComponentType& type = types[component];
    ValueWriter{values, component, elements_max}.write(type.fields, written_name(types, component), type.name, 0);
    return values;
}

}  // namespace ecs
