// Evaluates what a person types into a number field: `2*pi`, `-sqrt(3)/2`, `1e3`, `max(4, 5)`.
#pragma once

#include <string>
#include <string_view>

namespace panels {

struct Evaluation {
    long double value = 0;
    std::string problem;  // for a person; empty when there is a value
};

/// Numbers, + - * / ^ and parentheses, pi, tau and e, and sqrt abs round floor ceil sin cos tan min max.
Evaluation evaluate(std::string_view text);

}  // namespace panels
