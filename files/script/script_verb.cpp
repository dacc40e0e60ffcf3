#include "files/script/script_verb.hpp"

#include <array>

namespace files {

static std::array<std::span<const ScriptVerb>, 5> all_tables() {
    return {entity_verbs(), component_verbs(), system_verbs(), type_verbs(), memory_verbs()};
}

const ScriptVerb* find_verb(std::string_view name) {
    for (const std::span<const ScriptVerb> table : all_tables())
        for (const ScriptVerb& verb : table)
            if (verb.name == name) return &verb;
    return nullptr;
}

std::vector<std::string> names_of_verbs() {
    std::vector<std::string> names;
    for (const std::span<const ScriptVerb> table : all_tables())
        for (const ScriptVerb& verb : table) names.emplace_back(verb.name);
    return names;
}

}  // namespace files
