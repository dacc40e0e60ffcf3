#include "figures/drawing/drawing.hpp"

#include <array>

#include "ecs/base/utf8.hpp"

namespace figures {

namespace {

// Advance widths in thousandths of the size, from U+0020 to U+007E: Inter Regular and Semi Bold.
constexpr std::array<std::uint16_t, 95> words_widths{
    281, 278, 403, 631, 638, 813, 639, 222, 362, 362, 500, 659, 280, 460, 276, 357, 625, 464, 605,
    636, 642, 608, 624, 571, 616, 624, 276, 280, 659, 659, 659, 507, 936, 676, 651, 727, 719, 598,
    587, 743, 740, 264, 543, 652, 563, 889, 753, 761, 635, 761, 639, 638, 642, 741, 676, 949, 642,
    665, 625, 362, 357, 362, 469, 452, 497, 564, 621, 558, 621, 582, 361, 609, 591, 237, 237, 544,
    237, 869, 585, 597, 609, 609, 372, 523, 364, 581, 557, 813, 540, 557, 541, 362, 327, 362, 659};
constexpr std::array<std::uint16_t, 95> bold_widths{
    248, 309, 396, 643, 649, 844, 663, 213, 393, 393, 543, 673, 295, 466, 290, 379, 667, 481,  621,
    652, 666, 632, 648, 587, 646, 648, 290, 295, 673, 673, 673, 544, 999, 724, 657, 744, 724,  608,
    586, 755, 744, 275, 561, 677, 566, 906, 741, 775, 643, 776, 651, 649, 660, 734, 724, 1007, 690,
    705, 653, 393, 379, 393, 481, 468, 497, 575, 630, 577, 630, 593, 377, 625, 613, 261, 261,  569,
    261, 898, 610, 608, 625, 625, 397, 549, 380, 608, 576, 837, 563, 576, 562, 393, 358, 393,  673};

constexpr double mono_width = 0.6, beyond_ascii_width = 0.66, ideograph_width = 1;

double character_width(std::uint32_t character, Face face) {
    if (character == ecs::replacement_character) return beyond_ascii_width;
    if (character >= 0x1100 && (character < 0x2000 || character >= 0x2e80)) return ideograph_width;
    if (face == Face::Mono) return mono_width;
    if (character < 0x20) return 0;
    if (character > 0x7e) return beyond_ascii_width;
    return (face == Face::Bold ? bold_widths : words_widths)[character - 0x20] / 1000.0;
}

}  // namespace

Color color_of(Ink ink, const Palette& palette) {
    switch (ink.tone) {
        case Tone::None:
        case Tone::Paper:
            break;
        case Tone::Raised:
            return palette.raised;
        case Tone::Well:
            return palette.well;
        case Tone::Line:
            return palette.line;
        case Tone::Edge:
            return palette.edge;
        case Tone::Quiet:
            return palette.quiet;
        case Tone::Text:
            return palette.text;
        case Tone::Bar:
            return palette.bar;
        case Tone::OnBar:
            return text_on(palette.bar);
        case Tone::Header:
            return palette.n_head;
        case Tone::EntityId:
            return palette.n_id;
        case Tone::Warn:
            return palette.warn;
        case Tone::Component:
            return look_of(ink.component, palette).color;
        case Tone::Stripe:
            return stripe_over(look_of(ink.component, palette).color);
        case Tone::OnComponent:
            return text_on(look_of(ink.component, palette).color);
    }
    return palette.scene;
}

Fill component_fill(std::uint32_t component) {
    if (!is_striped(component)) return {component_ink(component)};
    return {component_ink(component), Pattern::Stripes, {Tone::Stripe, component}};
}

std::string_view name_of(Pattern pattern) {
    static constexpr std::array<std::string_view, 7> names{"solid", "hatch",   "dots",   "uprights",
                                                           "rungs", "crosses", "stripes"};
    return names[static_cast<std::size_t>(pattern)];
}

double text_width(std::string_view words, double size, Face face) {
    double width = 0;
    for (std::size_t at = 0; at < words.size();) width += character_width(ecs::next_character(words, at), face);
    return width * size;
}

std::string fitted(std::string_view words, double room, double size, Face face) {
    if (text_width(words, size, face) <= room) return std::string(words);
    constexpr std::string_view dots = "…";
    double used = text_width(dots, size, face);
    std::size_t kept = 0;
    for (std::size_t at = 0; at < words.size(); kept = at) {
        used += character_width(ecs::next_character(words, at), face) * size;
        if (used > room) break;
    }
    while (kept > 0 && (words[kept - 1] == ' ' || words[kept - 1] == ',')) --kept;
    return kept == 0 ? std::string() : std::string(words.substr(0, kept)).append(dots);
}

std::vector<std::string> wrapped(std::string_view words, double room, double size, std::size_t most, Face face) {
    std::vector<std::string> lines;
    while (!words.empty() && lines.size() + 1 < most && text_width(words, size, face) > room) {
        std::size_t end = 0;
        for (std::size_t at = words.find(' '); at != std::string_view::npos; at = words.find(' ', at + 1)) {
            if (text_width(words.substr(0, at), size, face) > room) break;
            end = at;
        }
        if (end == 0) break;
        lines.emplace_back(words.substr(0, end));
        words.remove_prefix(end + 1);
    }
    std::string last = fitted(words, room, size, face);
    if (!last.empty()) lines.push_back(std::move(last));
    return lines;
}

}  // namespace figures
