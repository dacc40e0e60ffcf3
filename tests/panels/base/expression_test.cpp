#include "panels/base/expression.hpp"

#include <string>

#include "catch.hpp"

namespace expression_test {

using panels::evaluate;

namespace {
double value_of(const char* text) {
    const panels::Evaluation result = evaluate(text);
    INFO(text << ": " << result.problem);
    CHECK(result.problem.empty());
    return static_cast<double>(result.value);
}
}  // namespace

TEST_CASE("Expression: what a person would type has the value they mean", "[panels][expression]") {
    CHECK(value_of("2*pi") == Approx(6.283185307));
    CHECK(value_of("1 + 2 * 3") == 7);
    CHECK(value_of("(1 + 2) * 3") == 9);
    CHECK(value_of("-2^2") == -4);
    CHECK(value_of("2^-1") == 0.5);
    CHECK(value_of("2^3^2") == 512);
    CHECK(value_of("10/4") == 2.5);
    CHECK(value_of("1e3") == 1000);
    CHECK(value_of(".5") == 0.5);
    CHECK(value_of("- - 3") == 3);
    CHECK(value_of("tau - 2*pi") == Approx(0).margin(1e-12));
    CHECK(value_of("sqrt(2)^2") == Approx(2));
    CHECK(value_of("max(3, min(5, 4))") == 4);
    CHECK(value_of("round(2.5) + floor(-0.5) + ceil(0.1) + abs(-2)") == 5);
    CHECK(value_of("9223372036854775807 - 1") == Approx(9.223372036854775806e18));
}

TEST_CASE("Expression: it can go on from the present number", "[panels][expression]") {
    struct Case {
        const char* text;
        double present, wanted;
        bool relative = true;
    };
    constexpr Case cases[] = {
        {"+50", 10, 60},
        {"* 2", 10, 20},
        {"/4", 10, 2.5},
        {"*2+1", 10, 21},
        {"+2*3", 10, 16},
        {"*2*3", 10, 60},
        {"/2/5", 10, 1},
        {"+= 5", 10, 15},
        {"-=5", 10, 5},
        {"*= 1+1", 10, 20},
        {"/= 2+3", 10, 2},
        {"round(x)", 2.5, 3},
        {"x^2 - x", 10, 90},
        {"max(x, 3)", 1, 3},
        {" +1-4", 10, 7},
        {"-5", 10, -5, false},
        {"2*pi - 2*pi", 10, 0, false},
        {"max(1, 2)", 10, 2, false},
    };
    for (const Case& c : cases) {
        const panels::Expression expression = panels::Expression::of_present(c.text);
        INFO(c.text << ": " << expression.problem());
        CHECK(expression.problem().empty());
        CHECK(expression.relative() == c.relative);
        CHECK(static_cast<double>(expression.value(static_cast<long double>(c.present)).value) == Approx(c.wanted));
    }
    CHECK(panels::Expression::of_present("1/x").value(0).problem == "Division by zero");
    CHECK(panels::Expression::of_present("sqrt(x)").value(-1).problem == "That is no finite number");
    CHECK(panels::Expression::of_present("+").problem() == "Something is missing at the end");
    CHECK(panels::Expression::of_present("+=").problem() == "Something is missing at the end");
    CHECK(evaluate("x").problem == "\"x\" is not known");
}

TEST_CASE("Expression: wrong text gets one sentence", "[panels][expression]") {
    struct Case {
        const char* text;
        const char* problem;
    };
    constexpr Case cases[] = {
        {"", "A number is needed"},
        {"   ", "A number is needed"},
        {"abc", "\"abc\" is not known"},
        {"1 +", "Something is missing at the end"},
        {"(1", "A ) is missing"},
        {"1 2", "\"2\" is one too many"},
        {"1/0", "Division by zero"},
        {"sqrt 2", "sqrt needs its argument in parentheses"},
        {"max(1)", "max needs two arguments"},
        {"sqrt(-1)", "That is no finite number"},
        {"10^5000", "That is no finite number"},
        {"$", "\"$\" is not understood here"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        CHECK(evaluate(c.text).problem == c.problem);
    }
    CHECK(evaluate(std::string(100'000, '(')).problem == "That is nested too deeply");
    CHECK(evaluate(std::string(100'000, '-')).problem == "That is nested too deeply");
}

}  // namespace expression_test
