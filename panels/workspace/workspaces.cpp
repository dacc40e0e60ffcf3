#include "panels/workspace/workspaces.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "panels/base/language.hpp"
#include "panels/workspace/built_in.hpp"

namespace panels {

namespace {

constexpr std::size_t title_bytes_max = 40, own_max = 32;
constexpr char title_end = '\n';

std::string setting_of(const Workspace& workspace) { return "workspace." + workspace.id; }

std::string trimmed_title(std::string_view title) {
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    while (!title.empty() && blank(title.front())) title.remove_prefix(1);
    while (!title.empty() && blank(title.back())) title.remove_suffix(1);
    return std::string(title);
}

std::string why_not_title(const std::vector<Workspace>& all, const std::string& title) {
    if (title.empty()) return tr("A workspace needs a name");
    if (title.size() > title_bytes_max) return tr("This name is too long");
    if (title.find(title_end) != std::string::npos) return tr("A name is one line");
    for (const Workspace& each : all)
        if (each.title == title) return phrase("There is a workspace \"{}\" already", title);
    return {};
}

Workspace own_workspace(const std::string& title, Pane panes) {
    Workspace made("own." + title, title, tr("Your own workspace"), std::move(panes));
    made.own = true;
    return made;
}

}  // namespace

Workspaces::Workspaces(const std::vector<std::string>& panels) : panels_(panels), all_(made_of(panels)) {}

std::vector<Workspace> Workspaces::made_of(const std::vector<std::string>& panels) {
    std::vector<Workspace> made = built_in_workspaces(panels);
    if (made.empty()) made.emplace_back("empty", tr("Panels"), "", Pane{});
    return made;
}

void Workspaces::set_panels(const std::vector<std::string>& panels) {
    const std::string chosen = current().id;
    panels_ = panels;
    std::vector<Workspace> former = std::exchange(all_, made_of(panels));
    for (Workspace& each : former) {
        each.panes.keep_only(panels);
        each.initial.keep_only(panels);
        if (each.own) {
            all_.push_back(std::move(each));
            continue;
        }
        const auto same =
            std::find_if(all_.begin(), all_.end(), [&](const Workspace& made) { return made.id == each.id; });
        if (same != all_.end() && each.panes != each.initial) same->panes = std::move(each.panes);
    }
    current_ = 0;
    choose(std::string_view(chosen));
}

void Workspaces::choose(std::size_t number) {
    if (number < all_.size()) current_ = number;
}

bool Workspaces::choose(std::string_view id) {
    const auto found = std::find_if(all_.begin(), all_.end(),
                                    [&](const Workspace& each) { return each.id == id || each.title == id; });
    if (found == all_.end()) return false;
    current_ = static_cast<std::size_t>(found - all_.begin());
    return true;
}

std::string Workspaces::save_as(std::string_view title) {
    const std::string name = trimmed_title(title);
    if (const std::string reason = why_not_title(all_, name); !reason.empty()) return reason;
    if (std::count_if(all_.begin(), all_.end(), [](const Workspace& each) { return each.own; }) >=
        static_cast<std::ptrdiff_t>(own_max))
        return phrase("There are {} own workspaces; delete one first", std::to_string(own_max));
    all_.push_back(own_workspace(name, current().panes.root()));
    current_ = all_.size() - 1;
    return {};
}

void Workspaces::remove_current() {
    if (!current().own) return;
    all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(current_));
    current_ = std::min(current_, all_.size() - 1);
}

bool Workspaces::at_home(std::string_view panel) const {
    return std::any_of(all_.begin(), all_.end(), [&](const Workspace& each) { return each.initial.contains(panel); });
}

void Workspaces::show(std::string_view panel, std::string_view in_use) {
    if (std::find(panels_.begin(), panels_.end(), panel) == panels_.end()) return;
    std::erase(recently_shown_, panel);
    recently_shown_.emplace_back(panel);
    PaneTree& panes = current().panes;
    std::vector<std::string> beside;
    // In this workspace as it was at first, else in any that has the panel.
    const auto add_neighbours = [&](const Workspace& from) {
        if (const Pane* home = from.initial.pane_of(panel))
            beside.insert(beside.end(), home->tabs.begin(), home->tabs.end());
    };
    add_neighbours(current());
    for (const Workspace& each : all_) add_neighbours(each);
    if (!at_home(panel))
        for (const std::string& each : panels_to_read_beside())
            if (const Pane* pane = panes.pane_of(each))
                if (std::find(pane->tabs.begin(), pane->tabs.end(), in_use) == pane->tabs.end()) beside.push_back(each);
    panes.show(panel, beside);
}

std::string Workspaces::load(const Read& read) {
    std::string problem;
    // In the order in which they were saved.
    std::string names = read("workspaces.own");
    for (std::size_t at = 0; at < names.size();) {
        const std::size_t end = std::min(names.find(title_end, at), names.size());
        const std::string title = names.substr(at, end - at);
        at = end + 1;
        if (std::any_of(all_.begin(), all_.end(),
                        [&](const Workspace& each) { return each.own && each.title == title; }))
            continue;  // settings are read once more
        if (const std::string reason = why_not_title(all_, title); !reason.empty())
            problem = "workspaces.own: " + reason;
        else
            all_.push_back(own_workspace(title, all_.front().initial.root()));
    }
    for (Workspace& workspace : all_) {
        const std::string text = read(setting_of(workspace));
        if (text.empty()) continue;
        ecs::Result<PaneTree> panes = PaneTree::from_text(text);
        if (!panes) {
            problem = setting_of(workspace) + ": " + panes.error();
            continue;
        }
        // Panels that another version has are no fault.
        panes->keep_only(panels_);
        workspace.panes = std::move(*panes);
        if (workspace.own) workspace.initial = workspace.panes;
    }
    choose(std::string_view(read("workspace.current")));
    return problem;
}

void Workspaces::save(const Write& write) const {
    std::string names;
    for (const Workspace& workspace : all_) {
        write(setting_of(workspace), workspace.panes.to_text());
        if (workspace.own) (names += names.empty() ? "" : std::string(1, title_end)) += workspace.title;
    }
    write("workspaces.own", names);
    write("workspace.current", current().id);
}

}  // namespace panels
