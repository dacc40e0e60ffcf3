#include <algorithm>
#include <charconv>
#include <optional>

#include "ecs/types/type_registry.hpp"
#include "ecs/types/value.hpp"
#include "files/base/file_error.hpp"
#include "files/json/component_schema.hpp"
#include "files/json/json_fields.hpp"

namespace files {

namespace {

constexpr std::uint64_t max_component_bytes = 1u << 20;
constexpr std::size_t max_fields = 1024;

std::vector<ecs::Field> read_field_list(JsonReader& json, const std::string& owner);

ecs::FieldKind read_kind(JsonReader& json, std::string_view word) {
    if (const auto kind = ecs::field_kind_from(word)) return *kind;
    std::vector<std::string> known;
    for (std::size_t i = 0; i < ecs::field_kind_count; ++i)
        known.emplace_back(ecs::name_of(static_cast<ecs::FieldKind>(i)));
    json.fail_about("there is no kind of field called " + in_quotes(word) + did_you_mean(word, known));
}

std::uint32_t read_element_count(JsonReader& json) {
    const auto count = read_number_as<std::uint32_t>(json);
    if (count == 0) json.fail("must be at least 1, found 0");
    return count;
}

/// `f32` or `f32[3]`
void read_kind_word(JsonReader& json, ecs::Field& field) {
    const std::string word(json.read_string());
    const std::size_t bracket = word.find('[');
    field.kind = read_kind(json, word.substr(0, bracket));
    if (field.kind == ecs::FieldKind::Enum || field.kind == ecs::FieldKind::Struct)
        json.fail_about(R"(an enum or struct is described by an object: { "kind": )" +
                        in_quotes(ecs::name_of(field.kind)) + ", … }");
    if (bracket == std::string::npos) return;
    const char* const last = word.data() + word.size();
    const auto [end, error] = std::from_chars(word.data() + bracket + 1, last, field.count);
    if (error != std::errc{} || last - end != 1 || *end != ']' || field.count == 0)
        json.fail_about("the number of elements must stand in brackets, as in \"f32[3]\", found " + in_quotes(word));
}

std::vector<ecs::EnumName> read_enum_names(JsonReader& json) {
    std::vector<ecs::EnumName> names;
    json.begin_object();
    while (const auto name = json.next_member()) {
        if (names.size() == max_fields) json.fail_about_key("an enum may have 1024 names");
        names.push_back({std::string(*name), read_number_as<std::int64_t>(json)});
    }
    return names;
}

void read_details(JsonReader& json, ecs::Field& field, const std::string& owner) {
    static constexpr std::string_view members[] = {"kind", "size", "count", "names", "unsigned",   "fields",
                                                   "min",  "max",  "step",  "unit",  "description"};
    bool has_kind = false, has_fields = false, has_size = false, has_names = false, has_sign = false;
    const std::size_t start = json.offset();
    json.begin_object();
    while (const auto key = json.next_member()) {
        if (*key == "kind") {
            field.kind = read_kind(json, std::string(json.read_string()));
            has_kind = true;
        } else if (*key == "size") {
            field.element_size = read_number_as<std::uint32_t>(json);
            const std::uint32_t size = field.element_size;
            if (size != 1 && size != 2 && size != 4 && size != 8)
                json.fail("must be 1, 2, 4 or 8, found " + std::to_string(size));
            has_size = true;
        } else if (*key == "count") {
            field.count = read_element_count(json);
        } else if (*key == "names") {
            field.names = read_enum_names(json);
            has_names = true;
        } else if (*key == "unsigned") {
            field.has_no_sign = json.read_bool();
            has_sign = true;
        } else if (*key == "fields") {
            field.fields = read_field_list(json, owner + '.' + field.name);
            has_fields = true;
        } else if (*key == "min") {
            field.min = read_number_as<double>(json);
        } else if (*key == "max") {
            field.max = read_number_as<double>(json);
        } else if (*key == "step") {
            field.step = read_number_as<double>(json);
        } else if (*key == "unit") {
            field.unit = json.read_string();
        } else if (*key == "description") {
            field.description = json.read_string();
        } else {
            json.fail_about_key("unknown member " + in_quotes(*key) + " of a field" +
                                did_you_mean(*key, {std::begin(members), std::end(members)}));
        }
    }
    const std::string field_name = owner + '.' + field.name;
    if (!has_kind) json.fail_about_from(start, field_name + " needs a \"kind\"");
    const bool is_enum = field.kind == ecs::FieldKind::Enum, is_struct = field.kind == ecs::FieldKind::Struct;
    if (is_struct && field.fields.empty())
        json.fail_about_from(start, field_name + " is a struct and needs \"fields\"");
    if (has_fields && !is_struct) json.fail_about_from(start, field_name + " has \"fields\" but is no struct");
    if ((has_size || has_names || has_sign) && !is_enum)
        json.fail_about_from(start, field_name + " has " +
                                        (has_size    ? "a \"size\""
                                         : has_names ? "\"names\""
                                                     : "\"unsigned\"") +
                                        " but is no enum");
    if (is_enum && !has_size) field.element_size = 4;
    for (const ecs::EnumName& each : field.names)
        if (!fits_enum(field, each.value))
            json.fail_about_from(start, field_name + " is an enum of size " + std::to_string(field.element_size) +
                                            ", which cannot hold " + std::to_string(each.value));
}

/// Returns the bytes of the field. Also lays out the members of a struct.
std::uint64_t settle_size(ecs::Field& field) {
    if (field.kind == ecs::FieldKind::Struct) {
        field.element_size = 0;
        field.element_size = ecs::lay_out(field.fields).size;
    } else if (field.kind != ecs::FieldKind::Enum) {
        field.element_size = static_cast<std::uint32_t>(ecs::size_of(field.kind));
    }
    return std::uint64_t{field.element_size} * field.count;
}

std::vector<ecs::Field> read_field_list(JsonReader& json, const std::string& owner) {
    std::vector<ecs::Field> fields;
    std::uint64_t bytes = 0;
    json.begin_object();
    while (const auto name = json.next_member()) {
        if (name->empty()) json.fail_about_key("a field needs a name");
        if (fields.size() == max_fields) json.fail_about_key("a type may have 1024 fields");
        ecs::Field field;
        field.name = *name;
        const JsonKind kind = json.peek();
        if (kind == JsonKind::String)
            read_kind_word(json, field);
        else if (kind == JsonKind::Object)
            read_details(json, field, owner);
        else
            json.fail_expected("a kind like \"f32\" or \"f32[3]\", or an object");
        bytes += settle_size(field);
        if (bytes > max_component_bytes) json.fail_about(owner + " is larger than 1 MiB");
        fields.push_back(std::move(field));
    }
    return fields;
}

bool has_details(const std::vector<ecs::Field>& fields) {
    return std::any_of(fields.begin(), fields.end(), [](const ecs::Field& field) {
        return field.min || field.max || field.step != 0 || !field.unit.empty() || !field.description.empty() ||
               has_details(field.fields);
    });
}

/// Sets the default value of the type, whose fields are laid out.
void read_default(JsonReader& json, const std::string& text, std::size_t at, ecs::ComponentType& type) {
    ecs::TypeRegistry scratch;
    const ecs::Result<ecs::ComponentId> made = scratch.add_at_run_time(type);
    if (!made) json.fail_about_from(at, made.error());
    const ecs::ComponentType& in_full = scratch[*made];
    if (in_full.is_tag()) json.fail_about_from(at, type.name + " has no fields, so it has no \"default\"");
    ecs::Value value(in_full);
    try {
        JsonReader inner(text, json.file());
        FieldReader(inner, [&](std::string_view) -> ecs::Entity {
            inner.fail_expected("null, because no entity is there by default");
        }).read_value(in_full, value.data());
    } catch (const FileError& error) {
        json.fail_about_from(at, "the default of " + type.name + ": " + error.problem());
    }
    type.default_bytes.assign(in_full.size, std::byte{0});
    for (const ecs::Field& field : in_full.fields)
        if (ecs::is_trivial(field)) ecs::copy_field(field, type.default_bytes.data(), value.data());
}

}  // namespace

FileType read_schema(JsonReader& json, std::string name) {
    static constexpr std::string_view members[] = {"size", "align", "fields", "description", "default"};
    std::optional<std::string> defaults;
    std::size_t defaults_at = 0;
    FileType result;
    ecs::ComponentType& type = result.type;
    type.name = std::move(name);
    type.align = 0;
    json.begin_object();
    const std::size_t start = json.offset();
    while (const auto key = json.next_member()) {
        if (*key == "size") {
            type.size = read_number_as<std::uint32_t>(json);
            if (type.size > max_component_bytes) json.fail_about(type.name + " is larger than 1 MiB");
            result.describes_fields |= type.size != 0;
        } else if (*key == "align") {
            type.align = read_number_as<std::uint32_t>(json);
            if (type.align == 0 || type.align > 4096 || (type.align & (type.align - 1)) != 0)
                json.fail("must be a power of two up to 4096, found " + std::to_string(type.align));
        } else if (*key == "description") {
            type.description = json.read_string();
        } else if (*key == "fields") {
            type.fields = read_field_list(json, type.name);
            result.describes_fields = true;
        } else if (*key == "default") {
            json.peek();
            defaults_at = json.offset();
            defaults = json.read_raw();
        } else {
            json.fail_about_key("unknown member " + in_quotes(*key) + " of a component" +
                                did_you_mean(*key, {std::begin(members), std::end(members)}));
        }
    }
    const ecs::StructSize needed = ecs::lay_out(type.fields);
    if (needed.size > max_component_bytes) json.fail_about(type.name + " is larger than 1 MiB");
    if (type.align == 0) type.align = needed.align;
    const bool holds =
        type.align >= needed.align && (type.size == 0 || (type.size >= needed.size && type.size % type.align == 0));
    if (!holds)
        json.fail_about_from(start, "size " + std::to_string(type.size) + " and align " + std::to_string(type.align) +
                                        " cannot hold the fields of " + type.name + ", which need size " +
                                        std::to_string(needed.size) + " and align " + std::to_string(needed.align));
    if (type.size == 0 && type.fields.empty()) type.align = 1;
    if (defaults) read_default(json, *defaults, defaults_at, type);
    result.has_details = !type.description.empty() || has_details(type.fields);
    return result;
}

}  // namespace files
