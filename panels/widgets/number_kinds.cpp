#include "panels/widgets/number_kinds.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <type_traits>

#include "ecs/types/number_kinds.hpp"
#include "panels/base/expression.hpp"
#include "panels/base/format.hpp"
#include "panels/base/language.hpp"

namespace panels {

namespace {

constexpr std::string_view minus = "−";

using Real = long double;  // holds every 64-bit whole number exactly on the supported platforms

template <class T>
T load(const void* value) {
    T result;
    std::memcpy(&result, value, sizeof result);
    return result;
}

template <class T>
void store(void* value, T number) {
    std::memcpy(value, &number, sizeof number);
}

template <class T>
T into_range(const ecs::Field& field, T number) {
    if (field.min && static_cast<Real>(number) < static_cast<Real>(*field.min))
        number = static_cast<T>(std::is_integral_v<T> ? std::ceil(*field.min) : *field.min);
    if (field.max && static_cast<Real>(number) > static_cast<Real>(*field.max))
        number = static_cast<T>(std::is_integral_v<T> ? std::floor(*field.max) : *field.max);
    return number;
}

template <class T>
bool representable(Real number) {
    return number >= static_cast<Real>(std::numeric_limits<T>::lowest()) &&
           number <= static_cast<Real>(std::numeric_limits<T>::max());
}

template <class T>
std::string exact(const void* value) {
    if constexpr (std::is_floating_point_v<T>)
        if (std::isnan(load<T>(value))) return "nan";  // whatever its sign
    char text[64];
    const auto end = std::to_chars(text, text + sizeof text, load<T>(value)).ptr;
    return {text, end};
}

/// Up to here a float of this type holds every whole number.
template <class T>
constexpr double largest_exact = static_cast<double>(std::uint64_t{1} << std::numeric_limits<T>::digits);

template <class T>
std::string shown(const void* value, [[maybe_unused]] int decimals) {
    if constexpr (std::is_integral_v<T>) {
        return exact<T>(value);
    } else {
        const double number = static_cast<double>(load<T>(value));
        const double size = std::abs(number);
        char text[64];
        if (!std::isfinite(number)) return format_decimal(number, 0);
        const bool plain = size == 0 || (size >= 0.0005 && size < 1e6);
        const bool whole = !plain && size <= largest_exact<T> && number == std::floor(number);
        if (whole) decimals = 0;
        std::snprintf(text, sizeof text, plain || whole ? "%.*f" : "%.*e", decimals, number);
        return text;
    }
}

template <class T>
double real(const void* value) {
    return static_cast<double>(load<T>(value));
}

template <class T>
Real number_of(const void* value) {
    return static_cast<Real>(load<T>(value));
}

template <class T>
std::string moved(const void* from, const void* to) {
    const Real by = static_cast<Real>(load<T>(to)) - static_cast<Real>(load<T>(from));
    if (!std::isfinite(by) || by == 0) return {};
    const Real size = std::abs(by);
    char text[64];
    if (std::is_integral_v<T>)
        std::snprintf(text, sizeof text, "%+.0Lf", by);
    else if (size >= 0.0005L && size < 1e6L)
        std::snprintf(text, sizeof text, "%+.*Lf", size < 0.005L ? 3 : 2, by);
    else
        std::snprintf(text, sizeof text, "%+.0Le", by);
    return with_minus(text);
}

template <class T>
std::string put(const ecs::Field& field, Real number, void* value) {
    if (std::is_integral_v<T> && number != std::floor(number)) return tr("A whole number is needed");
    if (!representable<T>(number)) {
        const T low = std::numeric_limits<T>::lowest(), high = std::numeric_limits<T>::max();
        return phrase("It must be from {} to {}", exact<T>(&low), exact<T>(&high));
    }
    // Typed or computed: what is not 0 does not become 0 in silence.
    if (std::is_floating_point_v<T> && number != 0 && static_cast<T>(number) == 0)
        return tr("It is too close to 0 for this field");
    store(value, into_range(field, static_cast<T>(number)));
    return {};
}

/// What a float would make of a written number: empty when it holds it, or rounds only its digits.
template <class T>
std::string why_not_held(std::string_view text, T number) {
    if constexpr (std::is_floating_point_v<T>) {
        const char* const kind = sizeof(T) == 4 ? tr("A 32-bit float") : tr("A 64-bit float");
        std::uint64_t natural = 0;
        const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), natural);
        const bool is_whole = error == std::errc{} && end == digits.data() + digits.size();
        if (is_whole && !ecs::holds_whole<T>(natural))
            return phrase("{} cannot hold {}; the nearest is {}", kind, std::string(text), exact<T>(&number));
    }
    return {};
}

