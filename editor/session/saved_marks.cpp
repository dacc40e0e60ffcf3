#include "editor/session/saved_marks.hpp"

#include <algorithm>

#include <optional>
#include <string_view>

namespace editor {

namespace {

/// `hidden 12v3,13v1 locked 5v1`; nothing when it is something else.
std::optional<SavedMarks::Marks> marks_from(std::string_view text) {
    constexpr std::string_view hidden_word = "hidden ", locked_word = " locked ";
    if (!text.starts_with(hidden_word)) return std::nullopt;
    text.remove_prefix(hidden_word.size());
    const std::size_t parts = text.find(locked_word);
    if (parts == std::string_view::npos) return std::nullopt;
    SavedMarks::Marks marks;
    const auto read = [](std::string_view ids, std::vector<ecs::Entity>& into) {
        while (!ids.empty()) {
            const std::size_t end = std::min(ids.find(','), ids.size());
            const std::optional<ecs::Entity> entity = ecs::parse_entity(ids.substr(0, end));
            if (!entity) return false;
            into.push_back(*entity);
            ids.remove_prefix(std::min(end + 1, ids.size()));
        }
        return true;
    };
    if (!read(text.substr(0, parts), marks.hidden)) return std::nullopt;
    if (!read(text.substr(parts + locked_word.size()), marks.locked)) return std::nullopt;
    return marks;
}

std::string ids_of(const std::vector<ecs::Entity>& entities) {
    std::string text;
    for (std::size_t i = 0; i < std::min(entities.size(), SavedMarks::most_marks); ++i)
        text += (text.empty() ? "" : ",") + ecs::to_string(entities[i]);
    return text;
}

}  // namespace

SavedMarks::SavedMarks(const std::filesystem::path& folder) : kept_(folder, "marks") {}

SavedMarks::Marks SavedMarks::find(const std::filesystem::path& world_file) const {
    const auto text = kept_.find(world_file, [](std::string_view each) { return marks_from(each).has_value(); });
    return text ? *marks_from(*text) : Marks{};
}

std::string SavedMarks::remember(const std::filesystem::path& world_file, const Marks& marks) const {
    if (marks.hidden.empty() && marks.locked.empty()) return kept_.remember(world_file, {});
    return kept_.remember(world_file, "hidden " + ids_of(marks.hidden) + " locked " + ids_of(marks.locked));
}

}  // namespace editor
