// Whether a text gives the answer of a question away that is still open.
#pragma once

#include <string>
#include <vector>

#include "ecs/lab/lessons/lesson.hpp"

/// An answer as it may stand somewhere: a number or a word, and for small numbers what must follow, because `2` alone
/// is everywhere.
struct Telltale {
    std::string said;
    std::vector<std::string> units;  // one of them must follow; empty: nothing need follow
};

/// How the answer would be told. None for bytes, which are told by pictures only, and for what a clock says.
std::vector<Telltale> telltales(const ecs::lab::Question& question, const ecs::lab::Answer& answer,
                                ecs::lab::Language language);

/// Whether it is told in the text, as a whole number or word.
bool tells(const std::string& text, const Telltale& telltale);

/// Where the answer stands and is plainly something else.
struct Harmless {
    const char* lesson;
    std::size_t question;  // from 0, whose answer it would be
    const char* text;      // what the text has in it
    const char* why;
};
bool is_harmless(const std::string& lesson, std::size_t question, const std::string& text);
