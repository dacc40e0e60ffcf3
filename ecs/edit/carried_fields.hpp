// How the values of a component type become those of the type that takes its place: by the names of fields, numbers of
// one kind as numbers of another.
#pragma once

#include <string>
#include <vector>

#include "ecs/edit/edit.hpp"

namespace ecs {

/// A field of the former type, and the one of the new type that takes its value.
struct CarriedField {
    const Field* from = nullptr;
    const Field* to = nullptr;
};
std::vector<CarriedField> carried_fields(const ComponentType& from, const ComponentType& to, const SetType& edit);

/// Both are addresses of whole components. A number that the new kind cannot hold stays away.
void carry(const CarriedField& field, const void* from, void* to);

/// Why numbers of living entities are none of the new kinds: names the first of them, and counts them. Empty when all
/// fit.
std::string why_numbers_do_not_fit(const World& world, const ComponentType& from, const SetType& edit);

}  // namespace ecs
