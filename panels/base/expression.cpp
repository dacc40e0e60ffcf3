#include "panels/base/expression.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "panels/base/language.hpp"

namespace panels {

namespace {

constexpr long double pi = 3.141592653589793238462643383279502884L;
constexpr long double euler = 2.718281828459045235360287471352662498L;
constexpr int deepest_nesting = 64;  // limit for nested parentheses and signs

struct Function {
    std::string_view name;
    int arguments;
    long double (*call)(long double, long double);
};
using Real = long double;
constexpr std::array<Function, 10> functions{{
    {"sqrt", 1, [](Real x, Real) { return std::sqrt(x); }},
    {"abs", 1, [](Real x, Real) { return std::abs(x); }},
    {"round", 1, [](Real x, Real) { return std::round(x); }},
    {"floor", 1, [](Real x, Real) { return std::floor(x); }},
    {"ceil", 1, [](Real x, Real) { return std::ceil(x); }},
    {"sin", 1, [](Real x, Real) { return std::sin(x); }},
    {"cos", 1, [](Real x, Real) { return std::cos(x); }},
    {"tan", 1, [](Real x, Real) { return std::tan(x); }},
    {"min", 2, [](Real x, Real y) { return std::min(x, y); }},
    {"max", 2, [](Real x, Real y) { return std::max(x, y); }},
}};

}  // namespace

class ExpressionParser {
public:
    ExpressionParser(std::string_view text, bool has_present) : text_(text), has_present_(has_present) {}

    Expression all() {
        skip_spaces();
        if (at_end()) refuse(tr("A number is needed"));
        const Kind by = has_present_ ? begins_with_operator() : Kind::Number;
        if (problem_.empty() && by != Kind::Number) {
            emit(Kind::Present);
            if (assigns_) {
                sum();
                emit(by);
            } else {
                sum_after(by);
            }
        } else if (problem_.empty()) {
            sum();
        }
        skip_spaces();
        if (problem_.empty() && !at_end()) refuse(phrase("\"{}\" is one too many", std::string(text_.substr(at_))));
        result_.problem_ = std::move(problem_);
        return std::move(result_);
    }

private:
    using Kind = Expression::Op::Kind;

