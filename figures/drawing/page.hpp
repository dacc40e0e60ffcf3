// A Page is what all figures share: title and one sentence on top, legend and caption at the bottom, and the room that
// is left between them. Private to this library.
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
    Fill fill;  // of nothing: a remark that stands for no box
    std::string words;
};

/// What a role looks like where no column's colour is at hand.
Fill fill_of(ecs::ByteRole role);
/// What a role looks like within a column.
Fill fill_of(ecs::ByteRole role, ecs::ComponentId component);

/// What kind a number is. Each kind has its badge, and no bar or sum mixes two of them.
enum class Evidence : std::uint8_t {
    Exact,      // counted, or read from the storage
    Simulated,  // by a rule or a model that nothing here works by
    Measured,   // by a clock: of one machine and build, and not the same twice
};
struct BadgeNote {
    Evidence evidence = Evidence::Exact;
    std::string meaning;  // which numbers these are, and why
};

class Page {
public:
    /// `source`, `tick` and the program's version stand in the caption, and a badge for each kind of number.
    Page(std::string title, std::string_view sentence, std::string_view source, std::uint64_t tick,
         const std::vector<BadgeNote>& badges = {{Evidence::Exact, "every number is counted, none estimated"}});
    /// The same at a `moment` that is no tick: `step 3 of 8`.
    Page(std::string title, std::string_view sentence, std::string_view source, std::string_view moment,
         const std::vector<BadgeNote>& badges = {{Evidence::Exact, "every number is counted, none estimated"}});

    /// Stands at the bottom, in as many lines as it needs. Before the room is asked for.
    void add_legend(const std::vector<LegendEntry>& entries);
    /// What is left for the figure.
    Area room() const { return room_; }

    /// Continues with this group, a new one if there is none of that id.
    void begin_group(std::string id);
    void add(Shape shape);
    void add_text(double x, double y, std::string words, double size, Ink ink = {Tone::Text},
                  Anchor anchor = Anchor::Left, Face face = Face::Words);
    /// `stroke` is its width. Upright and level lines are boxes for who counts pixels, so keep them on whole ones.
    void add_line(double x1, double y1, double x2, double y2, Ink ink, double stroke = 1);
    /// The badge of a kind of number, with its right or left edge at `x`. Returns its width.
    double add_badge(Evidence evidence, double x, double y, Anchor anchor = Anchor::Left);
    Drawing take() { return std::move(drawing_); }

private:
    Drawing drawing_;
    Area room_;
    std::size_t group_ = 0;
};

}  // namespace figures