template <class T>
std::string parse(const ecs::Field& field, std::string_view text, void* value) {
    const std::string hyphens = with_hyphens(text);
    text = hyphens;
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    T number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole_text = end == text.data() + text.size() && !text.empty();
    if (error == std::errc{} && whole_text) {
        if (std::string why = why_not_held(text, number); !why.empty()) return why;
        store(value, into_range(field, number));
        return {};
    }
    const Evaluation result = evaluate(text);
    if (!result.problem.empty()) return result.problem;
    return put<T>(field, result.value, value);
}

template <class T>
double step_of(const ecs::Field& field, T start) {
    if (field.step > 0) return field.step;
    if (field.min && field.max) {
        const double step = (*field.max - *field.min) / 200;
        return std::is_integral_v<T> ? std::max(step, 0.25) : step;
    }
    if constexpr (std::is_integral_v<T>)
        return 0.25;
    else
        return std::max(std::abs(static_cast<double>(start)) / 100, 0.01);
}

template <class T>
double step(const ecs::Field& field, const void* start) {
    return step_of(field, load<T>(start));
}

template <class T>
void move(const ecs::Field& field, const void* start, Real by, void* value) {
    Real moved = number_of<T>(start) + by;
    if constexpr (std::is_integral_v<T>) moved = std::round(moved);
    moved = std::clamp(moved, static_cast<Real>(std::numeric_limits<T>::lowest()),
                       static_cast<Real>(std::numeric_limits<T>::max()));
    store(value, into_range(field, static_cast<T>(moved)));
}

template <class T>
float share(const ecs::Field& field, const void* value) {
    const double low = *field.min, high = *field.max;
    if (!(high > low)) return 0;
    return static_cast<float>(std::clamp((static_cast<double>(load<T>(value)) - low) / (high - low), 0.0, 1.0));
}

template <class T>
constexpr NumberKind kind{sizeof(T), shown<T>, moved<T>, real<T>, number_of<T>, put<T>,
                          exact<T>,  parse<T>, step<T>,  move<T>, share<T>};

}  // namespace

std::string with_minus(std::string_view number) {
    std::string text;
    for (const char c : number)
        if (c == '-')
            text += minus;
        else
            text += c;
    return text;
}

std::string with_hyphens(std::string_view text) {
    std::string result(text);
    for (std::size_t at = result.find(minus); at != std::string::npos; at = result.find(minus, at))
        result.replace(at, minus.size(), "-");
    return result;
}

int decimals_shown(const NumberKind& kind, const void* value) {
    return kind.real == nullptr || std::abs(kind.real(value)) < 100 ? 3 : 2;
}

const NumberKind* number_kind(ecs::FieldKind field_kind) {
    static constexpr std::array<const NumberKind*, ecs::field_kind_count> kinds{
        nullptr,  // Bool
        &kind<std::int8_t>,
        &kind<std::int16_t>,
        &kind<std::int32_t>,
        &kind<std::int64_t>,
        &kind<std::uint8_t>,
        &kind<std::uint16_t>,
        &kind<std::uint32_t>,
        &kind<std::uint64_t>,
        &kind<float>,
        &kind<double>,
        nullptr,
        nullptr,
        nullptr,  // Enum, String, Entity
        &kind<float>,
        &kind<float>,
        &kind<float>,
        &kind<float>,
        nullptr,  // Struct
    };
    return kinds[static_cast<std::size_t>(field_kind)];
}

}  // namespace panels
