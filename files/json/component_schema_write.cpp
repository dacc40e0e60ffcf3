#include <algorithm>
#include <iterator>

#include "ecs/types/number_kinds.hpp"
#include "files/json/component_schema.hpp"
#include "files/json/json_fields.hpp"
#include "files/json/json_text.hpp"

namespace files {

namespace {

/// Members of an object in braces; `{}` without members.
class Members {
public:
    explicit Members(std::string& out) : out_(out) {}
    std::string& add(std::string_view name) {
        out_ += started_ ? ", " : "{ ";
        started_ = true;
        append_string(out_, name);
        out_ += ": ";
        return out_;
    }
    void close() { out_ += started_ ? " }" : "{}"; }

private:
    std::string& out_;
    bool started_ = false;
};

void append_field_list(std::string& out, const std::vector<ecs::Field>& fields, bool in_full);

void append_field(std::string& out, const ecs::Field& field, bool in_full) {
    const bool shown_details =
        in_full && (field.min || field.max || field.step != 0 || !field.unit.empty() || !field.description.empty());
    const bool has_parts = field.kind == ecs::FieldKind::Enum || field.kind == ecs::FieldKind::Struct;
    const std::string kind(ecs::name_of(field.kind));
    if (!has_parts && !shown_details)
        return append_string(out, field.count == 1 ? kind : kind + '[' + std::to_string(field.count) + ']');

    Members members(out);
    append_string(members.add("kind"), kind);
    if (field.kind == ecs::FieldKind::Enum) append_integer(members.add("size"), field.element_size);
    if (field.count != 1) append_integer(members.add("count"), field.count);
    if (field.kind == ecs::FieldKind::Enum) {
        Members names(members.add("names"));
        for (const ecs::EnumName& each : field.names) append_integer(names.add(each.name), each.value);
        names.close();
        // Of most enums the names say it.
        ecs::Field by_names = field;
        by_names.has_no_sign = false;
        if (field.has_no_sign && !ecs::is_unsigned_enum(by_names)) members.add("unsigned") += "true";
    }
    if (field.kind == ecs::FieldKind::Struct) append_field_list(members.add("fields"), field.fields, in_full);
    if (in_full) {
        if (field.min) append_float(members.add("min"), *field.min);
        if (field.max) append_float(members.add("max"), *field.max);
        if (field.step != 0) append_float(members.add("step"), field.step);
        if (!field.unit.empty()) append_string(members.add("unit"), field.unit);
        if (!field.description.empty()) append_string(members.add("description"), field.description);
    }
    members.close();
}

void append_field_list(std::string& out, const std::vector<ecs::Field>& fields, bool in_full) {
    Members members(out);
    for (const ecs::Field& field : fields) append_field(members.add(field.name), field, in_full);
    members.close();
}

/// The default values of all fields but texts, which are empty.
void append_default(std::string& out, const ecs::ComponentType& type) {
    std::vector<ecs::Field> plain;
    std::copy_if(type.fields.begin(), type.fields.end(), std::back_inserter(plain), ecs::is_trivial);
    append_fields(out, plain, type.default_bytes.data());
}

}  // namespace

void append_schema(std::string& out, const ecs::ComponentType& type) {
    const bool in_full = type.made_at_run_time;
    Members members(out);
    if (!type.is_tag()) {
        append_integer(members.add("size"), type.size);
        append_integer(members.add("align"), type.align);
    }
    if (in_full && !type.description.empty()) append_string(members.add("description"), type.description);
    if (!type.is_tag()) append_field_list(members.add("fields"), type.fields, in_full);
    const bool all_zero = std::all_of(type.default_bytes.begin(), type.default_bytes.end(),
                                      [](std::byte each) { return each == std::byte{0}; });
    // A C++ type behind it brings its own.
    if (in_full && type.cpp_key == 0 && !all_zero) append_default(members.add("default"), type);
    members.close();
}

}  // namespace files
