#include "figures/drawing/svg.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "ecs/base/utf8.hpp"
#include "figures/drawing/pattern_grid.hpp"

namespace figures {

namespace {

constexpr std::array<std::string_view, 3> families{"Inter, 'Helvetica Neue', Arial, sans-serif",
                                                   "Inter, 'Helvetica Neue', Arial, sans-serif",
                                                   "'JetBrains Mono', 'DejaVu Sans Mono', Menlo, monospace"};
constexpr std::array<std::string_view, 3> weights{"400", "600", "400"};
constexpr std::array<std::string_view, 3> anchors{"start", "middle", "end"};

std::string hex(Color color) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = "#";
    for (const std::uint8_t part : {color.r, color.g, color.b}) {
        text += digits[part >> 4];
        text += digits[part & 15];
    }
    return text;
}

/// Escaped for text and for attributes in double quotes. What XML does not allow becomes U+FFFD.
std::string escaped(std::string_view words) {
    std::string text;
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t start = at;
        const std::uint32_t character = ecs::next_character(words, at);
        const bool forbidden = (character < 0x20 && character != '\t' && character != '\n') || character == 0xfffe ||
                               character == 0xffff || character == ecs::replacement_character;
        if (forbidden)
            text += "\xef\xbf\xbd";
        else if (character == '&')
            text += "&amp;";
        else if (character == '<')
            text += "&lt;";
        else if (character == '>')
            text += "&gt;";
        else if (character == '"')
            text += "&quot;";
        else
            text.append(words.substr(start, at - start));
    }
    return text;
}

class SvgWriter {
public:
    SvgWriter(const Drawing& drawing, Theme theme) : drawing_(drawing), palette_(palette_of(theme)) {}

