#include "remote/replica/shape.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <unordered_set>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/base/utf8.hpp"
#include "remote/rpc/json_number.hpp"

namespace remote {

namespace {

using Form = Shape::Form;

constexpr std::array<const char*, 4> axes{"x", "y", "z", "w"}, colors{"r", "g", "b", "a"};
const std::array<const char*, 4>& names_of(const Shape& shape) {
    return shape.kind == ecs::FieldKind::Color ? colors : axes;
}
constexpr std::size_t most_text = 64u << 10, most_json_text = 256u << 10;

std::byte* element_of(const ecs::Field& field, void* value, std::size_t i) {
    return static_cast<std::byte*>(value) + field.offset + i * field.element_size;
}
const std::byte* element_of(const ecs::Field& field, const void* value, std::size_t i) {
    return static_cast<const std::byte*>(value) + field.offset + i * field.element_size;
}

template <class T>
void put(void* to, T value) {
    std::memcpy(to, &value, sizeof value);
}
template <class T>
T got(const void* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

/// Numbers may be texts: what no JSON number can be.
std::optional<double> float_in(const std::string& text) {
    if (text == "Inf" || text == "inf") return std::numeric_limits<double>::infinity();
    if (text == "-Inf" || text == "-inf") return -std::numeric_limits<double>::infinity();
    if (text == "NaN" || text == "nan") return std::numeric_limits<double>::quiet_NaN();
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) return number;
    return std::nullopt;
}
/// The number that is written in a text; null when none is.
Json number_in(const std::string& text) {
    std::uint64_t natural = 0;
    std::int64_t whole = 0;
    const auto is_all = [&](const std::from_chars_result& read) {
        return !text.empty() && read.ec == std::errc() && read.ptr == text.data() + text.size();
    };
    if (is_all(std::from_chars(text.data(), text.data() + text.size(), natural))) return natural;
    if (is_all(std::from_chars(text.data(), text.data() + text.size(), whole))) return whole;
    return {};
}

/// What a float is nearest to is taken, also when that is told as a misfit; a whole number must be the very same.
bool read_number(const Json& given, ecs::FieldKind kind, void* to) {
    using enum ecs::FieldKind;
    if (kind == Bool) {
        if (!given.is_boolean()) return false;
        put(to, given.get<bool>());
        return true;
    }
    const bool is_float = kind == F32 || kind == F64;
    std::optional<ecs::NumberFit> fit;
    std::array<std::byte, sizeof(std::uint64_t)> number{};
    if (!given.is_string()) {
        if (given.is_null() && !is_float) return false;
        fit = nearest_number(given, kind, number.data());
    } else if (is_float) {
        if (const auto value = float_in(given.get_ref<const std::string&>()))
            fit = ecs::carry_number(F64, &*value, kind, number.data());
    } else {
        fit = nearest_number(number_in(given.get_ref<const std::string&>()), kind, number.data());
    }
    if (!fit || (!is_float && is_loss(*fit))) return false;
    std::memcpy(to, number.data(), ecs::size_of(kind));
    return !is_loss(*fit);
}

Json not_finite_json(double number, bool has_words) {
    if (!has_words) return nullptr;
    return std::isnan(number) ? "NaN" : number > 0 ? "Inf" : "-Inf";
}

/// The shortest decimal that is this float, and not the digits of the double.
Json float_json(float number, bool has_words) {
    if (!std::isfinite(number)) return not_finite_json(static_cast<double>(number), has_words);
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, number);
    double made = number;
    std::from_chars(text, end.ptr, made);
    return made;
}

Json number_json(ecs::FieldKind kind, const void* from, bool has_words) {
    using enum ecs::FieldKind;
    switch (kind) {
        case Bool:
            return got<bool>(from);
        case I8:
            return got<std::int8_t>(from);
        case I16:
            return got<std::int16_t>(from);
        case I32:
            return got<std::int32_t>(from);
        case I64:
            return got<std::int64_t>(from);
        case U8:
            return got<std::uint8_t>(from);
        case U16:
            return got<std::uint16_t>(from);
        case U32:
            return got<std::uint32_t>(from);
        case U64:
            return got<std::uint64_t>(from);
        case F32:
            return float_json(got<float>(from), has_words);
        case F64: {
            const auto number = got<double>(from);
            return std::isfinite(number) ? Json(number) : not_finite_json(number, has_words);
        }
        default:
            return nullptr;
    }
}

std::size_t float_count_of(const Shape& shape) { return ecs::float_count(shape.kind); }

bool read_vector(const Json& given, const Shape& shape, std::byte* to) {
    bool fits = given.is_object() || (given.is_array() && given.size() == float_count_of(shape));
    if (!fits) return false;
    for (std::size_t i = 0; i < float_count_of(shape); ++i) {
        const Json* part = nullptr;
        if (given.is_array())
            part = &given[i];
        else if (const auto found = given.find(names_of(shape)[i]); found != given.end())
            part = &*found;
        if (part == nullptr || !read_number(*part, ecs::FieldKind::F32, to + i * sizeof(float))) fits = false;
    }
    return fits;
}

bool read_flags(const Json& given, const Shape& shape, const ecs::Field& field, std::byte* to) {
    if (given.is_number()) {
        if (given != 0) return false;
        for (const ecs::Field& member : field.fields) put(to + member.offset, false);
        return true;
    }
    if (!given.is_string()) return false;
    std::string_view left = given.get_ref<const std::string&>();
    std::vector<bool> on(shape.names.size());
    while (!left.empty()) {
        const std::size_t bar = left.find('|');
        const auto name = std::find(shape.names.begin(), shape.names.end(), left.substr(0, bar));
        if (name == shape.names.end()) return left == "0";
        on[static_cast<std::size_t>(name - shape.names.begin())] = true;
        left = bar == std::string_view::npos ? std::string_view() : left.substr(bar + 1);
    }
    for (std::size_t i = 0; i < on.size(); ++i) put(to + field.fields[i].offset, static_cast<bool>(on[i]));
    return true;
}

bool read_name(const Json& given, const Shape& shape, const ecs::Field& field, std::byte* to) {
    if (given.is_number_integer()) {
        std::int32_t value = 0;
        if (nearest_number(given, ecs::FieldKind::I32, &value) != ecs::NumberFit::Exact) return false;
        ecs::write_enum(field, to, value);
        return true;
    }
    if (!given.is_string()) return false;
    const auto found = std::find(shape.names.begin(), shape.names.end(), given.get_ref<const std::string&>());
    if (found == shape.names.end()) return false;
    ecs::write_enum(field, to, found - shape.names.begin());
    return true;
}

/// A part of it would be no JSON; so this is none either, and cannot be written back.
std::string shown_json(const Json& given) {
    std::string text = text_of(given);
    if (text.size() <= most_json_text) return text;
    return ecs::phrase("({} bytes of JSON: too many to show)", std::to_string(text.size()));
}

bool read_element(const Json& given, const Shape& shape, const ecs::Field& field, std::byte* to,
                  const EntityWords& words) {
    switch (shape.form) {
        case Form::Number:
            return read_number(given, shape.kind, to);
        case Form::Name:
            return read_name(given, shape, field, to);
        case Form::Text:
            if (!given.is_string()) return false;
            *reinterpret_cast<std::string*>(to) = ecs::whole_characters(given.get_ref<const std::string&>(), most_text);
            return true;
        case Form::Any:
            *reinterpret_cast<std::string*>(to) = shown_json(given);
            return true;
        case Form::Entity:
            put(to, words.read(given));
            return true;
        case Form::Flags:
            return read_flags(given, shape, field, to);
        case Form::Vector:
            return read_vector(given, shape, to);
        case Form::Object:
            break;
    }
    bool fits = given.is_object() || (given.is_array() && shape.listed);
    for (std::size_t i = 0; fits && i < shape.members.size(); ++i) {
        const Json* part = nullptr;
        if (given.is_array()) {
            if (i < given.size()) part = &given[i];
        } else if (const auto found = given.find(shape.members[i].name); found != given.end()) {
            part = &*found;
        }
        if (part == nullptr || !read_json(*part, shape.members[i], field.fields[i], to, words)) fits = false;
    }
    return fits;
}

Json element_json(const Shape& shape, const ecs::Field& field, const std::byte* from, const EntityWords& words) {
    switch (shape.form) {
        case Form::Number:
            return number_json(shape.kind, from, words.has_words_for_floats);
        case Form::Name: {
            const std::int64_t value = ecs::read_enum(field, from);
            if (value >= 0 && value < static_cast<std::int64_t>(shape.names.size()))
                return shape.names[static_cast<std::size_t>(value)];
            return value;
        }
        case Form::Text:
            return *reinterpret_cast<const std::string*>(from);
        case Form::Any: {
            const std::optional<Json> parsed = read_json(*reinterpret_cast<const std::string*>(from));
            return parsed ? *parsed : Json();
        }
        case Form::Entity:
            return words.write(got<ecs::Entity>(from));
        case Form::Flags: {
            std::string text;
            for (std::size_t i = 0; i < shape.names.size(); ++i)
                if (got<bool>(from + field.fields[i].offset)) text += (text.empty() ? "" : "|") + shape.names[i];
            return text.empty() ? Json(0) : Json(text);
        }
        case Form::Vector: {
            Json made = shape.listed ? Json::array() : Json::object();
            for (std::size_t i = 0; i < float_count_of(shape); ++i) {
                Json number = float_json(got<float>(from + i * sizeof(float)), words.has_words_for_floats);
                if (shape.listed)
                    made.push_back(std::move(number));
                else
                    made[names_of(shape)[i]] = std::move(number);
            }
            return made;
        }
        case Form::Object:
            break;
    }
    Json made = shape.listed ? Json::array() : Json::object();
    for (std::size_t i = 0; i < shape.members.size(); ++i) {
        Json part = write_json(shape.members[i], field.fields[i], from, words);
        if (shape.listed)
            made.push_back(std::move(part));
        else
            made[shape.members[i].name] = std::move(part);
    }
    return made;
}

void make_names_differ(std::vector<ecs::Field>& fields) {
    std::unordered_set<std::string> taken;
    for (ecs::Field& field : fields) {
        const std::string name = field.name;
        for (std::size_t number = taken.size() + 1; !taken.insert(field.name).second; ++number)
            field.name = name + " (" + std::to_string(number) + ")";
    }
}

}  // namespace

