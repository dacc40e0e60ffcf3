// FieldWriters shows which systems and edits wrote a field: a clock button at the right of its row opens a list of the
// last writers below. Of many writes in a row by one writer, the list has only the last, so that a rare writer is not
// pushed out. It belongs to the Inspector.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ecs/record/field_record.hpp"
#include "panels/base/panel.hpp"
#include "panels/base/patterns.hpp"

namespace panels {

/// One line beneath a field.
struct WriterLine {
    std::uint64_t tick = 0, number = 0;
    ecs::WriterKind kind = ecs::WriterKind::Direct;
    std::string writer;         // name of the system, label of the step; empty: a direct call
    std::string what;           // "x", where the row has several values
    std::string before, after;  // empty: the component was added or removed, which `note` says
    std::string note;
    std::size_t more = 0;  // older ones by the same writer that have no line
    bool gap = false;      // not a write: the value has changed since its newest record, and the writer is unknown
};

/// The last writers of some fields of a component, newest first, until the tick of the world. Where the value is not
/// what the newest record says, a line without a writer comes first.
std::vector<WriterLine> last_writers(const ecs::World& world, const Recording& recording, ecs::Entity entity,
                                     ecs::ComponentId component, std::span<const ecs::Field> fields);

class FieldWriters {
public:
    /// Pixels that a row of fields leaves free at its right.
    static float room(const Context& context);
    /// Draws the clock of a row of fields, and the writers beneath when it is open. Call it after the row.
    void draw(const Context& context, ecs::Entity entity, const ecs::ComponentType& type,
              std::span<const ecs::Field> fields, const Area& row);

private:
    struct Shown {
        ecs::Entity entity;
        // When the lines were read:
        std::uint64_t total = 0, kept = 0, tick = 0, written = 0;
        bool read = false;
        std::vector<WriterLine> lines;
    };
    using Key = std::pair<ecs::ComponentId, std::uint32_t>;

    void draw_lines(const Context& context, const Shown& shown, float left, float right);

    std::set<Key> open_;  // by the first field of the row
    std::vector<std::pair<Key, Shown>> shown_;
};

/// What a person reads of a writer: the system, "you", "direct call".
std::string name_of_writer(ecs::WriterKind kind, std::string_view name);
/// Draws its sign.
void draw_writer_icon(ImDrawList& list, const Style& style, ecs::WriterKind kind, ImVec2 low, float size, ImU32 color);

}  // namespace panels
