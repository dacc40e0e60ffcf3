#include "editor/app/chrome/panel_arrangement.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace editor {

namespace {

std::size_t index_of(DockPlace place) { return static_cast<std::size_t>(place); }
std::string key_of(DockPlace place, const char* what) { return "layout." + std::string(name_of(place)) + what; }
constexpr double min_share = 0.05, max_share = 0.9;
constexpr std::size_t id_shown = 40;
constexpr const char* closed_key = "layout.closed";

/// What save() never writes. Ids that no panel has are another version's, and no fault.
std::string problem_in(const Settings& settings) {
    using Kind = Settings::Kind;
    const auto is_other = [&](const std::string& name, Kind wanted) {
        const Kind kind = settings.kind(name);
        return kind != Kind::None && kind != wanted;
    };
    std::set<std::string> placed;
    for (const DockPlace place : all_places) {
        if (is_other(key_of(place, ".tabs"), Kind::List)) return key_of(place, ".tabs") + " must be a list of panels";
        for (const std::string& id : settings.list(key_of(place, ".tabs")))
            if (!placed.insert(id).second) return "the panel \"" + id.substr(0, id_shown) + "\" stands in two places";
        if (is_other(key_of(place, ".front"), Kind::Text)) return key_of(place, ".front") + " must name a panel";
        if (is_other(key_of(place, ".share"), Kind::Number)) return key_of(place, ".share") + " must be a number";
        const double share = settings.number(key_of(place, ".share"), min_share);
        if (!(share >= min_share && share <= max_share)) return key_of(place, ".share") + " must be from 0.05 to 0.9";
    }
    return is_other(closed_key, Kind::List) ? std::string(closed_key) + " must be a list of panels" : std::string();
}

}  // namespace

std::string_view name_of(DockPlace place) {
    constexpr std::array<std::string_view, 4> names{"left", "middle", "right", "bottom"};
    return names[index_of(place)];
}

PanelArrangement::Tab* PanelArrangement::find(std::string_view id) {
    const auto found =
        std::find_if(tabs_.begin(), tabs_.end(), [&](const Tab& tab) { return tab.id == id || tab.title == id; });
    return found == tabs_.end() ? nullptr : &*found;
}
const PanelArrangement::Tab* PanelArrangement::find(std::string_view id) const {
    return const_cast<PanelArrangement*>(this)->find(id);
}

void PanelArrangement::reset(const std::vector<Tab>& defaults) {
    tabs_ = defaults;
    fronts_ = {};
    shares = {};
}

std::vector<std::string> PanelArrangement::tabs(DockPlace place) const {
    std::vector<std::string> ids;
    for (const Tab& tab : tabs_)
        if (tab.open && tab.place == place) ids.push_back(tab.id);
    return ids;
}

std::string PanelArrangement::front(DockPlace place) const {
    const std::vector<std::string> ids = tabs(place);
    const std::string& wanted = fronts_[index_of(place)];
    if (std::find(ids.begin(), ids.end(), wanted) != ids.end()) return wanted;
    return ids.empty() ? std::string() : ids.front();
}

bool PanelArrangement::open(std::string_view id) const {
    const Tab* tab = find(id);
    return tab && tab->open;
}

DockPlace PanelArrangement::place_of(std::string_view id) const {
    const Tab* tab = find(id);
    return tab ? tab->place : DockPlace::Middle;
}

void PanelArrangement::show(std::string_view id) {
    Tab* tab = find(id);
    if (!tab) return;
    tab->open = true;
    fronts_[index_of(tab->place)] = tab->id;
}

void PanelArrangement::close(std::string_view id) {
    Tab* tab = find(id);
    if (!tab || !tab->open) return;
    // The neighbour comes to the front, as everywhere.
    const std::vector<std::string> ids = tabs(tab->place);
    if (front(tab->place) == tab->id && ids.size() > 1) {
        const auto at = std::find(ids.begin(), ids.end(), tab->id);
        fronts_[index_of(tab->place)] = at + 1 == ids.end() ? *(at - 1) : *(at + 1);
    }
    tab->open = false;
}