std::vector<ecs::Field> fields_of(const std::vector<Shape>& shapes) {
    std::vector<ecs::Field> fields;
    fields.reserve(shapes.size());
    for (const Shape& shape : shapes) fields.push_back(field_of(shape));
    make_names_differ(fields);
    return fields;
}

std::size_t count_of(const std::vector<Shape>& shapes) {
    std::size_t count = shapes.size();
    for (const Shape& shape : shapes) count += count_of(shape.members) + shape.names.size();
    return count;
}

ecs::Field field_of(const Shape& shape) {
    ecs::Field field;
    field.name = readable_name(shape.name);
    field.count = std::max<std::uint32_t>(1, shape.count);
    field.min = shape.min;
    field.max = shape.max;
    field.unit = shape.unit;
    using Kind = ecs::FieldKind;
    switch (shape.form) {
        case Form::Number:
        case Form::Vector:
            field.kind = shape.kind;
            break;
        case Form::Name:
            field.kind = Kind::Enum;
            for (std::size_t i = 0; i < shape.names.size(); ++i)
                field.names.push_back({readable_name(shape.names[i]), static_cast<std::int64_t>(i)});
            break;
        case Form::Text:
        case Form::Any:
            field.kind = Kind::String;
            break;
        case Form::Entity:
            field.kind = Kind::Entity;
            break;
        case Form::Flags:
            field.kind = Kind::Struct;
            for (const std::string& name : shape.names) {
                ecs::Field flag;
                flag.name = readable_name(name);
                flag.kind = Kind::Bool;
                flag.element_size = 1;
                field.fields.push_back(std::move(flag));
            }
            make_names_differ(field.fields);
            break;
        case Form::Object:
            field.kind = Kind::Struct;
            field.fields = fields_of(shape.members);
            break;
    }
    if (field.kind == Kind::Struct)
        field.element_size = ecs::lay_out(field.fields).size;
    else
        field.element_size = field.kind == Kind::Enum ? 4 : static_cast<std::uint32_t>(ecs::size_of(field.kind));
    return field;
}

