// Lessons taken by a script: each question once predicted right and once wrong. What is right is reckoned by the test,
// in closed form or by a program of its own, never read from a run of the lesson's own facts.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/lab/lessons/lesson.hpp"

/// What a question has to come to: its answer, and every number of its explanation.
struct Reckoned {
    ecs::lab::Answer answer;
    std::map<std::string, double> numbers = {};
};

ecs::lab::Lesson lesson_called(std::string_view id);

ecs::lab::Answer number(double value);
ecs::lab::Answer word(std::string value);
ecs::lab::Answer order(std::vector<std::string> value);

/// Takes the whole lesson with these predictions: each must be right, and one like it must be wrong.
void take(const ecs::lab::Lesson& lesson, const std::vector<Reckoned>& questions,
          const ecs::lab::Measurements& measurements = {});

/// Rows that fit into `block` bytes: the most for which header and columns, each begun at a multiple of `align`, end
/// within it.
double rows_that_fit(std::uint64_t header, std::uint64_t align, const std::vector<std::uint64_t>& sizes,
                     std::uint64_t block = 16'384);
