#include "panels/widgets/number_room.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "panels/widgets/little_room.hpp"

namespace panels {

std::string number_that_fits(std::string_view full, double number, float width) {
    if (text_width(full) <= width || !std::isfinite(number)) return shortened(full, width);
    const std::string sign = number < 0 ? "−" : full.starts_with('+') ? "+" : "";
    constexpr int most_digits = 8;
    for (int digits = most_digits; digits >= 0; --digits) {
        char text[32];
        std::snprintf(text, sizeof text, "%.*e", digits, std::abs(number));
        const std::string_view all = text;
        const std::size_t at = all.find('e');
        const int power = std::atoi(text + at + 1);
        if (power == 0) break;  // the digits are few already
        const std::string short_one = sign + std::string(all.substr(0, at)) + "e" + std::to_string(power);
        if (text_width(short_one) <= width) return short_one;
    }
    return shortened(full, width);
}

}  // namespace panels
