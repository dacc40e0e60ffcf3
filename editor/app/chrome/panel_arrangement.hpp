// The PanelArrangement says which panel stands in which of the four places of the window, in what order, which tab is
// in front, and how large the places are. It knows panels by their ids only, so it can be kept in settings and tested
// without a window. Settings of earlier versions name panels by their titles, so these are understood, too.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "editor/session/settings.hpp"
#include "panels/base/panel.hpp"

namespace editor {

using panels::DockPlace;
inline constexpr std::array<DockPlace, 4> all_places{DockPlace::Left, DockPlace::Middle, DockPlace::Right,
                                                     DockPlace::Bottom};
std::string_view name_of(DockPlace place);

struct Rect {
    float left = 0, top = 0, right = 0, bottom = 0;
    float width() const { return right - left; }
    float height() const { return bottom - top; }
    bool contains(float x, float y) const { return x >= left && x < right && y >= top && y < bottom; }
};

class PanelArrangement {
public:
    struct Tab {
        std::string id, title;
        DockPlace place = DockPlace::Left;
        bool open = true;
        friend bool operator==(const Tab&, const Tab&) = default;
    };
    /// Shares of the window that the outer places take.
    struct Shares {
        float left = 0.2f, right = 0.26f, bottom = 0.34f;
        friend bool operator==(const Shares&, const Shares&) = default;
    };

    /// Everything where it stands by default; the first tab of each place in front.
    void reset(const std::vector<Tab>& defaults);
    /// Takes over what the settings say about the panels it has; the others stay where they are. Returns what cannot be
    /// in them, for a person: then all stands as before.
    std::string load(const Settings& settings);
    void save(Settings& settings) const;

    /// Ids of the open tabs of a place, in order.
    std::vector<std::string> tabs(DockPlace place) const;
    /// Empty when the place has no open tab.
    std::string front(DockPlace place) const;
    bool open(std::string_view id) const;
    DockPlace place_of(std::string_view id) const;

    /// Opens the tab and brings it to the front. Does nothing when there is no such panel.
    void show(std::string_view id);
    void close(std::string_view id);
    /// Puts the tab before the tab `before` of that place (at the end, when empty), and in front.
    void move(std::string_view id, DockPlace place, std::string_view before = {});

    Shares shares;

    /// Where the places lie in the window. Places without an open tab have no width or height, and the middle always
    /// keeps room. `gap` is between them; `unit` is one pixel at scale 1.
    std::array<Rect, 4> rects(const Rect& window, float gap, float unit) const;

private:
    Tab* find(std::string_view id);
    const Tab* find(std::string_view id) const;

    std::vector<Tab> tabs_;              // in order within each place
    std::array<std::string, 4> fronts_;  // by place
};

}  // namespace editor
