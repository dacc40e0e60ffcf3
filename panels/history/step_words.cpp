#include "panels/history/step_words.hpp"

#include <algorithm>
#include <utility>

#include "panels/base/language.hpp"
#include "panels/menus/copied_text.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

/// The value of the one field that the edit sets; empty when it sets more.
std::string one_value(const ecs::Edit& edit) {
    const auto* const set = std::get_if<ecs::SetComponent>(&edit);
    if (set == nullptr || !set->value || set->fields.size() != 1) return {};
    const ecs::ComponentType& type = set->value.type();
    if (set->fields.front() >= type.fields.size()) return {};
    return value_of_field(type.fields[set->fields.front()], set->value.data());
}

}  // namespace

Icon icon_of_step(const ecs::HistoryStep& step) {
    constexpr std::pair<std::string_view, Icon> icons[] = {
        {"create", Icon::Plus},
        {"destroy", Icon::Minus},
        {"add", Icon::Tag},
        {"remove", Icon::Close},
        {"set", Icon::Rule},
        {"reparent", Icon::Reference},
        {"toggle", Icon::System},
        {"add_system", Icon::System},
        {"remove_system", Icon::System},
        {"fit_blocks", Icon::Bytes},
        {"gather_blocks", Icon::Bytes},
        {"fold_tags", Icon::Tag},
        {"unfold_tags", Icon::Tag},
    };
    for (const auto& [kind, icon] : icons)
        if (kind == step.kind) return icon;
    return Icon::More;
}

std::vector<std::string> changes_of_step(const ecs::World& world, const ecs::HistoryStep& step, std::size_t most) {
    std::vector<std::string> lines;
    if (!step.repeatable) return lines;
    const std::vector<ecs::Edit>& forward = ecs::forward_edits(step);
    for (std::size_t i = 0; i < std::min(most, forward.size()); ++i) {
        std::string line = ecs::describe_edit(world, forward[i]);
        const std::string after = one_value(forward[i]);
        // Of a step in force, the inverse at the same place has the value from before.
        const std::string before = step.done_edits.empty() ? std::string() : one_value(step.edits[i]);
        if (!before.empty() && !after.empty())
            line += ": " + phrase("from {} to {}", before, after);
        else if (!after.empty())
            line += ": " + after;
        lines.push_back(one_line(line));
    }
    if (forward.size() > most) lines.push_back(format_count(forward.size() - most, "more change", "more changes"));
    return lines;
}

}  // namespace panels
