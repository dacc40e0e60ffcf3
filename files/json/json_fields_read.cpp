#include <algorithm>
#include <charconv>
#include <cstring>

#include "files/json/json_fields.hpp"
#include "files/json/json_text.hpp"

namespace files {

namespace {

enum class KindClass { Bool, Number, Enum, String, Entity, Vec2, Vec3, Vec4, Struct };

KindClass class_of(ecs::FieldKind kind) {
    using enum ecs::FieldKind;
    switch (kind) {
        case Bool:
            return KindClass::Bool;
        case Enum:
            return KindClass::Enum;
        case String:
            return KindClass::String;
        case Entity:
            return KindClass::Entity;
        case Vec2:
            return KindClass::Vec2;
        case Vec3:
            return KindClass::Vec3;
        case Vec4:
        case Color:
            return KindClass::Vec4;
        case Struct:
            return KindClass::Struct;
        default:
            return KindClass::Number;
    }
}

template <class T>
void store(void* data, T value) {
    std::memcpy(data, &value, sizeof value);
}

std::byte* byte_at(void* base, std::size_t offset) { return static_cast<std::byte*>(base) + offset; }

const ecs::Field* find(const std::vector<ecs::Field>& fields, std::string_view name) {
    const auto found =
        std::find_if(fields.begin(), fields.end(), [&](const auto& field) { return field.name == name; });
    return found == fields.end() ? nullptr : &*found;
}

template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& named) {
    std::vector<std::string> names;
    for (const Named& each : named) names.push_back(each.name);
    return names;
}

/// `one of "Circle", "Square"`
std::string choice_of(const std::vector<ecs::EnumName>& names) {
    constexpr std::size_t most = 8;
    if (names.empty()) return "a whole number";
    std::string text = "one of ";
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i ? ", " : "") + in_quotes(names[i].name);
    return names.size() > most ? text + ", …" : text;
}

}  // namespace

bool convertible(const ecs::Field& from_file, const ecs::Field& to) {
    const KindClass from_class = class_of(from_file.kind), to_class = class_of(to.kind);
    const bool number_to_enum = to_class == KindClass::Enum && from_class == KindClass::Number;
    return (from_class == to_class || number_to_enum) && (from_file.count == 1) == (to.count == 1);
}

void FieldReader::read_value(const ecs::ComponentType& type, void* data, const std::vector<ecs::Field>* file_fields,
                             std::vector<std::uint32_t>* given) {
    if (value_notes_ && (type.opaque_json || file_fields)) value_notes_->complete = false;
    if (type.opaque_json)
        *static_cast<std::string*>(data) = json_.read_raw();
    else
        read_fields(type.name, type.fields, file_fields, data, given);
}

void FieldReader::note(ecs::FieldKind kind, const void* to, const ecs::Field* field) {
    if (!value_notes_) return;
    value_notes_->values.push_back({json_.offset(), json_.end_offset(), ValueNote::What::Value, kind, to, field});
}

void FieldReader::read_fields(const std::string& owner, const std::vector<ecs::Field>& fields,
                              const std::vector<ecs::Field>* file_fields, void* base,
                              std::vector<std::uint32_t>* given) {
    json_.begin_object();
    std::size_t expected = 0;  // members usually come in the order of the fields
    while (const auto key = json_.next_member()) {
        const bool in_order = expected < fields.size() && fields[expected].name == *key;
        const ecs::Field* const field = in_order ? &fields[expected] : find(fields, *key);
        const ecs::Field* const file_field = file_fields ? find(*file_fields, *key) : nullptr;
        if (!field && !file_field) {
            std::vector<std::string> known = names_of(fields);
            if (file_fields)
                for (const ecs::Field& each : *file_fields) known.push_back(each.name);
            if (known.empty()) json_.fail_about_key("unknown field " + in_quotes(*key) + ", " + owner + " has none");
            json_.fail_about_key("unknown field " + in_quotes(*key) + " in " + owner + did_you_mean(*key, known));
        }
        if (!field || (file_field && !convertible(*file_field, *field))) {
            json_.skip();
            continue;
        }
        expected = static_cast<std::size_t>(field - fields.data()) + 1;
        if (given) given->push_back(static_cast<std::uint32_t>(expected - 1));
        read_field(owner, *field, file_field, byte_at(base, field->offset));
    }
}

