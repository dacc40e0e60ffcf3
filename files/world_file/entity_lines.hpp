// EntityLines writes the lines of entities into a world file. The parts that all entities of an archetype share
// (names of components and fields, brackets) are prepared once. An entity is then written as alternating pieces of
// text and values. The text is passed on in blocks.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/world/world.hpp"

namespace files {

class EntityLines {
public:
    using PassOn = std::function<void(std::string_view)>;

    /// `file` is the saved file, for messages. The world must not change.
    EntityLines(const ecs::World& world, std::string file, PassOn pass_on);

    /// Writes `{ "id": … }`. Throws FileError when the entity has something that a file cannot hold.
    void write(ecs::Entity entity);
    void write(std::string_view text);
    /// Passes on the rest.
    void finish();

private:
    /// A piece of text and the value behind it.
    struct Step {
        std::size_t piece = 0, piece_bytes = 0;    // in pieces_
        const ecs::ComponentType* type = nullptr;  // null: the piece is the last one
        const ecs::Field* field = nullptr;         // null: the whole component
        bool is_short = false;                     // see write_short_value
        std::size_t column = 0, row_bytes = 0, offset = 0;
    };
    struct Line {
        std::vector<Step> steps;
        std::size_t max_bytes = 0;  // of all short parts together
        bool has_name = false, has_parent = false;
    };

    const Line& line_of(const ecs::Archetype& archetype);
    void add_fields(Line& line, std::string& piece, const ecs::Archetype& archetype, std::size_t column);
    void end_piece(Line& line, std::string& piece, Step step);
    void make_room(std::size_t bytes);
    void put_piece(std::size_t piece, std::size_t bytes);
    void put_long_value(ecs::Entity entity, const Step& step, const void* data);
    void refuse_long_strings(ecs::Entity entity, const ecs::ComponentType& type, const void* component) const;

    const ecs::World& world_;
    std::string file_;
    PassOn pass_on_;
    std::vector<std::optional<Line>> lines_;  // by archetype
    std::string pieces_;                      // of all lines
    std::string long_value_;                  // the present long value
    std::unique_ptr<char[]> block_;
    char* to_ = nullptr;
};

/// Throws a FileError that says why a world cannot be saved. `file` may be empty.
[[noreturn]] void refuse_to_save(const std::string& file, const std::string& problem);

}  // namespace files
