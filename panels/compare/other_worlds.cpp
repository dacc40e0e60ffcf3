#include "panels/compare/other_worlds.hpp"

#include <algorithm>
#include <memory>
#include <optional>
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
           std::holds_alternative<ecs::RemoveSystem>(edit) || std::holds_alternative<ecs::MoveSystem>(edit) ||
           std::holds_alternative<ecs::NoteSystem>(edit);
}

template <class AnyEdit, class F>
void each_value(AnyEdit& edit, F visit) {
    if (auto* set = std::get_if<ecs::SetComponent>(&edit)) visit(set->value);
    if (auto* add = std::get_if<ecs::AddComponent>(&edit)) visit(add->value);
    if (auto* create = std::get_if<ecs::CreateEntities>(&edit))
        for (auto& record : create->entities)
            for (auto& value : record.values) visit(value);
    if (auto* type = std::get_if<ecs::SetType>(&edit))
        for (auto& kept : type->kept) visit(kept.second);
}

/// Edits for a copy of the world. Values belong to the types of a world, and a copy has the same types under the same
/// ids. Nothing when a value cannot be copied.
std::optional<std::vector<ecs::Edit>> edits_for_copy(const ecs::World& copy, const std::vector<ecs::Edit>& edits) {
    bool copyable = true;
    for (const ecs::Edit& edit : edits)
        each_value(edit, [&](const ecs::Value& value) { copyable = copyable && (!value || value.type().copyable()); });
    for (const ecs::Edit& edit : edits)
        if (const auto* rows = std::get_if<ecs::RestoreRows>(&edit)) copyable = copyable && rows->rows->copyable();
    if (!copyable) return std::nullopt;
    std::vector<ecs::Edit> copies = edits;
    std::erase_if(copies, is_about_systems);
    for (ecs::Edit& edit : copies)
        if (auto* rows = std::get_if<ecs::RestoreRows>(&edit)) {
            rows->rows = rows->rows->clone();
            for (ecs::TakenRows::Group& group : rows->rows->groups)
                for (const ecs::ComponentType*& type : group.types) type = &copy.types()[type->id];
        }
    for (ecs::Edit& edit : copies)
        each_value(edit, [&](ecs::Value& value) {
            if (value) value = ecs::Value(copy.types()[value.type().id], value.data());
        });
    return copies;
}

}  // namespace

ComparedWorlds::Make world_of_file(std::string file, std::shared_ptr<files::FileStamp> read_as) {
    return [file = std::move(file),
            read_as = std::move(read_as)](ecs::Progress& progress) -> ecs::Result<std::unique_ptr<ecs::World>> {
        auto world = std::make_unique<ecs::World>();
        files::LoadOptions options;
        options.progress = &progress;
        auto loaded = files::try_load_world(file, *world, options);
        if (!loaded) return ecs::Error{loaded.error()};
        *read_as = loaded->on_disk;
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
        std::optional<std::vector<ecs::Edit>> edits = edits_for_copy(*world, step.edits);
        if (!edits) return ecs::Error{phrase("A value of the step {} cannot be copied", step.label)};
        const ecs::ApplyFailure failure =
            back ? ecs::apply_all_backwards(*world, schedule, *edits) : ecs::apply_all(*world, schedule, *edits);
        if (!failure.why.empty()) return ecs::Error{phrase("The world went on since {}: {}", step.label, failure.why)};
    }
    return world;
}

}  // namespace panels
