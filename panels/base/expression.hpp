// What a person types into a number field, as a small program: `2*pi`, `max(4, 5)`. It may speak of the number that
// stands there: `x/2`, `round(x)`, or shorter `+50`, `*2`, `-= 3`. It is read once and then computed for many numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace panels {

struct Evaluation {
    long double value = 0;
    std::string problem;  // for a person; empty when there is a value
};

/// Numbers, + - * / ^ and parentheses, pi, tau and e, and sqrt abs round floor ceil sin cos tan min max.
Evaluation evaluate(std::string_view text);

class Expression {
public:
    /// `x` is the present number. A text that begins with + * or /, or with += -= *= or /=, goes on from it; one that
    /// begins with a minus is a negative number.
    static Expression of_present(std::string_view text);
    static Expression without_present(std::string_view text);

    /// Why the text is no expression, for a person; empty when it is one.
    const std::string& problem() const { return problem_; }
    /// Whether it speaks of the present number.
    bool relative() const { return relative_; }
    /// The expression must have no problem; its value may have one, such as a division by zero.
    Evaluation value(long double present = 0) const;

private:
    friend class ExpressionParser;
    struct Op {
        enum class Kind : std::uint8_t { Number, Present, Add, Subtract, Multiply, Divide, Power, Negate, Call };
        Kind kind = Kind::Number;
        std::uint8_t function = 0;
        long double number = 0;
    };
    std::vector<Op> ops_;  // of a stack machine
    std::string problem_;
    bool relative_ = false;
};

}  // namespace panels
