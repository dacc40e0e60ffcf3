// A Drawing is a picture as a value: named groups of boxes, lines and texts on a page of width x height, with y
// downwards. Colours are roles (Ink), so one drawing serves every theme. States are patterns, so they do not depend
// on colour. The back-ends (SVG, PNG, ImGui) draw the shapes in order and decide nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "figures/drawing/palette.hpp"

namespace figures {

enum class Tone : std::uint8_t {
    None,  // not drawn
    Paper,
    Raised,
    Well,  // holes
    Line,
    Edge,  // of outlines, hatching and dots
    Quiet,
    Text,
    Bar,       // what is counted
    OnBar,     // dark or light text, whichever is readable on it
    Header,    // of a chunk
    EntityId,  // ids, which are no component
    Warn,
    Component,    // Ink::component, as everywhere else
    Stripe,       // the dark half of its stripes
    OnComponent,  // dark or light, whichever is readable on that colour
};

struct Ink {
    Tone tone = Tone::None;
    std::uint32_t component = 0;

    explicit operator bool() const { return tone != Tone::None; }
    friend bool operator==(const Ink&, const Ink&) = default;
};
Color color_of(Ink ink, const Palette& palette);
inline Ink component_ink(std::uint32_t component) { return {Tone::Component, component}; }

/// The lines of a pattern lie on one grid for the whole page, so that the patterns of neighbouring boxes join.
enum class Pattern : std::uint8_t { Solid, Hatch, Dots, Uprights, Rungs, Crosses, Stripes };
std::string_view name_of(Pattern pattern);

struct Fill {
    Ink ground;
    Pattern pattern = Pattern::Solid;
    Ink lines = {};  // of the pattern
    friend bool operator==(const Fill&, const Fill&) = default;
};
/// The tone of a component, from the 17th on with stripes.
Fill component_fill(std::uint32_t component);

/// The bytes that a box represents; its area is proportional to them.
struct BoxBytes {
    std::optional<std::uint64_t> offset = {};
    std::uint64_t count = 0;
    std::string_view role;  // of ecs::name_of(ByteRole)
};

struct Box {
    double x = 0, y = 0, width = 0, height = 0;
    Fill fill = {};
    Ink edge = {};
    double edge_width = 1;
    std::string note = {};  // explains the box; shown under the mouse where a back-end can
    std::optional<BoxBytes> bytes = {};
};

struct Line {
    double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
    Ink ink = {};
    double width = 1;
};

enum class Anchor : std::uint8_t { Left, Middle, Right };
enum class Face : std::uint8_t { Words, Bold, Mono };

struct Text {
    double x = 0, y = 0;     // of the base line, at the anchor
    std::string words = {};  // UTF-8
    double size = 15;
    Ink ink{Tone::Text};
    Anchor anchor = Anchor::Left;
    Face face = Face::Words;
};

using Shape = std::variant<Box, Line, Text>;

struct Group {
    std::string id;  // unique in the drawing: letters, digits and -
    std::vector<Shape> shapes;
};

struct Drawing {
    double width = 1280, height = 720;
    std::string title, caption;  // for people who cannot see the drawing; they are also on the page, as texts
    std::vector<Group> groups;
};

/// Width of a text in Inter or JetBrains Mono; characters beyond ASCII are estimated. It is the same on every
/// machine, with or without these fonts, so the same world gives the same drawing.
double text_width(std::string_view words, double size, Face face = Face::Words);
/// The longest start of `words` that is at most `room` wide, with "…" if something is missing; empty when nothing
/// fits.
std::string fitted(std::string_view words, double room, double size, Face face = Face::Words);
/// The same on up to `most` lines, broken at spaces; the last line is fitted.
std::vector<std::string> wrapped(std::string_view words, double room, double size, std::size_t most,
                                 Face face = Face::Words);

}  // namespace figures
