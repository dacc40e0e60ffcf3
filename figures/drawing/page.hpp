// A Page is the frame of every figure: title and one sentence at the top, legend and caption at the bottom, and the
// room between them. Private to this library.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "figures/drawing/drawing.hpp"
#include "figures/drawing/role_bytes.hpp"

namespace figures {

struct Area {
    double x = 0, y = 0, width = 0, height = 0;
    double right() const { return x + width; }
    double bottom() const { return y + height; }
};

struct LegendEntry {
    Fill fill;  // empty for a remark without a box
    std::string words;
};

/// The look of a role without a column's colour.
Fill fill_of(ecs::ByteRole role);
/// The look of a role within a column.
Fill fill_of(ecs::ByteRole role, ecs::ComponentId component);

/// The kind of a number. Each kind has its badge, and no bar or sum mixes two kinds.
enum class Evidence : std::uint8_t {
    Exact,      // counted, or read from the storage
    Simulated,  // by a rule or a model that nothing here uses
    Measured,   // by a clock: for one machine and build, and different each time
};
struct BadgeNote {
    Evidence evidence = Evidence::Exact;
    std::string meaning;  // which numbers these are, and why
};

class Page {
public:
    /// The caption shows `source`, `tick` and the program's version, and a badge for each kind of number.
    Page(std::string title, std::string_view sentence, std::string_view source, std::uint64_t tick,
         const std::vector<BadgeNote>& badges = {{Evidence::Exact, "every number is counted, none estimated"}});
    /// The same at a `moment` other than a tick: `step 3 of 8`.
    Page(std::string title, std::string_view sentence, std::string_view source, std::string_view moment,
         const std::vector<BadgeNote>& badges = {{Evidence::Exact, "every number is counted, none estimated"}});

    /// Adds the legend at the bottom, in as many lines as it needs. Call it before room().
    void add_legend(const std::vector<LegendEntry>& entries);
    /// The room for the figure.
    Area room() const { return room_; }

    /// Continues the group of this id, or starts a new one.
    void begin_group(std::string id);
    void add(Shape shape);
    void add_text(double x, double y, std::string words, double size, Ink ink = {Tone::Text},
                  Anchor anchor = Anchor::Left, Face face = Face::Words);
    /// `stroke` is the width. Vertical and horizontal lines count as boxes of pixels, so put them on whole
    /// coordinates.
    void add_line(double x1, double y1, double x2, double y2, Ink ink, double stroke = 1);
    /// Draws the badge of a kind of number, with its right or left edge at `x`. Returns its width.
    double add_badge(Evidence evidence, double x, double y, Anchor anchor = Anchor::Left);
    Drawing take() { return std::move(drawing_); }

private:
    Drawing drawing_;
    Area room_;
    std::size_t group_ = 0;
};

}  // namespace figures
