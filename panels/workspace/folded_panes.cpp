// Panes for low windows.
#include <algorithm>

#include "panels/workspace/pane_tree.hpp"

namespace panels {

namespace {

void collect_leaves(Pane& pane, std::vector<Pane*>& leaves) {
    if (!pane.divided()) return leaves.push_back(&pane);
    for (Pane& part : pane.parts) collect_leaves(part, leaves);
}

/// The first part of each column, with the tabs of the others.
Pane without_columns(const Pane& pane) {
    if (!pane.divided()) return pane;
    if (pane.division == Pane::Division::Row) {
        Pane row = pane;
        row.parts.clear();
        for (const Pane& part : pane.parts) {
            Pane flat = without_columns(part);
            if (flat.division == Pane::Division::Row) {
                // A row does not hold rows. The room of theirs goes to the part that takes the rest.
                const bool fixed = !flat.size.takes_the_rest();
                for (Pane& inner : flat.parts)
                    if (fixed && inner.size.takes_the_rest()) inner.size = flat.size;
                std::move(flat.parts.begin(), flat.parts.end(), std::back_inserter(row.parts));
            } else {
                row.parts.push_back(std::move(flat));
            }
        }
        return row;
    }
    Pane kept = without_columns(pane.parts.front());
    kept.size = pane.size;
    std::vector<Pane*> above;
    collect_leaves(kept, above);
    for (std::size_t i = 1; i < pane.parts.size(); ++i) {
        Pane part = without_columns(pane.parts[i]);
        std::vector<Pane*> below;
        collect_leaves(part, below);
        for (std::size_t at = 0; at < below.size(); ++at) {
            Pane& taker = *above[at * above.size() / below.size()];
            taker.tabs.insert(taker.tabs.end(), below[at]->tabs.begin(), below[at]->tabs.end());
        }
    }
    return kept;
}

}  // namespace

Pane folded(const Pane& pane, bool narrow, const std::vector<std::string>& recent) {
    Pane flat = without_columns(pane);
    while (narrow && flat.parts.size() > 2) {
        Pane &first = flat.parts[0], &second = flat.parts[1];
        if (second.size.takes_the_rest()) {  // it is the larger one
            first.front = second.front;
            first.size = {};
        }
        first.tabs.insert(first.tabs.end(), second.tabs.begin(), second.tabs.end());
        flat.parts.erase(flat.parts.begin() + 1);
    }
    std::vector<Pane*> leaves;
    collect_leaves(flat, leaves);
    for (Pane* leaf : leaves)
        for (const std::string& id : recent)
            if (std::find(leaf->tabs.begin(), leaf->tabs.end(), id) != leaf->tabs.end()) leaf->front = id;
    return flat;
}

}  // namespace panels