Shape simplified(Shape shape) {
    if (shape.form != Form::Object) return shape;
    for (Shape& member : shape.members) member = simplified(std::move(member));
    const std::size_t count = shape.members.size();
    if (count < 2 || count > axes.size()) return shape;
    const bool is_color = count == colors.size() && shape.members[0].name == colors[0];
    for (std::size_t i = 0; i < count; ++i) {
        const Shape& member = shape.members[i];
        if (member.form != Form::Number || member.kind != ecs::FieldKind::F32 || member.count != 1 ||
            member.name != (is_color ? colors : axes)[i] || member.min || member.max)
            return shape;
    }
    constexpr std::array kinds{ecs::FieldKind::Vec2, ecs::FieldKind::Vec3, ecs::FieldKind::Vec4};
    shape.form = Form::Vector;
    shape.kind = is_color ? ecs::FieldKind::Color : kinds[count - 2];
    shape.members.clear();
    return shape;
}

bool read_json(const Json& given, const Shape& shape, const ecs::Field& field, void* value, const EntityWords& words) {
    if (shape.count <= 1) return read_element(given, shape, field, element_of(field, value, 0), words);
    if (!given.is_array() || given.size() != shape.count) return false;
    bool fits = true;
    for (std::size_t i = 0; i < shape.count; ++i)
        if (!read_element(given[i], shape, field, element_of(field, value, i), words)) fits = false;
    return fits;
}

