#include "panels/workspace/pane_tree.hpp"

#include <algorithm>
#include <utility>

namespace panels {

namespace {

template <class PaneType>
PaneType* pane_holding(PaneType& pane, std::string_view id) {
    if (std::find(pane.tabs.begin(), pane.tabs.end(), id) != pane.tabs.end()) return &pane;
    for (PaneType& part : pane.parts)
        if (PaneType* found = pane_holding(part, id)) return found;
    return nullptr;
}

/// The divided pane that `part` is a part of, and its number there; null for the root.
struct Parent {
    Pane* pane = nullptr;
    std::size_t number = 0;
};
Parent parent_of(Pane& pane, const Pane* part) {
    for (std::size_t i = 0; i < pane.parts.size(); ++i) {
        if (&pane.parts[i] == part) return {&pane, i};
        if (const Parent found = parent_of(pane.parts[i], part); found.pane) return found;
    }
    return {};
}

const Pane* fullest(const Pane& pane) {
    if (!pane.divided()) return &pane;
    const Pane* best = nullptr;
    for (const Pane& part : pane.parts) {
        const Pane* found = fullest(part);
        if (best == nullptr || found->tabs.size() > best->tabs.size()) best = found;
    }
    return best;
}

void collect_tabs(const Pane& pane, std::vector<std::string>& all) {
    all.insert(all.end(), pane.tabs.begin(), pane.tabs.end());
    for (const Pane& part : pane.parts) collect_tabs(part, all);
}

/// A part of a divided pane may become divided in the same direction when the pane between them goes.
void flatten(Pane& pane) {
    for (std::size_t i = 0; i < pane.parts.size();) {
        if (pane.parts[i].division != pane.division) {
            ++i;
            continue;
        }
        std::vector<Pane> inner = std::move(pane.parts[i].parts);
        const bool rest = pane.parts[i].size.takes_the_rest();
        // What had a size of its own keeps it; without one, only one part takes the rest.
        if (!rest && std::any_of(inner.begin(), inner.end(), [](const Pane& p) { return p.size.takes_the_rest(); }))
            for (Pane& part : inner)
                if (part.size.takes_the_rest()) part.size = pane.parts[i].size;
        pane.parts.erase(pane.parts.begin() + static_cast<std::ptrdiff_t>(i));
        pane.parts.insert(pane.parts.begin() + static_cast<std::ptrdiff_t>(i), inner.begin(), inner.end());
        i += inner.size();
    }
}

/// Takes out parts without tabs, and panes that have one part only. Returns whether `pane` has anything left.
bool tidy(Pane& pane) {
    if (!pane.divided()) return !pane.tabs.empty();
    bool had_rest = false;
    for (const Pane& part : pane.parts) had_rest |= part.size.takes_the_rest();
    pane.parts.erase(std::remove_if(pane.parts.begin(), pane.parts.end(), [](Pane& part) { return !tidy(part); }),
                     pane.parts.end());
    if (pane.parts.empty()) {
        pane = Pane{.size = pane.size};
        return false;
    }
    if (pane.parts.size() == 1) {
        Pane only = std::move(pane.parts.front());
        only.size = pane.size;
        pane = std::move(only);
        return true;
    }
    flatten(pane);
    const auto rest = [](const Pane& part) { return part.size.takes_the_rest(); };
    if (had_rest && std::none_of(pane.parts.begin(), pane.parts.end(), rest)) {
        const auto largest = std::max_element(pane.parts.begin(), pane.parts.end(),
                                              [](const Pane& a, const Pane& b) { return a.size.large < b.size.large; });
        largest->size = {};
    }
    return true;
}

}  // namespace

Pane tabs_of(std::vector<std::string> ids, PaneSize size) {
    std::string front = ids.empty() ? std::string() : ids.front();
    return {.size = size, .tabs = std::move(ids), .front = std::move(front)};
}
Pane row_of(std::vector<Pane> parts, PaneSize size) {
    return {.division = Pane::Division::Row, .size = size, .parts = std::move(parts)};
}
Pane column_of(std::vector<Pane> parts, PaneSize size) {
    return {.division = Pane::Division::Column, .size = size, .parts = std::move(parts)};
}

PaneTree::PaneTree(Pane root) : root_(std::move(root)) { tidy(root_); }

bool PaneTree::in_front(std::string_view id) const {
    const Pane* pane = pane_of(id);
    return pane != nullptr && pane->front == id;
}

const Pane* PaneTree::pane_of(std::string_view id) const { return pane_holding(root_, id); }

std::vector<std::string> PaneTree::all_tabs() const {
    std::vector<std::string> all;
    collect_tabs(root_, all);
    return all;
}

void PaneTree::show(std::string_view id, const std::vector<std::string>& beside) {
    Pane* pane = pane_holding(root_, id);
    if (pane == nullptr) {
        for (const std::string& neighbour : beside)
            if (pane == nullptr) pane = pane_holding(root_, neighbour);
        if (pane == nullptr) pane = const_cast<Pane*>(fullest(root_));
        pane->tabs.emplace_back(id);
    }
    pane->front = id;
}

void PaneTree::close(std::string_view id) {
    Pane* pane = pane_holding(root_, id);
    if (pane == nullptr) return;
    const auto at = std::find(pane->tabs.begin(), pane->tabs.end(), id);
    const bool was_in_front = pane->front == id;
    const auto next = pane->tabs.erase(at);
    if (was_in_front) {
        if (pane->tabs.empty())
            pane->front.clear();
        else
            pane->front = next == pane->tabs.end() ? pane->tabs.back() : *next;
    }
    tidy(root_);
}

void PaneTree::move(std::string_view id, std::string_view target, std::string_view before) {
    const std::string moved(id), beside(target), next(before);
    if (moved == next) return;
    Pane* pane = pane_holding(root_, beside);
    if (pane == nullptr) return;
    if (moved == beside) {
        if (pane->tabs.size() < 2) return;
    }
    // The pane is found again by a tab that stays, because closing the moved one may take panes out.
    std::string stays;
    for (const std::string& tab : pane->tabs)
        if (tab != moved && stays.empty()) stays = tab;
    if (stays.empty()) return;
    close(moved);
    pane = pane_holding(root_, stays);
    pane->tabs.insert(std::find(pane->tabs.begin(), pane->tabs.end(), next), moved);
    pane->front = moved;
}

void PaneTree::split(std::string_view id, std::string_view target, Side side, float room) {
    const std::string moved(id);
    const Pane* from = pane_holding(root_, target);
    if (from == nullptr) return;
    std::string stays;
    for (const std::string& tab : from->tabs)
        if (tab != moved && stays.empty()) stays = tab;
    if (stays.empty()) return;  // a panel alone in its pane has nothing to part from
    close(moved);
    Pane* pane = pane_holding(root_, stays);

    const auto division = side == Side::Left || side == Side::Right ? Pane::Division::Row : Pane::Division::Column;
    const bool first = side == Side::Left || side == Side::Top;
    const PaneSize half{room / 2, room / 2};
    const Parent parent = parent_of(root_, pane);
    if (parent.pane && parent.pane->division == division) {
        if (!pane->size.takes_the_rest()) pane->size = {pane->size.small / 2, pane->size.large / 2};
        const std::size_t at = parent.number + (first ? 0 : 1);
        parent.pane->parts.insert(parent.pane->parts.begin() + static_cast<std::ptrdiff_t>(at), tabs_of({moved}, half));
        return;
    }
    Pane kept = std::move(*pane);
    Pane around{.division = division, .size = std::exchange(kept.size, PaneSize{})};
    around.parts.push_back(std::move(kept));
    around.parts.insert(first ? around.parts.begin() : around.parts.end(), tabs_of({moved}, half));
    *pane = std::move(around);
}

void PaneTree::keep_only(const std::vector<std::string>& known) {
    for (const std::string& tab : all_tabs())
        if (std::find(known.begin(), known.end(), tab) == known.end()) close(tab);
}

}  // namespace panels
