// The MoveReplay is one operation as a play: which rows of which archetypes are on replay, and where every value of the
// rows that move stands at any moment. A moment is a number: 2.5 is the middle of the third beat. Positions are a pure
// function of it, so the play can be stepped, scrubbed and run backwards.
#pragma once

#include <string>
#include <vector>

#include "ecs/diagnose/operation.hpp"

namespace panels {

/// One archetype on replay. Rows are those that take part and their neighbours, in order; gaps between them are not
/// shown. The first column is the entity's id (no_component).
struct ReplayFrame {
    ecs::ArchetypeId archetype = ecs::no_archetype;
    std::vector<ecs::ComponentId> columns;
    struct Row {
        ecs::Location place;
        bool takes_part = false;  // else a neighbour that stays where it is
    };
    std::vector<Row> rows;

    std::size_t row_of(const ecs::Location& place) const;
    std::size_t column_of(ecs::ComponentId component) const;
};

/// A value of a row that takes part: on its way from one place to another, or coming or going where it is.
struct ReplayCell {
    ecs::Entity entity;
    ecs::ComponentId component = ecs::no_component;
    ecs::Location from, to;
    float way = 0;      // 0: at `from`, 1: at `to`
    float opacity = 1;  // 0: not there (any more or yet)
};

class MoveReplay {
public:
    MoveReplay() = default;
    MoveReplay(const ecs::World& world, ecs::Operation operation);

    const ecs::Operation& operation() const { return operation_; }
    const std::vector<ecs::Beat>& beats() const { return beats_; }
    /// Where the row was, where it goes; one of them when it is created or destroyed.
    const std::vector<ReplayFrame>& frames() const { return frames_; }
    const ReplayFrame* frame_of(ecs::ArchetypeId archetype) const;

    /// At a moment from 0 to the number of beats.
    std::vector<ReplayCell> cells_at(double moment) const;
    /// Bytes copied until then, whole beats only.
    std::uint64_t bytes_until(double moment) const;
    /// What happens in a beat, in a sentence.
    std::string caption(const ecs::World& world, std::size_t beat) const;

private:
    void add_frame(const ecs::World& world, const ecs::Location& place, bool is_target);

    ecs::Operation operation_;
    std::vector<ecs::Beat> beats_;
    std::vector<ReplayFrame> frames_;
};

}  // namespace panels
