// A TypeDraft is a component type while a person writes it: all of it as text. Nothing here draws. What is wrong with
// it is one sentence; when nothing is, it is an edit.
#pragma once

#include <string>
#include <vector>

#include "ecs/base/result.hpp"
#include "ecs/edit/edit.hpp"

namespace panels {

struct FieldDraft {
    std::string name = {};
    std::string former = {};  // its name in the type that is changed; empty: it is new
    ecs::FieldKind kind = ecs::FieldKind::F32;
    std::string start = {};           // the default value: "20", "1, 0.5", "true", a name of `choices`; empty: 0
    std::string low = {}, high = {};  // the range; empty: there is none
    std::string unit = {}, about = {};
    std::string choices = {};  // of an enum: "Steady, Flashing = 4"
    // Of a kind that no person writes: as it is
    bool is_kept = false;
    ecs::Field kept = {};
    std::vector<std::byte> kept_start = {};
};

struct TypeDraft {
    std::string former = {};  // the type that is changed; empty: a new one
    std::string name = {}, about = {};
    std::vector<FieldDraft> fields = {};
};

/// The draft that changes this type.
TypeDraft draft_of(const ecs::ComponentType& type);
/// The kinds that a person may choose, in the order of a menu.
const std::vector<ecs::FieldKind>& kinds_of_fields();
/// "whole number, 32 bits"
std::string words_of(ecs::FieldKind kind);
/// Whether fields of the kind have a range.
bool has_range(ecs::FieldKind kind);

/// What the draft describes, or the first thing that is wrong with it.
ecs::Result<ecs::ComponentType> type_of(const TypeDraft& draft);
/// The edit that makes or changes the type.
ecs::Result<ecs::SetType> edit_of(const TypeDraft& draft);

}  // namespace panels
