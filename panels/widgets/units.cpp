#include "panels/widgets/units.hpp"

#include <algorithm>
#include <iterator>

#include "panels/base/language.hpp"

namespace panels {

namespace {

struct KnownUnit {
    std::string_view unit;
    const char* words;
    const char* one;  // behind "per"
};
constexpr KnownUnit known_units[] = {
    {"u", tr_later("units of the world"), tr_later("unit of the world")},
    {"px", tr_later("pixels"), tr_later("pixel")},
    {"m", tr_later("metres"), tr_later("metre")},
    {"°", tr_later("degrees"), tr_later("degree")},
    {"rad", tr_later("radians"), tr_later("radian")},
    {"s", tr_later("seconds"), tr_later("second")},
    {"ms", tr_later("milliseconds"), tr_later("millisecond")},
    {"tick", tr_later("ticks"), tr_later("tick")},
    {"kg", tr_later("kilograms"), tr_later("kilogram")},
    {"hp", tr_later("hit points"), tr_later("hit point")},
    {"×", tr_later("a factor"), tr_later("factor")},
};

const KnownUnit* known_unit(std::string_view unit) {
    const auto* const found = std::find_if(std::begin(known_units), std::end(known_units),
                                           [&](const KnownUnit& each) { return each.unit == unit; });
    return found == std::end(known_units) ? nullptr : found;
}

}  // namespace

std::string words_for_unit(std::string_view unit) {
    const std::size_t slash = unit.find('/');
    const KnownUnit* const what = known_unit(unit.substr(0, slash));
    if (what == nullptr) return {};
    if (slash == std::string_view::npos) return tr(what->words);
    const KnownUnit* const each = known_unit(unit.substr(slash + 1));
    return each == nullptr ? std::string() : phrase("{} per {}", tr(what->words), tr(each->one));
}

std::string unit_with_words(std::string_view unit) {
    const std::string words = words_for_unit(unit);
    return words.empty() ? std::string(unit) : phrase("{} ({})", unit, words);
}

}  // namespace panels
