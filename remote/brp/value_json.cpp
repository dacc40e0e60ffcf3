#include "remote/brp/value_json.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <string>

#include "remote/rpc/json_number.hpp"

namespace remote {

namespace {

using ecs::Field;
using ecs::FieldKind;

constexpr const char* vector_members[] = {"x", "y", "z", "w"};
constexpr const char* color_members[] = {"r", "g", "b", "a"};

const char* member_name(FieldKind kind, std::size_t number) {
    return kind == FieldKind::Color ? color_members[number] : vector_members[number];
}

template <class T>
T load(const void* data) {
    T value;
    std::memcpy(&value, data, sizeof value);
    return value;
}
template <class T>
void store(void* data, T value) {
    std::memcpy(data, &value, sizeof value);
}

Json number_json(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json fields_json(const std::vector<Field>& fields, const void* base);

Json element_json(const Field& field, const void* data) {
    switch (field.kind) {
        case FieldKind::Bool:
            return load<std::uint8_t>(data) != 0;
        case FieldKind::I8:
            return load<std::int8_t>(data);
        case FieldKind::I16:
            return load<std::int16_t>(data);
        case FieldKind::I32:
            return load<std::int32_t>(data);
        case FieldKind::I64:
            return load<std::int64_t>(data);
        case FieldKind::U8:
            return load<std::uint8_t>(data);
        case FieldKind::U16:
            return load<std::uint16_t>(data);
        case FieldKind::U32:
            return load<std::uint32_t>(data);
        case FieldKind::U64:
            return load<std::uint64_t>(data);
        case FieldKind::F32:
            return number_json(static_cast<double>(load<float>(data)));
        case FieldKind::F64:
            return number_json(load<double>(data));
        case FieldKind::Enum: {
            const std::int64_t value = ecs::read_enum(field, data);
            if (const auto name = ecs::enum_name(field, value)) return std::string(*name);
            return value;
        }
        case FieldKind::String:
            return *static_cast<const std::string*>(data);
        case FieldKind::Entity: {
            const auto entity = load<ecs::Entity>(data);
            return entity ? Json(entity.bits()) : Json();
        }
        case FieldKind::Struct:
            return fields_json(field.fields, data);
        case FieldKind::Vec2:
        case FieldKind::Vec3:
        case FieldKind::Vec4:
        case FieldKind::Color: {
            Json members = Json::object();
            for (std::size_t i = 0; i < ecs::float_count(field.kind); ++i)
                members[member_name(field.kind, i)] = number_json(
                    static_cast<double>(load<float>(static_cast<const std::byte*>(data) + i * sizeof(float))));
            return members;
        }
    }
    return {};
}

Json field_json(const Field& field, const void* base) {
    const auto* const data = static_cast<const std::byte*>(base) + field.offset;
    if (field.count == 1) return element_json(field, data);
    Json list = Json::array();
    for (std::uint32_t i = 0; i < field.count; ++i)
        list.push_back(element_json(field, data + std::size_t{i} * field.element_size));
    return list;
}

Json fields_json(const std::vector<Field>& fields, const void* base) {
    Json all = Json::object();
    for (const Field& field : fields) all[field.name] = field_json(field, base);
    return all;
}

[[noreturn]] void refuse(const std::string& what) { throw RpcError(component_error, what); }

/// What was given, for a message: a long one is cut.
std::string shown(const Json& given) {
    if (given.is_structured()) return given.is_array() ? "an array" : "an object";
    std::string text = text_of(given);
    if (text.size() > 60) text = text.substr(0, 57) + "...";
    return text;
}

[[noreturn]] void expected(const Field& field, const std::string& what, const std::string& found) {
    refuse("`" + field.name + "` must be " + what + ", found " + found);
}
[[noreturn]] void expected(const Field& field, const std::string& what, const Json& given) {
    expected(field, what, shown(given));
}

void check_range(const Field& field, double value, const Json& given) {
    if (field.min && value < *field.min) expected(field, Json(*field.min).dump() + " or more", given);
    if (field.max && value > *field.max) expected(field, Json(*field.max).dump() + " or less", given);
}

/// From the lowest number of the kind to the largest.
template <class Integer>
std::string range_of() {
    using Limits = std::numeric_limits<Integer>;
    return "from " + std::to_string(Limits::min()) + " to " + std::to_string(Limits::max());
}
std::string range_of(FieldKind kind) {
    switch (kind) {
        case FieldKind::I8:
            return range_of<std::int8_t>();
        case FieldKind::I16:
            return range_of<std::int16_t>();
        case FieldKind::I32:
            return range_of<std::int32_t>();
        case FieldKind::I64:
            return range_of<std::int64_t>();
        case FieldKind::U8:
            return range_of<std::uint8_t>();
        case FieldKind::U16:
            return range_of<std::uint16_t>();
        case FieldKind::U32:
            return range_of<std::uint32_t>();
        default:
            return range_of<std::uint64_t>();
    }
}

/// A number of this kind, which may be a member of a vector. What it would lose is refused.
void read_number(const Field& field, FieldKind kind, void* data, const Json& given) {
    const bool is_float = kind == FieldKind::F32 || kind == FieldKind::F64;
    if (!is_float && !given.is_number_integer()) expected(field, "a whole number", given);
    std::array<std::byte, sizeof(std::uint64_t)> number{};
    const std::optional<ecs::NumberFit> fit = nearest_number(given, kind, number.data());
    if (!fit) expected(field, "a number", given);
    if (is_loss(*fit))
        expected(
            field, is_float ? "a number that " + std::string(ecs::name_of(kind)) + " can hold" : range_of(kind),
            is_float ? shown(given) + ", which would become " + ecs::number_text(kind, number.data()) : shown(given));
    if (!given.is_null()) check_range(field, given.get<double>(), given);
    std::memcpy(data, number.data(), ecs::size_of(kind));
}

void read_enum(const Field& field, void* data, const Json& given) {
    if (given.is_string()) {
        const auto name = given.get<std::string>();
        const auto found = std::find_if(field.names.begin(), field.names.end(),
                                        [&](const ecs::EnumName& each) { return each.name == name; });
        if (found == field.names.end()) expected(field, "one of its names", given);
        return ecs::write_enum(field, data, found->value);
    }
    if (!given.is_number_integer()) expected(field, "one of its names", given);
    // A value without a name is written back as it came.
    std::int64_t value = 0;
    if (nearest_number(given, FieldKind::I64, &value) != ecs::NumberFit::Exact)
        expected(field, "one of its names", given);
    const unsigned bits = 8 * field.element_size;
    if (bits < 64 && (value < -(std::int64_t{1} << (bits - 1)) || value >= std::int64_t{1} << bits))
        expected(field, "one of its names", given);
    ecs::write_enum(field, data, value);
}

void read_fields(const std::vector<Field>& fields, const std::string& owner, void* base, const Json& given);

void read_members(const Field& field, void* data, const Json& given) {
    const std::size_t count = ecs::float_count(field.kind);
    const auto member = [&](std::size_t number, const Json& value) {
        read_number(field, FieldKind::F32, static_cast<std::byte*>(data) + number * sizeof(float), value);
    };
    if (given.is_array()) {
        if (given.size() != count) expected(field, "a list of " + std::to_string(count) + " numbers", given);
        for (std::size_t i = 0; i < count; ++i) member(i, given[i]);
        return;
    }
    if (!given.is_object()) expected(field, "an object", given);
    for (const auto& [name, value] : given.items()) {
        std::size_t number = 0;
        while (number < count && name != member_name(field.kind, number)) ++number;
        if (number == count) refuse("`" + field.name + "` has no field `" + name.substr(0, 64) + "`");
        member(number, value);
    }
}

void read_element(const Field& field, void* data, const Json& given) {
    switch (field.kind) {
        case FieldKind::Bool:
            if (!given.is_boolean()) expected(field, "true or false", given);
            return store(data, static_cast<std::uint8_t>(given.get<bool>()));
        case FieldKind::I8:
        case FieldKind::I16:
        case FieldKind::I32:
        case FieldKind::I64:
        case FieldKind::U8:
        case FieldKind::U16:
        case FieldKind::U32:
        case FieldKind::U64:
        case FieldKind::F32:
        case FieldKind::F64:
            return read_number(field, field.kind, data, given);
        case FieldKind::Enum:
            return read_enum(field, data, given);
        case FieldKind::String:
            if (!given.is_string()) expected(field, "a text", given);
            *static_cast<std::string*>(data) = given.get<std::string>();
            return;
        case FieldKind::Entity:
            return store(data, given.is_null() ? ecs::null_entity : read_entity(given));
        case FieldKind::Struct:
            return read_fields(field.fields, field.name, data, given);
        case FieldKind::Vec2:
        case FieldKind::Vec3:
        case FieldKind::Vec4:
        case FieldKind::Color:
            return read_members(field, data, given);
    }
}

void read_field(const Field& field, std::byte* data, const Json& given) {
    if (field.count == 1) return read_element(field, data, given);
    if (!given.is_array() || given.size() != field.count)
        expected(field, "a list of " + std::to_string(field.count) + " values", given);
    for (std::uint32_t i = 0; i < field.count; ++i)
        read_element(field, data + std::size_t{i} * field.element_size, given[i]);
}

void read_fields(const std::vector<Field>& fields, const std::string& owner, void* base, const Json& given) {
    if (given.is_null() && fields.empty()) return;
    if (!given.is_object()) refuse("a value of `" + owner + "` must be an object, found " + shown(given));
    for (const auto& [name, value] : given.items()) {
        // Clang 14 has no bindings in lambdas.
        const auto field = std::find_if(fields.begin(), fields.end(),
                                        [&wanted = name](const Field& each) { return each.name == wanted; });
        if (field == fields.end()) refuse("`" + owner + "` has no field `" + name.substr(0, 64) + "`");
        read_field(*field, static_cast<std::byte*>(base) + field->offset, value);
    }
}

/// One step of a path.
struct Access {
    std::string text;  // as it is shown: ".nope", "[2]"
    std::string name;
    std::optional<std::uint32_t> index;  // of a list, or of a field by its place
    bool list = false;                   // was written in brackets
};

std::optional<std::uint32_t> index_of(std::string_view digits) {
    if (digits.empty() || digits.size() > 9) return std::nullopt;
    std::uint32_t number = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9') return std::nullopt;
        number = number * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return number;
}

std::vector<Access> read_path(std::string_view path) {
    std::vector<Access> steps;
    std::size_t at = 0;
    const auto wrong = [&] {
        refuse("`" + std::string(path.substr(0, 64)) + "` is no path: character " + std::to_string(at + 1));
    };
    if (path.size() > 1024) refuse("the path is too long");
    while (at < path.size()) {
        Access step;
        if (path[at] == '[') {
            const std::size_t end = path.find(']', at);
            if (end == std::string_view::npos) wrong();
            step.index = index_of(path.substr(at + 1, end - at - 1));
            step.list = true;
            if (!step.index) wrong();
            step.text = std::string(path.substr(at, end + 1 - at));
            at = end + 1;
        } else {
            const bool by_place = path[at] == '#';
            const std::size_t begin = path[at] == '.' || by_place ? at + 1 : at;
            if (begin == at && !steps.empty()) wrong();
            const std::size_t end = std::min(path.find_first_of(".[#", begin), path.size());
            step.name = std::string(path.substr(begin, end - begin));
            if (step.name.empty()) wrong();
            step.index = index_of(step.name);
            if (by_place && !step.index) wrong();
            step.text = (by_place ? "#" : ".") + step.name;
            at = end;
        }
        steps.push_back(std::move(step));
    }
    return steps;
}

[[noreturn]] void no_such(const Access& step, const char* what) {
    refuse("Error accessing element with `" + step.text + "` access: The " + what + " accessed doesn't have \"" +
           (step.list ? std::to_string(*step.index) : step.name) + "\" " + (step.list ? "element" : "field"));
}

/// By its name, or else by its place.
const Field& field_of(const std::vector<Field>& fields, const Access& step) {
    for (const Field& field : fields)
        if (!step.list && field.name == step.name) return field;
    if (step.list || !step.index || *step.index >= fields.size()) no_such(step, "struct");
    return fields[*step.index];
}

/// Where a path leads: a field, an element of one, or a number of a vector.
struct Target {
    const Field* field = nullptr;
    std::byte* data = nullptr;
    bool whole_list = false;  // the field is a list, and all of it is meant
    bool member = false;      // a number of a vector
};

void step_into(Target& target, const Access& step) {
    if (target.member) no_such(step, "number");
    if (target.whole_list) {
        if (!step.index || *step.index >= target.field->count) no_such(step, "list");
        target.data += std::size_t{*step.index} * target.field->element_size;
        target.whole_list = false;
        return;
    }
    const FieldKind kind = target.field->kind;
    if (kind == FieldKind::Struct) {
        const Field& inner = field_of(target.field->fields, step);
        target = {&inner, target.data + inner.offset, inner.count != 1, false};
        return;
    }
    const std::size_t count = kind == FieldKind::F32 ? 0 : ecs::float_count(kind);
    for (std::size_t i = 0; i < count; ++i) {
        if (step.name != member_name(kind, i) && step.index != i) continue;
        target.data += i * sizeof(float);
        target.member = true;
        return;
    }
    no_such(step, count > 0 ? "struct" : "value");
}

}  // namespace

bool is_described(const ecs::ComponentType& type) {
    return type.copyable() && (type.is_tag() || type.opaque_json || !type.fields.empty());
}

Json json_of(const ecs::ComponentType& type, const void* data) {
    if (type.is_tag()) return Json::object();
    if (type.opaque_json) {
        const auto& text = *static_cast<const std::string*>(data);
        if (text.empty()) return Json::object();
        auto read = read_json(text);
        return read ? std::move(*read) : Json(text);
    }
    return fields_json(type.fields, data);
}

void read_over(const Json& given, const ecs::ComponentType& type, ecs::Value& value) {
    if (type.opaque_json) {
        *static_cast<std::string*>(value.data()) = text_of(given);
        return;
    }
    read_fields(type.fields, type.name, value.data(), given);
}

std::optional<std::uint32_t> write_at(const Json& given, const ecs::ComponentType& type, ecs::Value& value,
                                      std::string_view path) {
    const std::vector<Access> steps = read_path(path);
    ecs::Value changed = value;
    if (steps.empty()) {
        read_over(given, type, changed);
        value = std::move(changed);
        return std::nullopt;
    }
    const Field& field = field_of(type.fields, steps.front());
    Target target{&field, static_cast<std::byte*>(changed.data()) + field.offset, field.count != 1, false};
    for (std::size_t i = 1; i < steps.size(); ++i) step_into(target, steps[i]);
    if (target.member)
        read_number(*target.field, FieldKind::F32, target.data, given);
    else if (target.whole_list)
        read_field(*target.field, target.data, given);
    else
        read_element(*target.field, target.data, given);
    value = std::move(changed);
    return static_cast<std::uint32_t>(&field - type.fields.data());
}

ecs::Entity read_entity(const Json& number) {
    if (!number.is_number_unsigned() && !(number.is_number_integer() && number.get<std::int64_t>() >= 0))
        throw RpcError(invalid_params, "an entity must be a whole number");
    return ecs::entity_of_bits(number.get<std::uint64_t>());
}

}  // namespace remote
