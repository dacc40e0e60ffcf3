#include "panels/compare/other_worlds.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "files/world_file/world_file.hpp"
#include "panels/base/language.hpp"

namespace panels {

namespace {

/// A copy of the world has no systems, and none of them is compared.
bool is_about_systems(const ecs::Edit& edit) {
    return std::holds_alternative<ecs::ToggleSystem>(edit) || std::holds_alternative<ecs::AddSystem>(edit) ||
           std::holds_alternative<ecs::RemoveSystem>(edit);
}

/// Values belong to the types of a world. A copy has the same types under the same ids.
void use_types_of(const ecs::World& world, ecs::Value& value) {
    if (value) value = ecs::Value(world.types()[value.type().id], value.data());
}
void use_types_of(const ecs::World& world, ecs::Edit& edit) {
    if (auto* set = std::get_if<ecs::SetComponent>(&edit)) use_types_of(world, set->value);
    if (auto* add = std::get_if<ecs::AddComponent>(&edit)) use_types_of(world, add->value);
    if (auto* create = std::get_if<ecs::CreateEntities>(&edit))
        for (ecs::EntityRecord& record : create->entities)
            for (ecs::Value& value : record.values) use_types_of(world, value);
}

}  // namespace

ComparedWorlds::Make world_of_file(std::string file) {
    return [file = std::move(file)](ecs::Progress& progress) -> ecs::Result<std::unique_ptr<ecs::World>> {
        auto world = std::make_unique<ecs::World>();
        files::LoadOptions options;
        options.progress = &progress;
        auto loaded = files::try_load_world(file, *world, options);
        if (!loaded) return ecs::Error{loaded.error()};
        return world;
    };
}

ecs::Result<std::unique_ptr<ecs::World>> world_at_step(const ecs::Snapshot& now,
                                                       std::span<const ecs::HistoryStep> steps, std::size_t done,
                                                       std::size_t wanted) {
    const bool back = wanted < done;
    std::unique_ptr<ecs::World> world = now.make_world();
    ecs::Schedule schedule(*world);
    const std::size_t first = std::min(wanted, done), last = std::max(wanted, done);
    for (std::size_t i = 0; i < last - first; ++i) {
        const ecs::HistoryStep& step = steps[back ? last - 1 - i : first + i];
        std::vector<ecs::Edit> edits = step.edits;
        std::erase_if(edits, is_about_systems);
        for (ecs::Edit& edit : edits) use_types_of(*world, edit);
        const ecs::ApplyFailure failure =
            back ? ecs::apply_all_backwards(*world, schedule, edits) : ecs::apply_all(*world, schedule, edits);
        if (!failure.why.empty()) return ecs::Error{phrase("The world went on since {}: {}", step.label, failure.why)};
    }
    return world;
}

}  // namespace panels
