// Texts that the lab's figures share. Private to this library.
#pragma once

#include <string>

#include "figures/drawing/csv.hpp"
#include "figures/drawing/format.hpp"
#include "figures/drawing/page.hpp"
#include "figures/lab/lab_figure.hpp"

namespace figures::lab {

std::string source_of(const ecs::lab::Scenario& scenario);
std::string moment_of(std::size_t done, const ecs::lab::Scenario& scenario);
/// `Packed arrays (article 003, with fixes)`
std::string storage_text(const ecs::lab::ScenarioRun& run);
inline double as_double(std::uint64_t number) { return static_cast<double>(number); }

}  // namespace figures::lab
