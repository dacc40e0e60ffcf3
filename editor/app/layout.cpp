#include "layout.hpp"

#include <algorithm>
#include <cmath>

namespace editor {

namespace {

std::size_t index_of(Place place) { return static_cast<std::size_t>(place); }
std::string key_of(Place place, const char* what) { return "layout." + std::string(name_of(place)) + what; }

}  // namespace

std::string_view name_of(Place place) {
    constexpr std::array<std::string_view, 4> names{"left", "middle", "right", "bottom"};
    return names[index_of(place)];
}

Layout::Tab* Layout::find(std::string_view title) {
    const auto found = std::find_if(tabs_.begin(), tabs_.end(), [&](const Tab& tab) { return tab.title == title; });
    return found == tabs_.end() ? nullptr : &*found;
}
const Layout::Tab* Layout::find(std::string_view title) const { return const_cast<Layout*>(this)->find(title); }

void Layout::reset(const std::vector<Tab>& defaults) {
    tabs_ = defaults;
    fronts_ = {};
    shares = {};
}

std::vector<std::string> Layout::tabs(Place place) const {
    std::vector<std::string> titles;
    for (const Tab& tab : tabs_)
        if (tab.open && tab.place == place) titles.push_back(tab.title);
    return titles;
}

std::string Layout::front(Place place) const {
    const std::vector<std::string> titles = tabs(place);
    const std::string& wanted = fronts_[index_of(place)];
    if (std::find(titles.begin(), titles.end(), wanted) != titles.end()) return wanted;
    return titles.empty() ? std::string() : titles.front();
}

bool Layout::open(std::string_view title) const {
    const Tab* tab = find(title);
    return tab && tab->open;
}

Place Layout::place_of(std::string_view title) const {
    const Tab* tab = find(title);
    return tab ? tab->place : Place::Middle;
}

void Layout::show(std::string_view title) {
    Tab* tab = find(title);
    if (!tab) return;
    tab->open = true;
    fronts_[index_of(tab->place)] = tab->title;
}

void Layout::close(std::string_view title) {
    Tab* tab = find(title);
    if (!tab || !tab->open) return;
    // The neighbour comes to the front, as everywhere.
    const std::vector<std::string> titles = tabs(tab->place);
    if (front(tab->place) == tab->title && titles.size() > 1) {
        const auto at = std::find(titles.begin(), titles.end(), tab->title);
        fronts_[index_of(tab->place)] = at + 1 == titles.end() ? *(at - 1) : *(at + 1);
    }
    tab->open = false;
}

void Layout::move(std::string_view title, Place place, std::string_view before) {
    const Tab* found = find(title);
    if (!found || before == title) return;
    if (found->place != place) close(title);
    Tab moved = *find(title);
    moved.place = place;
    moved.open = true;
    tabs_.erase(std::remove_if(tabs_.begin(), tabs_.end(), [&](const Tab& tab) { return tab.title == moved.title; }),
                tabs_.end());
    const auto next = std::find_if(tabs_.begin(), tabs_.end(), [&](const Tab& tab) { return tab.title == before; });
    fronts_[index_of(place)] = moved.title;
    tabs_.insert(next, std::move(moved));
}

void Layout::load(const Settings& settings) {
    for (const Place place : all_places) {
        for (const std::string& title : settings.list(key_of(place, ".tabs")))
            if (find(title)) move(title, place);
        fronts_[index_of(place)] = settings.text(key_of(place, ".front"), "");
    }
    for (const std::string& title : settings.list("layout.closed"))
        if (Tab* tab = find(title)) tab->open = false;
    const auto share = [&](const char* name, float fallback) {
        const double value = settings.number(name, static_cast<double>(fallback));
        return static_cast<float>(std::clamp(value, 0.05, 0.9));
    };
    shares = {share("layout.left.share", shares.left), share("layout.right.share", shares.right),
              share("layout.bottom.share", shares.bottom)};
}

void Layout::save(Settings& settings) const {
    std::vector<std::string> closed;
    for (const Place place : all_places) {
        std::vector<std::string> titles;
        for (const Tab& tab : tabs_) {
            if (tab.place != place) continue;
            titles.push_back(tab.title);
            if (!tab.open) closed.push_back(tab.title);
        }
        settings.set_list(key_of(place, ".tabs"), titles);
        settings.set_text(key_of(place, ".front"), front(place));
    }
    settings.set_list("layout.closed", closed);
    settings.set_number("layout.left.share", static_cast<double>(shares.left));
    settings.set_number("layout.right.share", static_cast<double>(shares.right));
    settings.set_number("layout.bottom.share", static_cast<double>(shares.bottom));
}

std::array<Rect, 4> Layout::rects(const Rect& window, float gap, float unit) const {
    const float least_side = 180 * unit, least_middle = 280 * unit, least_bottom = 120 * unit, least_scene = 160 * unit;
    const auto used = [&](Place place) { return !front(place).empty(); };
    float left = used(Place::Left) ? std::max(shares.left * window.width(), least_side) : 0;
    float right = used(Place::Right) ? std::max(shares.right * window.width(), least_side) : 0;
    // The scene keeps its room: what is missing is taken from both sides in proportion.
    const float room = std::max(window.width() - least_middle, 0.0f);
    if (left + right > room) {
        const float shrink = room / (left + right);
        left *= shrink;
        right *= shrink;
    }
    float bottom = used(Place::Bottom) ? std::max(shares.bottom * window.height(), least_bottom) : 0;
    bottom = std::min(bottom, std::max(window.height() - least_scene, 0.0f));

    const float left_edge = window.left + std::floor(left), right_edge = window.right - std::floor(right);
    const float bottom_edge = window.bottom - std::floor(bottom);
    const float gap_left = left > 0 ? gap : 0, gap_right = right > 0 ? gap : 0, gap_bottom = bottom > 0 ? gap : 0;
    std::array<Rect, 4> result;
    result[index_of(Place::Left)] = {window.left, window.top, left_edge, bottom_edge - gap_bottom};
    result[index_of(Place::Middle)] = {left_edge + gap_left, window.top, right_edge - gap_right,
                                       bottom_edge - gap_bottom};
    result[index_of(Place::Right)] = {right_edge, window.top, window.right, window.bottom};
    result[index_of(Place::Bottom)] = {window.left, bottom_edge, right_edge - gap_right, window.bottom};
    return result;
}

}  // namespace editor