    bool at_end() const { return at_ >= text_.size(); }
    void skip_spaces() {
        while (!at_end() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }
    bool take(char c) {
        skip_spaces();
        if (at_end() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void refuse(std::string problem) {
        if (problem_.empty()) problem_ = std::move(problem);
    }
    void emit(Kind kind, long double number = 0, std::uint8_t function = 0) {
        result_.ops_.push_back({kind, function, number});
        result_.relative_ = result_.relative_ || kind == Kind::Present;
    }

    /// Number: with none.
    Kind begins_with_operator() {
        constexpr std::array<std::pair<char, Kind>, 4> operators{
            {{'+', Kind::Add}, {'-', Kind::Subtract}, {'*', Kind::Multiply}, {'/', Kind::Divide}}};
        for (const auto& [sign, kind] : operators) {
            if (at_end() || text_[at_] != sign) continue;
            assigns_ = at_ + 1 < text_.size() && text_[at_ + 1] == '=';
            if (sign == '-' && !assigns_) return Kind::Number;
            at_ += assigns_ ? 2 : 1;
            return kind;
        }
        return Kind::Number;
    }

    void sum() {
        product();
        more_of_sum();
    }
    void more_of_sum() {
        while (problem_.empty()) {
            const bool adds = take('+');
            if (!adds && !take('-')) break;
            product();
            emit(adds ? Kind::Add : Kind::Subtract);
        }
    }
    /// What follows `x` and an operator that was read already.
    void sum_after(Kind by) {
        if (by == Kind::Add) {
            product();
            emit(by);
        } else {
            signed_power();
            emit(by);
            more_of_product();
        }
        more_of_sum();
    }

    void product() {
        signed_power();
        more_of_product();
    }
    void more_of_product() {
        while (problem_.empty()) {
            const bool multiplies = take('*');
            if (!multiplies && !take('/')) break;
            signed_power();
            emit(multiplies ? Kind::Multiply : Kind::Divide);
        }
    }

    void signed_power() {
        if (++depth_ > deepest_nesting) return refuse(tr("That is nested too deeply"));
        if (take('-')) {
            signed_power();
            emit(Kind::Negate);
        } else if (take('+')) {
            signed_power();
        } else {
            atom();
            if (problem_.empty() && take('^')) {
                signed_power();
                emit(Kind::Power);
            }
        }
        --depth_;
    }

    void atom() {
        skip_spaces();
        if (at_end()) return refuse(tr("Something is missing at the end"));
        if (take('(')) {
            sum();
            if (problem_.empty() && !take(')')) refuse(tr("A ) is missing"));
            return;
        }
        const char c = text_[at_];
        if ((c >= '0' && c <= '9') || c == '.') return number();
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return word();
        refuse(phrase("\"{}\" is not understood here", std::string(1, c)));
    }

    void number() {
        const std::string rest(text_.substr(at_));
        char* end = nullptr;
        const long double value = std::strtold(rest.c_str(), &end);
        if (end == rest.c_str()) return refuse(phrase("\"{}\" is no number", rest));
        at_ += static_cast<std::size_t>(end - rest.c_str());
        emit(Kind::Number, value);
    }

    void word() {
        std::size_t end = at_;
        while (end < text_.size() &&
               ((text_[end] >= 'a' && text_[end] <= 'z') || (text_[end] >= 'A' && text_[end] <= 'Z')))
            ++end;
        const std::string_view name = text_.substr(at_, end - at_);
        at_ = end;
        if (name == "pi") return emit(Kind::Number, pi);
        if (name == "inf") return emit(Kind::Number, std::numeric_limits<long double>::infinity());
        if (name == "nan") return emit(Kind::Number, std::numeric_limits<long double>::quiet_NaN());
        if (name == "tau") return emit(Kind::Number, 2 * pi);
        if (name == "e") return emit(Kind::Number, euler);
        if (name == "x" && has_present_) return emit(Kind::Present);
        const auto* found =
            std::find_if(functions.begin(), functions.end(), [&](const Function& f) { return f.name == name; });
        if (found == functions.end()) return refuse(phrase("\"{}\" is not known", std::string(name)));
        if (!take('(')) refuse(phrase("{} needs its argument in parentheses", std::string(name)));
        if (problem_.empty()) sum();
        if (problem_.empty() && found->arguments == 2 && !take(','))
            refuse(phrase("{} needs two arguments", std::string(name)));
        if (problem_.empty() && found->arguments == 2) sum();
        if (problem_.empty() && !take(')')) refuse(tr("A ) is missing"));
        emit(Kind::Call, 0, static_cast<std::uint8_t>(found - functions.begin()));
    }

    std::string_view text_;
    bool has_present_;
    std::size_t at_ = 0;
    int depth_ = 0;
    bool assigns_ = false;
    std::string problem_;
    Expression result_;
};

Expression Expression::of_present(std::string_view text) { return ExpressionParser(text, true).all(); }
Expression Expression::without_present(std::string_view text) { return ExpressionParser(text, false).all(); }

Evaluation Expression::value(long double present) const {
    // An operand stays on the stack for each open parenthesis, sign and operator.
    constexpr std::size_t most = std::size_t{4} * deepest_nesting;
    std::array<long double, most> stack;
    stack[0] = 0;
    std::size_t high = 0;
    const char* problem = nullptr;
    for (const Op& op : ops_) {
        if (op.kind == Op::Kind::Number || op.kind == Op::Kind::Present) {
            if (high == most) return {0, tr("That is nested too deeply")};
            stack[high++] = op.kind == Op::Kind::Number ? op.number : present;
            continue;
        }
        if (op.kind == Op::Kind::Negate) {
            stack[high - 1] = -stack[high - 1];
            continue;
        }
        if (op.kind == Op::Kind::Call) {
            const Function& function = functions[op.function];
            if (function.arguments == 2) --high;
            const long double second = function.arguments == 2 ? stack[high] : 0;
            stack[high - 1] = function.call(stack[high - 1], second);
            continue;
        }
        const long double right = stack[--high];
        long double& left = stack[high - 1];
        switch (op.kind) {
            case Op::Kind::Add:
                left += right;
                break;
            case Op::Kind::Subtract:
                left -= right;
                break;
            case Op::Kind::Multiply:
                left *= right;
                break;
            case Op::Kind::Divide:
                if (right == 0 && problem == nullptr) problem = tr("Division by zero");
                left /= right;
                break;
            default:
                left = std::pow(left, right);
                break;
        }
    }
    if (problem != nullptr) return {0, problem};
    if (!std::isfinite(stack[0])) return {0, tr("That is no finite number")};
    return {stack[0], {}};
}

Evaluation evaluate(std::string_view text) {
    const Expression expression = Expression::without_present(text);
    if (!expression.problem().empty()) return {0, expression.problem()};
    return expression.value();
}

}  // namespace panels