    std::string write() {
        out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\"";
        attribute("width", drawing_.width);
        attribute("height", drawing_.height);
        out_ += " viewBox=\"0 0 " + number(drawing_.width) + " " + number(drawing_.height) + "\" role=\"img\">\n";
        out_ += "<title>" + escaped(drawing_.title) + "</title>\n<desc>" + escaped(drawing_.caption) + "</desc>\n";
        write_patterns();
        out_ += "<rect id=\"paper\"";
        attribute("width", drawing_.width);
        attribute("height", drawing_.height);
        attribute("fill", hex(color_of({Tone::Paper}, palette_)));
        out_ += "/>\n";
        for (const Group& group : drawing_.groups) {
            out_ += "<g id=\"" + escaped(group.id) + "\">\n";
            for (const Shape& shape : group.shapes) std::visit([this](const auto& kind) { write(kind); }, shape);
            out_ += "</g>\n";
        }
        return out_ += "</svg>\n";
    }

private:
    /// At most three decimals, and always a point.
    static std::string number(double value) {
        std::array<char, 64> digits{};
        const double rounded = std::round(value * 1000) / 1000 + 0.0;  // never -0
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), rounded, std::chars_format::fixed);
        return {digits.data(), end.ptr};
    }
    void attribute(std::string_view name, std::string_view value) {
        out_.append(" ").append(name).append("=\"").append(value).append("\"");
    }
    void attribute(std::string_view name, double value) { attribute(name, number(value)); }

    std::string pattern_id(const Fill& fill) const {
        return std::string(name_of(fill.pattern)) + "-" + hex(color_of(fill.lines, palette_)).substr(1) + "-" +
               hex(color_of(fill.ground, palette_)).substr(1);
    }

    void write_patterns() {
        std::vector<std::string> known;
        out_ += "<defs>\n";
        for (const Group& group : drawing_.groups) {
            for (const Shape& shape : group.shapes) {
                const Box* box = std::get_if<Box>(&shape);
                if (!box || box->fill.pattern == Pattern::Solid || !box->fill.ground) continue;
                const std::string id = pattern_id(box->fill);
                if (std::find(known.begin(), known.end(), id) != known.end()) continue;
                known.push_back(id);
                write_pattern(box->fill, id);
            }
        }
        out_ += "</defs>\n";
    }

    void write_pattern(const Fill& fill, const std::string& id) {
        const std::string gap = number(pattern_gap), half = number(pattern_gap / 2);
        const std::string lines = hex(color_of(fill.lines, palette_));
        out_ += "<pattern id=\"" + id + "\" patternUnits=\"userSpaceOnUse\" width=\"" + gap + "\" height=\"" + gap +
                "\"><rect width=\"" + gap + "\" height=\"" + gap + "\" fill=\"" + hex(color_of(fill.ground, palette_)) +
                "\"/>";
        if (fill.pattern == Pattern::Dots) {
            out_ += "<circle cx=\"" + half + "\" cy=\"" + half + "\" r=\"" + number(dot_radius) + "\" fill=\"" + lines +
                    "\"/>";
        } else {
            std::string path;
            const double stroke = fill.pattern == Pattern::Stripes ? pattern_gap / 2 / std::sqrt(2.0) : pattern_stroke;
            if (fill.pattern == Pattern::Uprights) path = "M" + half + " 0V" + gap;
            if (fill.pattern == Pattern::Rungs) path = "M0 " + half + "H" + gap;
            // The corners that the line leaves out are drawn by its neighbours, reaching over the edge of the tile.
            if (fill.pattern == Pattern::Crosses) path = "M1.2 1.2L4.8 4.8M1.2 4.8L4.8 1.2";
            if (fill.pattern == Pattern::Hatch || fill.pattern == Pattern::Stripes)
                path = "M-1.5 1.5L1.5 -1.5M0 " + gap + "L" + gap + " 0M4.5 7.5L7.5 4.5";
            out_ += "<path d=\"" + path + "\" stroke=\"" + lines + "\" stroke-width=\"" + number(stroke) +
                    "\" fill=\"none\"/>";
        }
        out_ += "</pattern>\n";
    }

    void write(const Box& box) {
        out_ += "<rect";
        // Whole pixels on the screen: no seam between neighbours. A thin edge could vanish so.
        if (!box.edge) attribute("shape-rendering", "crispEdges");
        attribute("x", box.x);
        attribute("y", box.y);
        attribute("width", box.width);
        attribute("height", box.height);
        if (!box.fill.ground)
            attribute("fill", "none");
        else if (box.fill.pattern == Pattern::Solid)
            attribute("fill", hex(color_of(box.fill.ground, palette_)));
        else
            attribute("fill", "url(#" + pattern_id(box.fill) + ")");
        if (box.edge) {
            attribute("stroke", hex(color_of(box.edge, palette_)));
            attribute("stroke-width", box.edge_width);
        }
        if (box.bytes) {
            if (box.bytes->offset) attribute("data-offset", std::to_string(*box.bytes->offset));
            attribute("data-bytes", std::to_string(box.bytes->count));
            attribute("data-role", box.bytes->role);
        }
        out_ += box.note.empty() ? "/>\n" : "><title>" + escaped(box.note) + "</title></rect>\n";
    }

    void write(const Line& line) {
        out_ += "<line";
        attribute("x1", line.x1);
        attribute("y1", line.y1);
        attribute("x2", line.x2);
        attribute("y2", line.y2);
        attribute("stroke", hex(color_of(line.ink, palette_)));
        attribute("stroke-width", line.width);
        out_ += "/>\n";
    }

    void write(const Text& text) {
        const auto face = static_cast<std::size_t>(text.face);
        out_ += "<text";
        attribute("x", text.x);
        attribute("y", text.y);
        attribute("font-family", families[face]);
        attribute("font-size", text.size);
        attribute("font-weight", weights[face]);
        if (text.anchor != Anchor::Left) attribute("text-anchor", anchors[static_cast<std::size_t>(text.anchor)]);
        attribute("fill", hex(color_of(text.ink, palette_)));
        out_ += ">" + escaped(text.words) + "</text>\n";
    }

    const Drawing& drawing_;
    const Palette& palette_;
    std::string out_;
};

}  // namespace

std::string to_svg(const Drawing& drawing, Theme theme) { return SvgWriter(drawing, theme).write(); }

}  // namespace figures
