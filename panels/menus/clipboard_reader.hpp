// Reads the entities that a clipboard has as text of a world file, with what they need: see entity_clipboard.hpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ecs/edit/edit.hpp"
#include "ecs/types/component_type.hpp"
#include "ecs/world/world.hpp"

namespace panels {

struct EntitiesOfText {
    std::string problem;                                                  // for a person; the rest is not whole then
    std::vector<ecs::EntityRecord> records, prefabs;                      // with the ids of the text
    std::optional<std::unordered_map<ecs::Entity, std::string>> outside;  // names of those that they refer to
    std::vector<ecs::ComponentType> lacks;                                // the text describes them, the world has none
};

/// Throws FileError when it is no such text.
EntitiesOfText entities_of_text(const ecs::World& world, std::string_view text);

/// The prefabs of a text beside those of the world. A prefab of the world with the same name, and the same names below
/// it, is taken for the one of the text.
class PrefabsOfText {
public:
    /// `records` are moved out of by find_lacking().
    PrefabsOfText(const ecs::World& world, std::vector<ecs::EntityRecord>& records);

    /// The counterparts of those that the world has, by their ids in the text.
    std::unordered_map<ecs::Entity, ecs::Entity> known;

    /// Moves out the records of those that the world lacks, parents first.
    void find_lacking(std::vector<ecs::EntityRecord>& lacking, std::vector<std::string>& names);

private:
    bool is_like(std::size_t root, ecs::Entity entity);
    void move_out(std::size_t root, std::vector<ecs::EntityRecord>& lacking);

    const ecs::World& world_;
    std::vector<ecs::EntityRecord>& records_;
    std::vector<std::size_t> roots_;
    std::unordered_map<ecs::Entity, std::vector<std::size_t>> below_;
};

}  // namespace panels
