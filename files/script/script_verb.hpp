// A ScriptVerb describes one verb of edit scripts, such as `create`. Most follow from how the kind of edit describes its
// members (ecs/edit/edit_members.hpp): the verb has the value of one member, the others are beside it. Kinds that
// scripts write in another way have a verb of their own in a *_verbs.cpp. docs/world-file.md explains each verb.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "ecs/edit/edit.hpp"
#include "files/script/edit_reader.hpp"

namespace files {

struct ScriptVerb {
    std::string_view name;
    std::vector<std::string_view> needed, optional;  // members beside the verb
    /// Makes the edit. All members are allowed, and none that is needed is missing.
    ecs::Edit (*read)(EditReader& reader);
};

/// Null when there is none of the name.
const ScriptVerb* find_verb(std::string_view name);
/// The names of all verbs, in the order in which messages list them.
std::vector<std::string> names_of_verbs();

// Verbs of their own, and how they are written

ScriptVerb own_verb(std::type_identity<ecs::CreateEntities>);
ScriptVerb own_verb(std::type_identity<ecs::SetComponent>);
ScriptVerb own_verb(std::type_identity<ecs::SetField>);
ScriptVerb own_verb(std::type_identity<ecs::SetType>);
ScriptVerb own_verb(std::type_identity<ecs::GatherBlocks>);
/// Sets, adds or removes Name.
ScriptVerb rename_verb();

std::string own_line(const ecs::World& world, const ecs::EntityRecord& created);
std::string own_line(const ecs::World& world, const ecs::SetComponent& edit);
std::string own_line(const ecs::World& world, const ecs::SetField& edit);
std::string own_line(const ecs::World& world, const ecs::SetType& edit);
std::string own_line(const ecs::World& world, const ecs::GatherBlocks& edit);
/// Null takes the name away.
std::string rename_line(ecs::Entity entity, const ecs::Value* name);

/// The member whose value the verb has.
template <class Kind>
std::string_view member_of_verb() {
    std::string_view found;
    Kind edit;
    ecs::each_member(edit, [&found](std::string_view name, auto&&, ecs::MemberUse use) {
        if (found.empty() || use == ecs::MemberUse::OfVerb) found = name;
    });
    return found;
}

}  // namespace files
