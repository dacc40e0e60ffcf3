// Helpers and checks of the doctor. Private to it.
#pragma once

#include <string>
#include <vector>

#include "ecs/diagnose/doctor.hpp"

namespace ecs::doctor {

/// `1,234`
std::string count_text(std::uint64_t count);
/// `1 archetype`, `12 archetypes`
std::string count_text(std::uint64_t count, const char* one, const char* many);
/// `A, B and 3 more`, at most `most` of them by name.
std::string list_text(const World& world, const std::vector<ComponentId>& components, std::size_t most = 4);

/// Each function looks for one shape, or for two that differ by a detail, and appends its findings.
void find_tag_explosions(const World& world, const Schedule& schedule, std::vector<Finding>& findings);
void find_large_components(const World& world, std::vector<Finding>& findings);
void find_padded_components(const World& world, std::vector<Finding>& findings);

}  // namespace ecs::doctor
