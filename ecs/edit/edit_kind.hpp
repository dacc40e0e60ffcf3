// The descriptor of one kind of edit: the functions and names by which the rest of the room knows it. A kind is a
// struct of edit.hpp with a static member `kind`, and an alternative of the variant Edit; the compiler refuses an
// alternative without a descriptor, and one that does not describe all its members. A kind_*.cpp file defines the
// functions of a kind, or of a few that are inverses of each other. edit.cpp calls them.
#pragma once

#include <string>
#include <string_view>

#include "ecs/edit/edit.hpp"

namespace ecs {

template <class Kind>
struct EditKind {
    std::string_view name;                    // the verb in edit scripts
    std::string_view name_in_bundles = name;  // differs where kinds have the same verb
    std::string_view cause;  // in the journal, while the edit is executed; empty when the kind changes no rows
    /// Why the edit does not fit; empty when it does.
    std::string (*why_not)(const World& world, const Schedule& schedule, const Kind& edit);
    /// Executes an edit that fits, and returns its inverse. May consume the edit, but only after the last step that can
    /// fail: after a std::bad_alloc, world and edit are as they were.
    Edit (*execute)(World& world, Schedule& schedule, Kind& edit);
    std::string (*describe)(const World& world, const Kind& edit);
    /// Frees the handles that only this edit can bring back; null when edits of the kind hold none.
    void (*release)(World& world, const Kind& edit) = nullptr;
};

}  // namespace ecs