void PanelArrangement::move(std::string_view id, DockPlace place, std::string_view before) {
    const Tab* found = find(id);
    if (!found || before == id) return;
    if (found->place != place) close(id);
    Tab moved = *find(id);
    moved.place = place;
    moved.open = true;
    tabs_.erase(std::remove_if(tabs_.begin(), tabs_.end(), [&](const Tab& tab) { return tab.id == moved.id; }),
                tabs_.end());
    const auto next = std::find_if(tabs_.begin(), tabs_.end(), [&](const Tab& tab) { return tab.id == before; });
    fronts_[index_of(place)] = moved.id;
    tabs_.insert(next, std::move(moved));
}

std::string PanelArrangement::load(const Settings& settings) {
    const std::string problem = problem_in(settings);
    if (!problem.empty()) return problem;
    for (const DockPlace place : all_places) {
        for (const std::string& id : settings.list(key_of(place, ".tabs")))
            if (find(id)) move(id, place);
        const Tab* front = find(settings.text(key_of(place, ".front"), ""));
        fronts_[index_of(place)] = front ? front->id : std::string();
    }
    for (const std::string& id : settings.list(closed_key))
        if (Tab* tab = find(id)) tab->open = false;
    const auto share = [&](DockPlace place, float fallback) {
        return static_cast<float>(settings.number(key_of(place, ".share"), static_cast<double>(fallback)));
    };
    shares = {share(DockPlace::Left, shares.left), share(DockPlace::Right, shares.right),
              share(DockPlace::Bottom, shares.bottom)};
    return {};
}

void PanelArrangement::save(Settings& settings) const {
    std::vector<std::string> closed;
    for (const DockPlace place : all_places) {
        std::vector<std::string> ids;
        for (const Tab& tab : tabs_) {
            if (tab.place != place) continue;
            ids.push_back(tab.id);
            if (!tab.open) closed.push_back(tab.id);
        }
        settings.set_list(key_of(place, ".tabs"), ids);
        settings.set_text(key_of(place, ".front"), front(place));
    }
    settings.set_list(closed_key, closed);
    settings.set_number(key_of(DockPlace::Left, ".share"), static_cast<double>(shares.left));
    settings.set_number(key_of(DockPlace::Right, ".share"), static_cast<double>(shares.right));
    settings.set_number(key_of(DockPlace::Bottom, ".share"), static_cast<double>(shares.bottom));
}

std::array<Rect, 4> PanelArrangement::rects(const Rect& window, float gap, float unit) const {
    // In a window that is small for its scale, the sides keep more than half of it together.
    const float min_middle = std::min(280 * unit, window.width() * 0.44f);
    const float min_side = 180 * unit, min_bottom = 120 * unit, min_scene = 160 * unit;
    const auto used = [&](DockPlace place) { return !front(place).empty(); };
    float left = used(DockPlace::Left) ? std::max(shares.left * window.width(), min_side) : 0;
    float right = used(DockPlace::Right) ? std::max(shares.right * window.width(), min_side) : 0;
    // The scene keeps its room: what is missing is taken from both sides in proportion.
    const float room = std::max(window.width() - min_middle, 0.0f);
    if (left + right > room) {
        const float shrink = room / (left + right);
        left *= shrink;
        right *= shrink;
    }
    float bottom = used(DockPlace::Bottom) ? std::max(shares.bottom * window.height(), min_bottom) : 0;
    bottom = std::min(bottom, std::max(window.height() - min_scene, 0.0f));

    const float left_edge = window.left + std::floor(left), right_edge = window.right - std::floor(right);
    const float bottom_edge = window.bottom - std::floor(bottom);
    const float gap_left = left > 0 ? gap : 0, gap_right = right > 0 ? gap : 0, gap_bottom = bottom > 0 ? gap : 0;
    std::array<Rect, 4> result;
    result[index_of(DockPlace::Left)] = {window.left, window.top, left_edge, bottom_edge - gap_bottom};
    result[index_of(DockPlace::Middle)] = {left_edge + gap_left, window.top, right_edge - gap_right,
                                           bottom_edge - gap_bottom};
    result[index_of(DockPlace::Right)] = {right_edge, window.top, window.right, window.bottom};
    result[index_of(DockPlace::Bottom)] = {window.left, bottom_edge, right_edge - gap_right, window.bottom};
    return result;
}

}  // namespace editor
