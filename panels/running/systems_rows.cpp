// The rows of the Systems panel: in which order they stand, which of them are drawn, and the keys that move a system.
#include <algorithm>
#include <utility>

#include "ecs/edit/system_order.hpp"
#include "panels/base/keys_used.hpp"
#include "panels/base/language.hpp"
#include "panels/running/systems_panel.hpp"

namespace panels {

namespace {

constexpr double resort_systems_secs = 0.5;

constexpr KeyCommand run_earlier{"systems.earlier", tr_later("Run earlier"),
                                 tr_later("Moves the system with the keyboard one place up, as far as it may"),
                                 alt(Key::Up)};
constexpr KeyCommand run_later{"systems.later", tr_later("Run later"),
                               tr_later("Moves the system with the keyboard one place down, as far as it may"),
                               alt(Key::Down)};
constexpr KeyCommand systems_commands[] = {run_earlier, run_later};

}  // namespace

std::span<const KeyCommand> SystemsPanel::commands() const { return systems_commands; }

void SystemsPanel::sort_systems(const Context& context) {
    const auto systems = context.schedule.systems();
    const bool by_order = sort_column_ == Column::Order;
    const bool due = !by_order && context.time_secs >= sorted_at_secs_ + resort_systems_secs;
    if (sorted_ && sorted_systems_.size() == systems.size() && !due) return;
    sorted_ = true;
    sorted_at_secs_ = context.time_secs;
    sorted_systems_.resize(systems.size());
    for (std::size_t i = 0; i < sorted_systems_.size(); ++i) sorted_systems_[i] = i;
    const auto number_of = [&](std::size_t order) {
        const ecs::System& system = *systems[order];
        const ecs::SystemStats& stats = system.stats;
        const TimeSummary& summary = times_.of(system).summary;
        switch (sort_column_) {
            case Column::Stage:
                return static_cast<double>(context.schedule.stages()[order]);
            case Column::Last:
                return stats.last_secs;
            case Column::Mean:
                return summary.mean_secs;
            case Column::Least:
                return summary.least_secs;
            case Column::Most:
                return summary.most_secs;
            case Column::P95:
                return summary.most_of_95_secs;
            case Column::Share:
                return system.enabled ? summary.mean_secs : 0;
            case Column::Budget:  // by how much of it is used
                return system.description.budget_us > 0 ? summary.mean_secs * 1e6 / system.description.budget_us : -1;
            case Column::Visited:
                return static_cast<double>(stats.entities_visited);
            case Column::Changes:
                return static_cast<double>(stats.structural_changes);
            default:
                return static_cast<double>(order);
        }
    };
    if (by_order && !descending_) return;
    std::stable_sort(sorted_systems_.begin(), sorted_systems_.end(), [&](std::size_t a, std::size_t b) {
        if (descending_) std::swap(a, b);
        if (sort_column_ == Column::Name) return systems[a]->description.name < systems[b]->description.name;
        return number_of(a) < number_of(b);
    });
}

/// In the order of running, with lines above the phases and groups; sorted otherwise, only systems.
void SystemsPanel::make_rows(const Context& context) {
    const auto systems = context.schedule.systems();
    rows_.clear();
    std::string_view group;
    for (std::size_t i = 0; i < sorted_systems_.size(); ++i) {
        const std::size_t order = sorted_systems_[i];
        if (sort_column_ == Column::Order) {
            const ecs::SystemDescription& description = systems[order]->description;
            const bool new_phase = i == 0 || systems[sorted_systems_[i - 1]]->description.phase != description.phase;
            if (new_phase) {
                rows_.push_back({Row::Kind::Phase, order});
                group = {};
            }
            if (description.group != group) {
                group = description.group;
                if (!group.empty()) rows_.push_back({Row::Kind::Group, order});
            }
            if (!group.empty() && folded_.contains(group)) continue;
        }
        rows_.push_back({Row::Kind::System, order});
    }
}

/// Only what is in view. A system that is unfolded has rows below it, so it is drawn in any case.
void SystemsPanel::draw_rows(const Context& context) {
    const auto systems = context.schedule.systems();
    const auto needed = [&](const Row& row) {
        if (row.kind != Row::Kind::System) return false;
        const std::string& name = systems[row.order]->description.name;
        return name == unfolded_ || (scrolls_ && name == shown_system_);
    };
    std::size_t begin = 0;
    while (begin < rows_.size()) {
        std::size_t end = begin;
        while (end < rows_.size() && !needed(rows_[end])) ++end;
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(end - begin));
        while (clipper.Step())
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
                draw_row(context, rows_[begin + static_cast<std::size_t>(i)]);
        clipper.End();
        if (end < rows_.size()) draw_row(context, rows_[end++]);
        begin = end;
    }
}

void SystemsPanel::draw_row(const Context& context, const Row& row) {
    switch (row.kind) {
        case Row::Kind::Phase:
            return draw_phase(context, context.schedule.systems()[row.order]->description.phase);
        case Row::Kind::Group:
            return draw_group(context, row.order);
        case Row::Kind::System:
            return draw_system(context, row.order);
    }
}

/// Moves the system one place in its phase, as the menu of the system does.
void SystemsPanel::move_one(const Context& context, const std::string& name, bool later) const {
    const ecs::System* const neighbour = ecs::neighbour_of(context.schedule, name, later);
    if (neighbour == nullptr) return;
    const std::string other = neighbour->description.name;
    if (!ecs::why_not_beside(context.schedule, name, other, later).empty()) return;
    EditRequest request{phrase("Move system {}", name), {}};
    request.edits.emplace_back(ecs::move_beside(context.schedule, name, other, later));
    request.ends_gesture = true;
    context.requests.emplace_back(std::move(request));
}

void SystemsPanel::take_keys(const Context& context) {
    const std::string& name = focused_.empty() ? shown_system_ : focused_;
    if (name.empty() || !ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows)) return;
    for (const bool later : {false, true})
        if (take_command(context, later ? run_later : run_earlier)) move_one(context, name, later);
}

}  // namespace panels
