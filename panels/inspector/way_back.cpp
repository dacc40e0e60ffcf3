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

enum class Makes : std::uint8_t { No, Kept, Free };

Makes makes_again(const ecs::Edit& edit, ecs::Entity entity) {
    if (const auto* create = std::get_if<ecs::CreateEntities>(&edit)) {
        const auto found = std::find_if(create->entities.begin(), create->entities.end(),
                                        [&](const ecs::EntityRecord& each) { return each.entity == entity; });
        return found == create->entities.end() ? Makes::No : found->kept ? Makes::Kept : Makes::Free;
    }
    const auto* back = std::get_if<ecs::RestoreRows>(&edit);
    if (back == nullptr) return Makes::No;
    bool found = false;
    back->rows->entities().each_run([&](ecs::Entity first, std::uint32_t count) {
        found |=
            first.generation == entity.generation && entity.index >= first.index && entity.index - first.index < count;
    });
    return found ? Makes::Kept : Makes::No;
}

Makes makes_again(const ecs::HistoryStep& step, ecs::Entity entity) {
    for (const ecs::Edit& edit : step.edits)
        if (const Makes makes = step.closed.empty() ? makes_again(edit, entity) : Makes::No; makes != Makes::No)
            return makes;
    return Makes::No;
}

}  // namespace

void WayBack::look(const HistoryState& history, ecs::Entity entity) {
    kept_ = true;
    words_ = nothing_ = tr("Nothing in the history brings it back");
    for (std::size_t i = history.steps; i-- > 0;)
        if (const Makes makes = makes_again(history.all[i], entity); makes != Makes::No) {
            kept_ = makes == Makes::Kept;
            words_ = i + 1 == history.steps ? std::string(tr("Undo brings it back"))
                                            : phrase("Undo back to \"{}\" brings it back", history.all[i].label);
            return;
        }
    for (std::size_t i = history.steps; i < history.all.size(); ++i)
        if (const Makes makes = makes_again(history.all[i], entity); makes != Makes::No) {
            kept_ = makes == Makes::Kept;
            words_ = i == history.steps ? std::string(tr("Redo brings it back"))
                                        : phrase("Redo up to \"{}\" brings it back", history.all[i].label);
            return;
        }
}

const std::string& WayBack::follow(const ecs::World& world, const HistoryState& history, ecs::Entity entity) {
    const auto closed = static_cast<std::size_t>(
        std::count_if(history.all.begin(), history.all.end(), [](const auto& step) { return !step.closed.empty(); }));
    if (words_.empty() || entity != entity_ || history.state != state_ || history.steps != steps_ ||
        history.all.size() != all_ || closed != closed_) {
        entity_ = entity;
        state_ = history.state;
        steps_ = history.steps;
        all_ = history.all.size();
        closed_ = closed;
        look(history, entity);
    }
    // Who had the id since, and is gone, is not the one that the step makes.
    return kept_ || gave_id_back(world, entity) ? words_ : nothing_;
}

}  // namespace panels
