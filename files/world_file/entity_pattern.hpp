// An EntityPattern is the text form of one entity: literal pieces, and places of values. The next entity usually has
// the same form. It is then read by comparing the pieces and scanning the values, a hundred entities at a time. A
// pattern learns only from the general reader (FieldReader) and rejects everything unusual. The general reader then
// reads it again; only that reader reports errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ecs/world/world.hpp"
#include "files/json/json_fields.hpp"

namespace files {

class EntityPattern {
public:
    struct Component {
        const ecs::ComponentType* type = nullptr;
        const void* read_to = nullptr;  // base address of the notes
    };

    /// `text` is an entity that was read; the notes give the place of each value in it; `start` is its own offset.
    EntityPattern(std::string_view text, std::size_t start, std::span<const ValueNote> notes,
                  std::span<const Component> components);

    /// Reads the entity at the start of `text` if it fits. Returns its bytes, or 0. Reads nothing when full().
    std::size_t read(std::string_view text);
    bool full() const { return handles_.size() == max_; }

    /// The entity that was read last. The next function gives its parent.
    ecs::Entity last() const { return handles_.back(); }
    ecs::Entity last_parent() const { return has_parent_ ? parents_.back() : ecs::null_entity; }

    /// Creates the entities that were read. False when a handle was taken.
    bool create_all(ecs::World& world);
    std::size_t count() const { return handles_.size(); }
    /// Bytes of the values of one entity.
    std::uint64_t value_bytes() const { return value_bytes_; }

private:
    /// A literal piece and the value behind it.
    struct Step {
        std::uint32_t first_word = 0, words = 0;  // of the piece, in words_
        std::uint64_t last_mask = 0;              // bytes of its last word that count
        std::uint32_t bytes = 0;                  // of the piece
        ValueNote::What what = ValueNote::What::Id;
        ecs::FieldKind kind = ecs::FieldKind::F32;
        std::uint32_t component = 0, offset = 0;  // of the value
        std::uint32_t cell = 0;
        const ecs::Field* field = nullptr;
    };

    void add_piece(std::string_view piece, Step& step);
    bool same_piece(const char* at, const Step& step) const;
    bool read_value(const char*& at, const char* end, const Step& step, std::uint64_t* cells);
    void write_run(ecs::World& world, std::size_t first, std::size_t count) const;

    std::vector<Step> steps_;
    Step closing_;                      // the piece behind the last value
    std::vector<std::uint64_t> words_;  // of all pieces
    std::vector<ecs::ComponentId> components_;
    std::vector<std::uint32_t> sizes_;  // of the components' values
    std::size_t min_bytes_ = 0;         // needed in the rest of the text, so that no scan crosses its end
    std::uint64_t value_bytes_ = 0;
    bool has_parent_ = false;

    // Entities that were read and are not created yet
    std::size_t max_ = 0, cells_each_ = 0;
    std::vector<ecs::Entity> handles_, parents_;
    std::vector<std::uint64_t> cells_;  // values as their bits; texts as address and length
};

}  // namespace files