Json write_json(const Shape& shape, const ecs::Field& field, const void* value, const EntityWords& words) {
    if (shape.count <= 1) return element_json(shape, field, element_of(field, value, 0), words);
    Json made = Json::array();
    for (std::size_t i = 0; i < shape.count; ++i)
        made.push_back(element_json(shape, field, element_of(field, value, i), words));
    return made;
}

bool read_json(const Json& given, const TypeShape& shape, const ecs::ComponentType& type, void* value,
               const EntityWords& words) {
    if (type.is_tag()) return true;
    if (shape.bare) return read_json(given, shape.members[0], type.fields[0], value, words);
    bool fits = given.is_object() || (given.is_array() && shape.listed);
    for (std::size_t i = 0; (given.is_object() || given.is_array()) && i < shape.members.size(); ++i) {
        const Json* part = nullptr;
        if (given.is_array()) {
            if (i < given.size()) part = &given[i];
        } else if (const auto found = given.find(shape.members[i].name); found != given.end()) {
            part = &*found;
        }
        if (part == nullptr || !read_json(*part, shape.members[i], type.fields[i], value, words)) fits = false;
    }
    return fits;
}

Json write_json(const TypeShape& shape, const ecs::ComponentType& type, const void* value, const EntityWords& words) {
    if (type.is_tag()) return Json::object();
    if (shape.bare) return write_json(shape.members[0], type.fields[0], value, words);
    Json made = shape.listed ? Json::array() : Json::object();
    for (std::size_t i = 0; i < shape.members.size(); ++i) {
        Json part = write_json(shape.members[i], type.fields[i], value, words);
        if (shape.listed)
            made.push_back(std::move(part));
        else
            made[shape.members[i].name] = std::move(part);
    }
    return made;
}

namespace {

std::string why_not_json(const Shape& shape, const ecs::Field& field, const void* value, bool may_be_empty) {
    if (shape.form != Form::Any && shape.form != Form::Object) return {};
    for (std::size_t i = 0; i < std::max<std::uint32_t>(1, shape.count); ++i) {
        const std::byte* const from = element_of(field, value, i);
        for (std::size_t member = 0; member < shape.members.size(); ++member)
            if (std::string why = why_not_json(shape.members[member], field.fields[member], from, may_be_empty);
                !why.empty())
                return why;
        if (shape.form != Form::Any) continue;
        const std::string& text = *reinterpret_cast<const std::string*>(from);
        if (text.empty() && may_be_empty) continue;
        try {
            if (Json::parse(text).is_discarded() || !read_json(text))
                return ecs::phrase("{} is nested too deeply", field.name);
        } catch (const Json::parse_error& error) {
            const std::string before = text.substr(0, error.byte > 0 ? error.byte - 1 : 0);
            return ecs::phrase("{} is not valid JSON: see character {}", field.name,
                               std::to_string(ecs::count_characters(before) + 1));
        }
    }
    return {};
}

}  // namespace

