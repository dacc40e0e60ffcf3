#include "panels/inspector/way_back.hpp"

#include <algorithm>
#include <variant>
#include <vector>

#include "ecs/edit/history.hpp"
#include "ecs/world/taken_rows.hpp"
#include "panels/base/language.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

bool makes_again(const ecs::Edit& edit, ecs::Entity entity) {
    if (const auto* create = std::get_if<ecs::CreateEntities>(&edit))
        return std::any_of(create->entities.begin(), create->entities.end(),
                           [&](const ecs::EntityRecord& each) { return each.entity == entity; });
    const auto* back = std::get_if<ecs::RestoreRows>(&edit);
    if (back == nullptr) return false;
    bool found = false;
    back->rows->entities().each_run([&](ecs::Entity first, std::uint32_t count) {
        found |=
            first.generation == entity.generation && entity.index >= first.index && entity.index - first.index < count;
    });
    return found;
}

bool makes_again(const ecs::HistoryStep& step, ecs::Entity entity) {
    return step.closed.empty() && std::any_of(step.edits.begin(), step.edits.end(),
                                              [&](const ecs::Edit& edit) { return makes_again(edit, entity); });
}

std::string words_of_way(const HistoryState& history, ecs::Entity entity) {
    for (std::size_t i = history.steps; i-- > 0;)
        if (makes_again(history.all[i], entity))
            return i + 1 == history.steps ? std::string(tr("Undo brings it back"))
                                          : phrase("Undo back to \"{}\" brings it back", history.all[i].label);
    for (std::size_t i = history.steps; i < history.all.size(); ++i)
        if (makes_again(history.all[i], entity))
            return i == history.steps ? std::string(tr("Redo brings it back"))
                                      : phrase("Redo up to \"{}\" brings it back", history.all[i].label);
    return tr("Nothing in the history brings it back");
}

}  // namespace

const std::string& WayBack::follow(const HistoryState& history, ecs::Entity entity) {
    const auto closed = static_cast<std::size_t>(
        std::count_if(history.all.begin(), history.all.end(), [](const auto& step) { return !step.closed.empty(); }));
    if (words_.empty() || entity != entity_ || history.state != state_ || history.steps != steps_ ||
        history.all.size() != all_ || closed != closed_) {
        entity_ = entity;
        state_ = history.state;
        steps_ = history.steps;
        all_ = history.all.size();
        closed_ = closed;
        words_ = words_of_way(history, entity);
    }
    return words_;
}

}  // namespace panels
