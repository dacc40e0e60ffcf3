#include "panels/base/expression.hpp"
#include "panels/base/language.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace panels {

namespace {

constexpr long double pi = 3.141592653589793238462643383279502884L;
constexpr long double euler = 2.718281828459045235360287471352662498L;
constexpr int deepest = 64;  // limit for nested parentheses and signs

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

class Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {}

    Evaluation all() {
        skip_spaces();
        if (at_end()) return {0, tr("A number is needed")};
        const long double value = sum();
        skip_spaces();
        if (problem_.empty() && !at_end()) refuse(phrase("\"{}\" is one too many", std::string(text_.substr(at_))));
        if (problem_.empty() && !std::isfinite(value)) refuse(tr("That is no finite number"));
        return {problem_.empty() ? value : 0, problem_};
    }

private:
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

    long double sum() {
        long double value = product();
        while (problem_.empty()) {
            if (take('+'))
                value += product();
            else if (take('-'))
                value -= product();
            else
                break;
        }
        return value;
    }

    long double product() {
        long double value = signed_power();
        while (problem_.empty()) {
            if (take('*')) {
                value *= signed_power();
            } else if (take('/')) {
                const long double divisor = signed_power();
                if (divisor == 0)
                    refuse(tr("Division by zero"));
                else
                    value /= divisor;
            } else {
                break;
            }
        }
        return value;
    }

    long double signed_power() {
        if (++depth_ > deepest) {
            refuse(tr("That is nested too deeply"));
            return 0;
        }
        long double value = 0;
        if (take('-')) {
            value = -signed_power();
        } else if (take('+')) {
            value = signed_power();
        } else {
            value = atom();
            if (problem_.empty() && take('^')) value = std::pow(value, signed_power());
        }
        --depth_;
        return value;
    }

    long double atom() {
        skip_spaces();
        if (at_end()) {
            refuse(tr("Something is missing at the end"));
            return 0;
        }
        if (take('(')) {
            const long double value = sum();
            if (problem_.empty() && !take(')')) refuse(tr("A ) is missing"));
            return value;
        }
        const char c = text_[at_];
        if ((c >= '0' && c <= '9') || c == '.') return number();
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return word();
        refuse(phrase("\"{}\" is not understood here", std::string(1, c)));
        return 0;
    }

    long double number() {
        const std::string rest(text_.substr(at_));
        char* end = nullptr;
        const long double value = std::strtold(rest.c_str(), &end);
        if (end == rest.c_str()) refuse(phrase("\"{}\" is no number", rest));
        at_ += static_cast<std::size_t>(end - rest.c_str());
        return value;
    }

    long double word() {
        std::size_t end = at_;
        while (end < text_.size() &&
               ((text_[end] >= 'a' && text_[end] <= 'z') || (text_[end] >= 'A' && text_[end] <= 'Z')))
            ++end;
        const std::string_view name = text_.substr(at_, end - at_);
        at_ = end;
        if (name == "pi") return pi;
        if (name == "tau") return 2 * pi;
        if (name == "e") return euler;
        const auto* found =
            std::find_if(functions.begin(), functions.end(), [&](const Function& f) { return f.name == name; });
        if (found == functions.end()) {
            refuse(phrase("\"{}\" is not known", std::string(name)));
            return 0;
        }
        if (!take('(')) refuse(phrase("{} needs its argument in parentheses", std::string(name)));
        const long double first = problem_.empty() ? sum() : 0;
        if (problem_.empty() && found->arguments == 2 && !take(','))
            refuse(phrase("{} needs two arguments", std::string(name)));
        const long double second = problem_.empty() && found->arguments == 2 ? sum() : 0;
        if (problem_.empty() && !take(')')) refuse(tr("A ) is missing"));
        return problem_.empty() ? found->call(first, second) : 0;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::string problem_;
};

}  // namespace

Evaluation evaluate(std::string_view text) { return Parser(text).all(); }

}  // namespace panels
