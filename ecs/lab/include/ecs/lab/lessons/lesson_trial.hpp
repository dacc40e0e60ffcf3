// The trials of lessons: facts and looks for the chosen positions of the knobs.
#pragma once

#include <stop_token>

#include "ecs/lab/lessons/lesson.hpp"

namespace ecs::lab {

/// The chosen position of each knob.
using KnobPositions = std::vector<std::size_t>;

/// The combined tweaks of those positions.
Tweak tweak_at(const Trial& trial, const KnobPositions& positions);
/// The fact with the tweak applied, also to the facts that it is made of.
Fact tweaked(Fact fact, const Tweak& tweak);
Look tweaked(Look look, const Tweak& tweak);

/// The readings in their order. Runs the storages; `lesson` must not change meanwhile; may be called on any thread.
/// Once `stop` asks for it, it returns soon, and readings may be missing.
std::vector<Answer> find_readings(const Lesson& lesson, const Trial& trial, const KnobPositions& positions,
                                  const std::stop_token& stop = {});
/// A reading for a person; words are named as the question's choices name them.
std::string reading_text(const Question& question, const Reading& reading, const Answer& answer, Language language);

}  // namespace ecs::lab