void FieldReader::read_field(const std::string& owner, const ecs::Field& field, const ecs::Field* file_field,
                             void* data) {
    if (field.count == 1) {
        // "f32[1]" is "f32": an array of one element is written as that element. Vectors and colours are arrays
        // themselves.
        const KindClass of = class_of(field.kind);
        const bool vector = of == KindClass::Vec2 || of == KindClass::Vec3 || of == KindClass::Vec4;
        if (vector || json_.peek() != JsonKind::Array) return read_element(owner, field, file_field, data);
        const std::size_t at = json_.offset();
        json_.begin_array();
        if (!json_.next_element()) json_.fail_from(at, "must be one value, found an empty array");
        read_element(owner, field, file_field, data);
        if (json_.next_element()) json_.fail_from(at, "must be one value, found an array of more");
        return;
    }
    const std::uint32_t expected = file_field ? file_field->count : field.count;
    const auto elements = [&] { return "an array of " + std::to_string(expected) + " elements"; };
    if (json_.peek() != JsonKind::Array) json_.fail_expected(elements());
    const std::size_t start = json_.offset();
    json_.begin_array();
    std::uint32_t found = 0;
    for (; json_.next_element(); ++found) {
        if (found == expected) {
            json_.peek();
            json_.fail("is one element too many, there must be " + std::to_string(expected));
        }
        if (found < field.count)
            read_element(owner, field, file_field, byte_at(data, std::size_t{found} * field.element_size));
        else
            json_.skip();
    }
    if (found != expected) json_.fail_from(start, "must be " + elements() + ", found " + std::to_string(found));
}

void FieldReader::read_element(const std::string& owner, const ecs::Field& field, const ecs::Field* file_field,
                               void* data) {
    using enum ecs::FieldKind;
    switch (field.kind) {
        case Bool:
            store(data, json_.read_bool());
            break;
        case I8:
            read_one_number<std::int8_t>(owner, field, file_field, data);
            break;
        case I16:
            read_one_number<std::int16_t>(owner, field, file_field, data);
            break;
        case I32:
            read_one_number<std::int32_t>(owner, field, file_field, data);
            break;
        case I64:
            read_one_number<std::int64_t>(owner, field, file_field, data);
            break;
        case U8:
            read_one_number<std::uint8_t>(owner, field, file_field, data);
            break;
        case U16:
            read_one_number<std::uint16_t>(owner, field, file_field, data);
            break;
        case U32:
            read_one_number<std::uint32_t>(owner, field, file_field, data);
            break;
        case U64:
            read_one_number<std::uint64_t>(owner, field, file_field, data);
            break;
        case F32:
            read_one_number<float>(owner, field, file_field, data);
            break;
        case F64:
            read_one_number<double>(owner, field, file_field, data);
            break;
        case Enum:
            read_enum(owner, field, file_field, data);
            break;
        case String:
            *static_cast<std::string*>(data) = json_.read_string();
            break;
        case Entity:
            store(data, read_entity());
            break;
        case Vec2:
        case Vec3:
        case Vec4:
        case Color:
            return read_floats(owner, field, data);
        case Struct:
            return read_fields(owner + '.' + field.name, field.fields, file_field ? &file_field->fields : nullptr, data,
                               nullptr);
    }
    note(field.kind, data, &field);
}

template <class Number>
void FieldReader::read_one_number(const std::string& owner, const ecs::Field& field, const ecs::Field* file_field,
                                  void* data) {
    // A number of another kind was valid when it was written.
    const bool other_kind = file_field && file_field->kind != field.kind;
    const bool to_nearest = other_kind && counts_losses_;
    ecs::NumberFit fit = ecs::NumberFit::Exact;
    const auto value = read_number_as<Number>(json_, to_nearest ? NumberMode::Nearest : NumberMode::InRange, &fit);
    store(data, value);
    if (!is_loss(fit)) return;
    std::string became;
    if constexpr (std::is_floating_point_v<Number>)
        append_float(became, value);
    else
        append_integer(became, value);
    note_loss(owner, field, fit, became);
}

void FieldReader::note_loss(const std::string& owner, const ecs::Field& field, ecs::NumberFit fit,
                            const std::string& became) {
    const bool vector = ecs::float_count(field.kind) > 1;
    const std::string kind(ecs::name_of(vector ? ecs::FieldKind::F32 : field.kind));
    if (!counts_losses_)
        json_.fail("must be a number that " + kind + " can hold, found " + json_.describe_value() +
                   ", which would become " + became);
    std::string what;
    switch (fit) {
        case ecs::NumberFit::NotHeld:
            what = "number that " + kind + " cannot hold";
            break;
        case ecs::NumberFit::Fraction:
            what = "number with a fraction for " + kind;
            break;
        case ecs::NumberFit::Underflow:
            what = "number too close to 0 for " + kind;
            break;
        default:
            what = "number beyond " + kind;
    }
    std::string was = json_.describe_value();
    if (was.starts_with("number ")) was.erase(0, 7);
    count_loss(owner + '.' + field.name, std::move(what), std::move(was), became);
}

void FieldReader::count_loss(const std::string& field, std::string what, std::string was, std::string became) {
    Loss& loss = losses_[{field, std::move(what)}];
    if (++loss.count > 1) return;
    loss.was = std::move(was);
    loss.became = std::move(became);
    loss.place = json_.place();
}