std::string why_not_written(const TypeShape& shape, const ecs::ComponentType& type, const void* value,
                            const std::vector<std::uint32_t>& fields, bool may_be_empty) {
    if (value == nullptr || type.is_tag()) return {};
    for (std::uint32_t i = 0; i < shape.members.size(); ++i) {
        if (!fields.empty() && std::find(fields.begin(), fields.end(), i) == fields.end()) continue;
        if (std::string why = why_not_json(shape.members[i], type.fields[i], value, may_be_empty); !why.empty())
            return why;
    }
    return {};
}

bool nearly_equal(const Json& a, const Json& b) {
    if (a.is_number() && b.is_number()) {
        if (a == b) return true;
        const auto x = a.get<double>(), y = b.get<double>();
        if (a.is_number_integer() && b.is_number_integer()) return false;
        return std::abs(x - y) <= 1e-6 * std::max(std::abs(x), std::abs(y)) + 1e-9;
    }
    if (a.is_object() && b.is_object()) {
        if (a.size() != b.size()) return false;
        for (const auto& [name, value] : a.items()) {
            const auto other = b.find(name);
            if (other == b.end() || !nearly_equal(value, *other)) return false;
        }
        return true;
    }
    if (a.is_array() && b.is_array()) {
        if (a.size() != b.size()) return false;
        for (std::size_t i = 0; i < a.size(); ++i)
            if (!nearly_equal(a[i], b[i])) return false;
        return true;
    }
    // Large whole numbers may be texts on one side.
    if (a.is_string() && b.is_number_integer()) return a.get_ref<const std::string&>() == b.dump();
    if (b.is_string() && a.is_number_integer()) return b.get_ref<const std::string&>() == a.dump();
    return a == b;
}

std::string readable_name(std::string_view name, std::size_t most) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string made;
    for (std::size_t at = 0; at < name.size() && made.size() < most;) {
        const std::size_t start = at;
        const std::uint32_t c = ecs::next_character(name, at);
        // Control characters, and those that turn the direction of a line or break it.
        const bool hidden = c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || (c >= 0x200e && c <= 0x200f) ||
                            (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
        if (!hidden) {
            made += name.substr(start, at - start);
            continue;
        }
        made += "\\u";
        for (int shift = 12; shift >= 0; shift -= 4) made += digits[c >> static_cast<unsigned>(shift) & 15u];
    }
    return made.find_first_not_of(' ') == std::string::npos ? "(no name)" : made;
}

std::string cleaned(std::string_view text, std::size_t most) {
    std::string made;
    for (std::size_t i = 0; i < text.size() && made.size() < most; ++i) {
        const char c = text[i];
        if (c == '\x1b' && i + 1 < text.size() && text[i + 1] == '[') {
            i += 2;
            while (i < text.size() && (text[i] < '@' || text[i] > '~')) ++i;
            continue;
        }
        if (static_cast<unsigned char>(c) >= 32 || c == '\n') made += c;
    }
    if (made.size() < most) return made;
    // Not in the middle of a character.
    std::size_t last = made.size();
    while (last > 0 && (static_cast<unsigned char>(made[last - 1]) & 0xC0u) == 0x80u) --last;
    if (last == 0) return made;
    const auto lead = static_cast<unsigned char>(made[last - 1]);
    const std::size_t length = lead >= 0xF0u ? 4 : lead >= 0xE0u ? 3 : lead >= 0xC0u ? 2 : 1;
    if (last - 1 + length > made.size()) made.resize(last - 1);
    return made;
}

}  // namespace remote
