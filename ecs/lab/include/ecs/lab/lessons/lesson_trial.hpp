// Trials of lessons at work: what facts and looks are when the knobs stand as they do.
#pragma once

#include <stop_token>

#include "ecs/lab/lessons/lesson.hpp"

namespace ecs::lab {

/// By knob: which of its positions is chosen.
using KnobPositions = std::vector<std::size_t>;

/// The tweaks of those positions, all at once.
Tweak tweak_at(const Trial& trial, const KnobPositions& positions);
/// What it is made of is tweaked as well.
Fact tweaked(Fact fact, const Tweak& tweak);
Look tweaked(Look look, const Tweak& tweak);

/// The readings in their order. Runs the storages; `lesson` must not change meanwhile; may be called on any thread.
/// Once `stop` asks for it, it returns soon, and readings may be missing.
std::vector<Answer> find_readings(const Lesson& lesson, const Trial& trial, const KnobPositions& positions,
                                  const std::stop_token& stop = {});
/// A reading for a person; words are named as the question's choices name them.
std::string reading_text(const Question& question, const Reading& reading, const Answer& answer, Language language);

}  // namespace ecs::lab
