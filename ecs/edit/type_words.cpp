#include "ecs/edit/type_words.hpp"

#include <algorithm>
#include <array>

#include "ecs/base/language.hpp"

namespace ecs {

namespace {

constexpr std::array<std::string_view, 77> cpp_words{
    "alignas",   "alignof",   "and",           "asm",          "auto",     "bool",      "break",    "case",
    "catch",     "char",      "class",         "concept",      "const",    "continue",  "co_await", "co_return",
    "co_yield",  "decltype",  "default",       "delete",       "do",       "double",    "else",     "enum",
    "explicit",  "export",    "extern",        "false",        "float",    "for",       "friend",   "goto",
    "if",        "inline",    "int",           "long",         "mutable",  "namespace", "new",      "noexcept",
    "not",       "nullptr",   "operator",      "or",           "private",  "protected", "public",   "register",
    "requires",  "return",    "short",         "signed",       "sizeof",   "static",    "struct",   "switch",
    "template",  "this",      "throw",         "true",         "try",      "typedef",   "typename", "union",
    "unsigned",  "using",     "virtual",       "void",         "volatile", "while",     "xor",      "constexpr",
    "consteval", "constinit", "static_assert", "thread_local", "typeid"};

bool is_name_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_digit(char c) { return c >= '0' && c <= '9'; }

std::string problem_of_field(const Field& field) {
    if (std::string problem = problem_of_identifier(field.name); !problem.empty()) return problem;
    if (field.count == 0) return phrase("{} has no elements", field.name);
    if (field.min && field.max && *field.min > *field.max)
        return phrase("The least value of {} is above its largest", field.name);
    if (field.kind != FieldKind::Enum) return {};
    if (field.names.empty()) return phrase("{} is a choice and needs at least one name", field.name);
    for (std::size_t i = 0; i < field.names.size(); ++i) {
        if (std::string problem = problem_of_identifier(field.names[i].name); !problem.empty()) return problem;
        for (std::size_t j = 0; j < i; ++j) {
            if (field.names[j].name == field.names[i].name)
                return phrase("{} has two choices named {}", field.name, field.names[i].name);
            if (field.names[j].value == field.names[i].value)
                return phrase("{} has two choices with the number {}", field.name,
                              std::to_string(field.names[i].value));
        }
    }
    return {};
}

}  // namespace

bool is_cpp_word(std::string_view text) {
    return std::find(cpp_words.begin(), cpp_words.end(), text) != cpp_words.end();
}

std::string problem_of_identifier(std::string_view name) {
    if (name.empty()) return tr("A name is missing");
    if (!is_name_letter(name.front())) return phrase("{} is no name: it must begin with a letter", std::string(name));
    if (!std::all_of(name.begin(), name.end(), [](char c) { return is_name_letter(c) || is_name_digit(c); }))
        return phrase("{} is no name: only letters, digits and _ may stand in it", std::string(name));
    if (name.size() > 60) return tr("A name has at most 60 characters");
    if (is_cpp_word(name)) return phrase("{} is a word of C++ and cannot be a name", std::string(name));
    return {};
}

std::string problem_of_type(const ComponentType& type) {
    if (std::string problem = problem_of_identifier(type.name); !problem.empty()) return problem;
    if (type.name == "Name" || type.name == "Parent") return phrase("{} is known to every world", type.name);
    if (type.fields.size() > most_fields_of_own_type)
        return phrase("{} has {} fields, and a component made here has at most {}", type.name,
                      std::to_string(type.fields.size()), std::to_string(most_fields_of_own_type));
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        if (std::string problem = problem_of_field(type.fields[i]); !problem.empty()) return problem;
        for (std::size_t j = 0; j < i; ++j)
            if (type.fields[j].name == type.fields[i].name)
                return phrase("There are two fields named {}", type.fields[i].name);
    }
    return {};
}

std::string why_type_is_fixed(const World& world, const Schedule& schedule, const ComponentType& type) {
    if (type.id == world.name_id() || type.id == world.parent_id())
        return phrase("{} is known to every world", type.name);
    if (type.opaque_json) return phrase("Nobody described {}: its values are kept as they were read", type.name);
    if (type.cpp_key != 0 || !type.made_at_run_time)
        return phrase("{} is a type of the program: only its code can change it", type.name);
    for (const System* system : schedule.systems()) {
        if (!system->description.rule.empty()) continue;  // a rule looks its names up again
        const auto& accesses = system->description.accesses;
        if (std::any_of(accesses.begin(), accesses.end(),
                        [&](const SystemAccess& each) { return each.component == type.id; }))
            return phrase("The system {} uses {}: only its code can change that", system->description.name, type.name);
    }
    return {};
}

}  // namespace ecs