std::vector<std::string> FieldReader::losses() const {
    std::vector<std::string> lines;
    for (const auto& [key, loss] : losses_) {
        const auto& [field, what] = key;
        std::string line = field + ": " + std::to_string(loss.count) + ' ' + what;
        if (loss.count > 1) line.insert(line.find(' ', field.size() + 2 + 1 + std::to_string(loss.count).size()), "s");
        line += loss.count > 1 ? ", the first is " : ", ";
        line += loss.was + " in line " + std::to_string(loss.place.line) + ", column " +
                std::to_string(loss.place.column) + " (now " + loss.became + ')';
        lines.push_back(std::move(line));
    }
    return lines;
}

void FieldReader::read_floats(const std::string& owner, const ecs::Field& field, void* data) {
    const std::size_t count = ecs::float_count(field.kind);
    const auto expected = [&] { return "an array of " + std::to_string(count) + " numbers"; };
    if (json_.peek() != JsonKind::Array) json_.fail_expected(expected());
    const std::size_t start = json_.offset();
    json_.begin_array();
    std::size_t found = 0;
    for (; json_.next_element(); ++found) {
        if (found == count) {
            json_.peek();
            json_.fail("is one number too many, there must be " + std::to_string(count));
        }
        void* const to = byte_at(data, found * sizeof(float));
        read_one_number<float>(owner, field, nullptr, to);
        note(ecs::FieldKind::F32, to);
    }
    if (found != count)
        json_.fail_from(start, "must be " + expected() + ", found " + std::to_string(found) + " of them");
}

void FieldReader::read_enum(const std::string& owner, const ecs::Field& field, const ecs::Field* file_field,
                            void* data) {
    if (json_.peek() == JsonKind::Number) {
        if (value_notes_) value_notes_->complete = false;  // usually a name
        return read_number_of_enum(owner, field, file_field != nullptr, data);
    }
    if (json_.peek() != JsonKind::String) json_.fail_expected(choice_of(field.names));
    const std::string name(json_.read_string());
    const auto value_in = [&](const ecs::Field& where) -> const ecs::EnumName* {
        const auto found = std::find_if(where.names.begin(), where.names.end(),
                                        [&](const ecs::EnumName& each) { return each.name == name; });
        return found == where.names.end() ? nullptr : &*found;
    };
    if (const ecs::EnumName* known = value_in(field)) return ecs::write_enum(field, data, known->value);

    // A name that only the file has: keep its number, unless the number has another meaning here.
    const ecs::EnumName* const former = file_field ? value_in(*file_field) : nullptr;
    if (!former || !counts_losses_)
        json_.fail("must be " + choice_of(field.names) + ", found string " + in_quotes(name) +
                   did_you_mean(name, names_of(field.names)));
    const bool kept = !ecs::enum_name(field, former->value) && fits_enum(field, former->value);
    if (kept) ecs::write_enum(field, data, former->value);
    const std::int64_t value = ecs::read_enum(field, data);
    const auto own = ecs::enum_name(field, value);
    count_loss(owner + '.' + field.name, "value without a name", in_quotes(name),
               own ? std::string(*own) : "the number " + ecs::enum_number_text(field, value));
}

// Numbers of both signs fit: a type without a sign may be described by one that has it.
void FieldReader::read_number_of_enum(const std::string& owner, const ecs::Field& field, bool migrated, void* data) {
    const auto number = read_number_as<std::int64_t>(json_);
    if (fits_enum(field, number)) return ecs::write_enum(field, data, number);
    if (migrated && counts_losses_)
        return note_loss(owner, field, ecs::NumberFit::Overflow,
                         ecs::enum_number_text(field, ecs::read_enum(field, data)));
    const std::int64_t half = std::int64_t{1} << (8 * field.element_size - 1);
    const bool has_no_sign = ecs::is_unsigned_enum(field);
    json_.fail_expected("a whole number from " + std::to_string(has_no_sign ? 0 : -half) + " to " +
                        std::to_string(has_no_sign ? 2 * half - 1 : half - 1));
}

ecs::Entity FieldReader::read_entity() {
    if (json_.peek() == JsonKind::Null) {
        json_.read_null();
        return {};
    }
    const std::string_view text = json_.read_string("an entity like \"12v3\", or null");
    if (const std::optional<ecs::Entity> id = ecs::parse_entity(text)) return *id;
    if (looks_like_id(text)) json_.fail("must be an entity like \"12v3\", or null, found string " + in_quotes(text));
    return find_entity_(text);
}

bool looks_like_id(std::string_view text) {
    const std::size_t v = text.find('v');
    if (v == std::string_view::npos || v == 0 || v + 1 == text.size()) return false;
    const auto digits = [](std::string_view part) {
        return std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
    };
    return digits(text.substr(0, v)) && digits(text.substr(v + 1));
}

bool fits_enum(const ecs::Field& field, std::int64_t value) {
    if (field.element_size >= 8) return true;
    const std::int64_t half = std::int64_t{1} << (8 * field.element_size - 1);
    return value >= -half && value < 2 * half;
}

}  // namespace files
