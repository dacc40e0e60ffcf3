#include "panels/inspector/type_draft.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

#include "ecs/edit/type_words.hpp"
#include "ecs/types/field_path.hpp"
#include "figures/drawing/value_text.hpp"
#include "panels/base/language.hpp"

namespace panels {

namespace {

std::string_view trimmed_part(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> comma_parts(std::string_view text) {
    std::vector<std::string_view> parts;
    while (!trimmed_part(text).empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        parts.push_back(trimmed_part(text.substr(0, comma)));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return parts;
}

template <class Number>
std::optional<Number> parsed_number(std::string_view text) {
    text = trimmed_part(text);
    if (text.starts_with('+')) text.remove_prefix(1);
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::string shortest_number(double number) {
    char text[40];
    const auto [end, error] = std::to_chars(text, text + sizeof text, number);
    return error == std::errc{} ? std::string(text, end) : std::string();
}

bool is_written(const ecs::Field& field) {
    const auto& kinds = kinds_of_fields();
    return field.count == 1 && std::find(kinds.begin(), kinds.end(), field.kind) != kinds.end();
}

std::string text_of_start(const ecs::Field& field, const std::byte* at) {
    const ecs::FieldPath here{0, field.kind, 0, field.element_size};
    if (field.kind == ecs::FieldKind::Bool) return ecs::read_number(here, at) != 0 ? "true" : "";
    if (field.kind == ecs::FieldKind::Enum) {
        const std::int64_t value = ecs::read_enum(field, at);
        const auto name = ecs::enum_name(field, value);
        return value != 0 && name ? std::string(*name) : std::string();
    }
    if (ecs::is_number(field.kind)) {
        // 64 bits are more than a double holds.
        if (field.kind == ecs::FieldKind::I64 || field.kind == ecs::FieldKind::U64) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, at, sizeof bits);
            if (bits == 0) return {};
            return field.kind == ecs::FieldKind::U64 ? std::to_string(bits)
                                                     : std::to_string(static_cast<std::int64_t>(bits));
        }
        float narrow = 0;
        if (field.kind == ecs::FieldKind::F32) std::memcpy(&narrow, at, sizeof narrow);
        char text[40];
        const auto end = field.kind == ecs::FieldKind::F32
                             ? std::to_chars(text, text + sizeof text, narrow).ptr
                             : std::to_chars(text, text + sizeof text, ecs::read_number(here, at)).ptr;
        const std::string written(text, end);
        return written == "0" ? std::string() : written;
    }
    std::string text;
    bool any = false;
    for (std::size_t i = 0; i < ecs::float_count(field.kind); ++i) {
        float part = 0;
        std::memcpy(&part, at + i * sizeof part, sizeof part);
        any = any || part != 0;
        char one[40];
        text += (i > 0 ? ", " : "") + std::string(one, std::to_chars(one, one + sizeof one, part).ptr);
    }
    return any ? text : std::string();
}

/// "Steady, Flashing = 4": each counts on from the one before it.
ecs::Result<std::vector<ecs::EnumName>> choices_in(const FieldDraft& draft) {
    std::vector<ecs::EnumName> names;
    std::int64_t next = 0;
    for (const std::string_view part : comma_parts(draft.choices)) {
        const std::size_t sign = part.find('=');
        const std::string name(trimmed_part(part.substr(0, sign)));
        if (sign != std::string_view::npos) {
            const auto number = parsed_number<std::int64_t>(part.substr(sign + 1));
            if (!number) return ecs::Error{phrase("The number of the choice {} is none", name)};
            next = *number;
        }
        if (next < -32768 || next > 32767)
            return ecs::Error{phrase("The number of the choice {} must lie from {} to {}", name, "-32768", "32767")};
        names.push_back({name, next++});
    }
    return names;
}

std::string start_problem(const FieldDraft& draft) {
    return phrase("{} is no start value of {}: expected {}", draft.start, draft.name, words_of(draft.kind));
}

/// Writes the start value to the field at `at`. Returns what is wrong with it.
std::string write_start(const FieldDraft& draft, const ecs::Field& field, std::byte* at) {
    const std::string_view text = trimmed_part(draft.start);
    if (text.empty()) return {};
    switch (field.kind) {
        case ecs::FieldKind::Bool:
            if (text != "true" && text != "false") return start_problem(draft);
            *at = text == "true" ? std::byte{1} : std::byte{0};
            return {};
        case ecs::FieldKind::Enum: {
            const auto found = std::find_if(field.names.begin(), field.names.end(),
                                            [&](const ecs::EnumName& each) { return each.name == text; });
            if (found == field.names.end())
                return phrase("{} is none of the choices of {}", std::string(text), draft.name);
            ecs::write_enum(field, at, found->value);
            return {};
        }
        case ecs::FieldKind::String:
            return phrase("{} holds a text, which is empty at the start", draft.name);
        case ecs::FieldKind::Entity:
            return phrase("{} refers to no entity at the start", draft.name);
        case ecs::FieldKind::U64:
        case ecs::FieldKind::I64: {
            const bool natural = field.kind == ecs::FieldKind::U64;
            const auto whole = parsed_number<std::int64_t>(text);
            const auto unsigned_whole = parsed_number<std::uint64_t>(text);
            if (natural ? !unsigned_whole : !whole) return start_problem(draft);
            const std::uint64_t bits = natural ? *unsigned_whole : static_cast<std::uint64_t>(*whole);
            std::memcpy(at, &bits, sizeof bits);
            return {};
        }
        default:
            break;
    }
    const std::vector<std::string_view> parts = comma_parts(text);
    const std::size_t floats = ecs::float_count(field.kind);
    if (parts.size() != std::max<std::size_t>(floats, 1)) return start_problem(draft);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto number = parsed_number<double>(parts[i]);
        if (!number) return start_problem(draft);
        if ((field.min && *number < *field.min) || (field.max && *number > *field.max))
            return phrase("The start value of {} lies outside of its range", draft.name);
        const bool vector = floats > 1;
        const ecs::FieldPath place{0, vector ? ecs::FieldKind::F32 : field.kind, 0, vector ? 4u : field.element_size};
        std::byte* const here = at + i * sizeof(float);
        ecs::write_number(place, here, *number);
        const bool real = place.kind == ecs::FieldKind::F32 || place.kind == ecs::FieldKind::F64;
        if (!real && ecs::read_number(place, here) != *number) return start_problem(draft);
    }
    return {};
}

/// A bound of the range.
ecs::Result<std::optional<double>> bound_in(const FieldDraft& draft, const std::string& text) {
    if (trimmed_part(text).empty() || !has_range(draft.kind)) return std::optional<double>();
    const auto number = parsed_number<double>(text);
    if (!number || !std::isfinite(*number))
        return ecs::Error{phrase("{} is no bound of {}: expected a number", text, draft.name)};
    return std::optional<double>(*number);
}

ecs::Result<ecs::Field> field_of(const FieldDraft& draft) {
    ecs::Field field;
    if (draft.is_kept) field = draft.kept;
    field.name = draft.name;
    field.unit = draft.unit;
    field.description = draft.about;
    if (draft.is_kept) return field;
    field.kind = draft.kind;
    if (draft.kind == ecs::FieldKind::Enum) {
        auto names = choices_in(draft);
        if (!names) return ecs::Error{names.error()};
        field.names = std::move(*names);
        field.element_size = 2;
    }
    const auto low = bound_in(draft, draft.low), high = bound_in(draft, draft.high);
    if (!low) return ecs::Error{low.error()};
    if (!high) return ecs::Error{high.error()};
    field.min = *low;
    field.max = *high;
    return field;
}

}  // namespace

const std::vector<ecs::FieldKind>& kinds_of_fields() {
    using enum ecs::FieldKind;
    static const std::vector<ecs::FieldKind> kinds{F32,    I32, Bool, Vec2, Vec3, Vec4, Color, Entity, Enum,
                                                   String, F64, I64,  I16,  I8,   U64,  U32,   U16,    U8};
    return kinds;
}

std::string words_of(ecs::FieldKind kind) {
    switch (kind) {
        case ecs::FieldKind::F32:
            return tr("number, 32 bits");
        case ecs::FieldKind::F64:
            return tr("number, 64 bits");
        case ecs::FieldKind::I8:
        case ecs::FieldKind::I16:
        case ecs::FieldKind::I32:
        case ecs::FieldKind::I64:
            return phrase("whole number, {} bits", std::to_string(ecs::size_of(kind) * 8));
        case ecs::FieldKind::U8:
        case ecs::FieldKind::U16:
        case ecs::FieldKind::U32:
        case ecs::FieldKind::U64:
            return phrase("whole number from 0 on, {} bits", std::to_string(ecs::size_of(kind) * 8));
        case ecs::FieldKind::Bool:
            return tr("true or false");
        case ecs::FieldKind::Enum:
            return tr("choice of names");
        case ecs::FieldKind::String:
            return tr("text");
        case ecs::FieldKind::Entity:
            return tr("reference to an entity");
        case ecs::FieldKind::Vec2:
            return tr("two numbers");
        case ecs::FieldKind::Vec3:
            return tr("three numbers");
        case ecs::FieldKind::Vec4:
            return tr("four numbers");
        case ecs::FieldKind::Color:
            return tr("colour, four numbers");
        case ecs::FieldKind::Struct:
            return tr("several fields");
    }
    return {};
}

bool has_range(ecs::FieldKind kind) {
    return (ecs::is_number(kind) && kind != ecs::FieldKind::Bool && kind != ecs::FieldKind::Enum) ||
           (ecs::float_count(kind) > 1 && kind != ecs::FieldKind::Color);
}

TypeDraft draft_of(const ecs::ComponentType& type) {
    TypeDraft draft{.former = type.name, .name = type.name, .about = type.description};
    for (const ecs::Field& field : type.fields) {
        FieldDraft made{.name = field.name, .former = field.name, .kind = field.kind};
        made.unit = field.unit;
        made.about = field.description;
        if (field.min) made.low = shortest_number(*field.min);
        if (field.max) made.high = shortest_number(*field.max);
        std::int64_t next = 0;
        for (const ecs::EnumName& each : field.names) {
            made.choices += (made.choices.empty() ? "" : ", ") + each.name;
            if (each.value != next) made.choices += " = " + std::to_string(each.value);
            next = each.value + 1;
        }
        made.is_kept = !is_written(field);
        if (made.is_kept) made.kept = field;
        if (ecs::is_trivial(field) && type.default_bytes.size() == type.size) {
            const std::byte* const start = type.default_bytes.data() + field.offset;
            if (made.is_kept)
                made.kept_start.assign(start, start + field.size_bytes());
            else if (field.kind != ecs::FieldKind::Entity)
                made.start = text_of_start(field, start);
        }
        draft.fields.push_back(std::move(made));
    }
    return draft;
}

ecs::Result<ecs::ComponentType> type_of(const TypeDraft& draft) {
    ecs::ComponentType type;
    type.name = draft.name;
    type.description = draft.about;
    for (const FieldDraft& each : draft.fields) {
        ecs::Result<ecs::Field> field = field_of(each);
        if (!field) return ecs::Error{field.error()};
        type.fields.push_back(std::move(*field));
    }
    if (std::string problem = ecs::problem_of_type(type); !problem.empty()) return ecs::Error{std::move(problem)};
    const ecs::StructSize size = ecs::lay_out(type.fields);
    type.size = type.fields.empty() ? 0 : size.size;
    type.align = size.align;
    type.made_at_run_time = true;
    type.trivial = std::all_of(type.fields.begin(), type.fields.end(), ecs::is_trivial);
    type.default_bytes.assign(type.size, std::byte{0});
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        const FieldDraft& each = draft.fields[i];
        std::byte* const start = type.default_bytes.data() + type.fields[i].offset;
        std::copy(each.kept_start.begin(), each.kept_start.end(), start);
        if (each.is_kept) continue;
        if (std::string problem = write_start(each, type.fields[i], start); !problem.empty())
            return ecs::Error{std::move(problem)};
    }
    return type;
}

ecs::Result<ecs::SetType> edit_of(const TypeDraft& draft) {
    ecs::Result<ecs::ComponentType> type = type_of(draft);
    if (!type) return ecs::Error{type.error()};
    ecs::SetType edit;
    edit.from = draft.former;
    edit.to = std::move(*type);
    for (const FieldDraft& each : draft.fields)
        if (!each.former.empty() && each.former != each.name) edit.renamed.emplace_back(each.former, each.name);
    return edit;
}

}  // namespace panels
