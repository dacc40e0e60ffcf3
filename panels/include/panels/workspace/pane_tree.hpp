// A PaneTree divides an area of the screen into panes. A pane is divided into a row or a column of panes, or holds the
// tabs of panels, one of them in front:
//
//     row ─┬─ column ─┬─ tabs: entities            +----------+-------+
//          │          └─ tabs: chunks, moves       | entities | scene |
//          └─ tabs: scene                          +----------+       |
//                                                  | chunks   |       |
//                                                  +----------+-------+
//
// A panel is in one pane at most. A pane that is divided has two or more parts, and none of them is divided in the
// same direction. Only the root can be without tabs. The tree knows panels by their ids and needs no Dear ImGui frame.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/base/result.hpp"
#include "panels/base/patterns.hpp"

namespace panels {

/// How much of its parent's width or height a pane wants: pixels at scale 1, in a window of 1280 x 800 and in one of
/// 1920 x 1080; in proportion between and beyond. Zero: what the others leave.
struct PaneSize {
    float small = 0, large = 0;

    bool takes_the_rest() const { return small <= 0 || large <= 0; }
    friend bool operator==(const PaneSize&, const PaneSize&) = default;
};

struct Pane {
    enum class Division { Tabs, Row, Column };

    Division division = Division::Tabs;
    PaneSize size = {};
    std::vector<std::string> tabs = {};  // ids of panels
    std::string front = {};              // one of the tabs; empty only where there are none
    std::vector<Pane> parts = {};        // from left to right, or from top to bottom

    bool divided() const { return division != Division::Tabs; }
    friend bool operator==(const Pane&, const Pane&) = default;
};

Pane tabs_of(std::vector<std::string> ids, PaneSize size = {});
Pane row_of(std::vector<Pane> parts, PaneSize size = {});
Pane column_of(std::vector<Pane> parts, PaneSize size = {});

enum class Side { Left, Right, Top, Bottom };

class PaneTree {
public:
    explicit PaneTree(Pane root = {});

    const Pane& root() const { return root_; }
    friend bool operator==(const PaneTree&, const PaneTree&) = default;

    /// One line: `(row 0/0 (tabs 228/300 *entities) (tabs 0/0 *scene chunks))`; `*` marks the panel in front.
    std::string to_text() const;
    /// Refuses what to_text() never writes; the error is a sentence for a person.
    static ecs::Result<PaneTree> from_text(std::string_view text);

    // Panels

    bool contains(std::string_view id) const { return pane_of(id) != nullptr; }
    bool in_front(std::string_view id) const;
    /// Null when the panel is in no pane. Valid until the tree changes.
    const Pane* pane_of(std::string_view id) const;
    std::vector<std::string> all_tabs() const;

    /// Brings the panel to the front. If it is in no pane, it becomes the last tab of the pane that holds the
    /// first of `beside` that is in a pane, else of the pane with the most tabs.
    void show(std::string_view id, const std::vector<std::string>& beside = {});
    /// Its neighbour comes to the front; a pane without tabs goes.
    void close(std::string_view id);
    /// Puts the panel before the tab `before` of the pane that holds `target` (at the end, when empty), and in front.
    void move(std::string_view id, std::string_view target, std::string_view before = {});
    /// Divides the pane that holds `target`, so that the panel has a pane of its own on that side. `room` is the size
    /// of that pane now, at scale 1, along the direction of the side; the new pane gets half of it.
    void split(std::string_view id, std::string_view target, Side side, float room);
    /// Drops tabs that `known` does not have.
    void keep_only(const std::vector<std::string>& known);

    // Places

    /// A pane with tabs, and where it lies. `pane` is valid until the tree changes.
    struct Placed {
        const Pane* pane = nullptr;
        Area area;
    };
    /// The gap between two parts of a pane, which a person drags.
    struct Divider {
        Area area;
        bool upright = false;               // between the parts of a row
        std::vector<std::size_t> path;      // of the divided pane: numbers of parts from the root on
        std::size_t before = 0;             // number of the part that it comes after
        float first_px = 0, second_px = 0;  // sizes of the parts on both sides
        float first_min_px = 0, second_min_px = 0;
    };
    struct Places {
        std::vector<Placed> panes;
        std::vector<Divider> dividers;
    };
    /// Where everything lies in `whole`, on whole pixels. Panes keep a least size as long as all of them fit; without
    /// room for that they shrink in proportion. `gap` is in pixels; `scale` is the interface's.
    Places places(const Area& whole, float gap, float scale) const;
    /// Moves a divider by some pixels, as far as the least sizes allow.
    void drag(const Divider& divider, float px, float scale);

private:
    Pane root_;
};

/// The same panels for a window that is too low for panes above each other: of each column its first part, whose panes
/// take the tabs of what lies below them; where the window is narrow, too, the first two of three parts share tabs. In
/// front is the tab that comes last in `recent`, else the one that was.
Pane folded(const Pane& pane, bool narrow, const std::vector<std::string>& recent);

/// The least size of a pane with tabs, at scale 1.
inline constexpr float min_pane_width = 160, min_pane_height = 96;

}  // namespace panels
