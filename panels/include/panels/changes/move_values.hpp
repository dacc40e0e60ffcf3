// The values of the rows that a change moved. The journal keeps places and bytes only, so they are copied from the
// world when the change is made, while it holds them: what another change or a system wrote since is not shown as if it
// had been there. Whoever runs the world owns the MoveValues and lets it listen to the journal while a panel wants
// them; otherwise they are those of the last change before each look.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ecs/diagnose/operation.hpp"

namespace panels {

/// Of a row that takes part, as it was when the change had been made.
struct MovedValue {
    ecs::Entity entity;
    ecs::ComponentId component = ecs::no_component;
    std::string text;  // empty when not known
    bool known = false;
    bool too_large = false;
};

class MoveValues final : public ecs::ChangeListener {
public:
    static constexpr std::size_t rows_kept = 512;           // rows that came somewhere, mostly one or two a change
    static constexpr std::uint32_t max_value_bytes = 1024;  // of one component; larger ones are not kept

    MoveValues() = default;
    MoveValues(const MoveValues&) = delete;
    MoveValues& operator=(const MoveValues&) = delete;

    /// Once a frame, by the panel that shows them: takes down what is in place by now, and wants more.
    void look(const ecs::World& world, const ecs::Journal& journal);
    /// Whether a panel looked since the last call. If it did not, nobody needs to listen.
    bool take_wanted();
    void clear();

    /// Of all columns with bytes that the rows have after the change. Nothing when none were taken down, or when they
    /// were forgotten for newer ones.
    std::optional<std::vector<MovedValue>> of(const ecs::World& world, const ecs::Operation& operation) const;

    void changed(const ecs::World& world, const ecs::StructuralChange& change) noexcept override;
    void settled(const ecs::World& world) noexcept override;

private:
    enum class State : std::uint8_t { Pending, Known, TooLarge, Lost };
    struct Column {
        ecs::ComponentId component = ecs::no_component;
        State state = State::Lost;
        std::uint32_t start = 0;  // in the row's bytes
        std::string text;         // of what memcpy cannot copy
    };
    struct Row {
        std::uint64_t change = 0;  // its number, counted from the first that the journal ever had
        ecs::Entity entity;
        ecs::Location place;
        std::uint64_t version = 0;  // of the rows of the chunk
        std::vector<Column> columns;
        std::vector<std::byte> bytes;
    };
    enum class Moment { OfTheChange, Later };

    void take_row(const ecs::World& world, const ecs::StructuralChange& change, std::uint64_t number, Moment moment);
    void take_value(const ecs::World& world, Row& row, Column& column, int position);
    void take_pending(const ecs::World& world, bool nothing_wrote, const ecs::StructuralChange* next);
    const Row* find(std::uint64_t change) const;

    std::vector<Row> rows_;  // a ring
    std::size_t next_ = 0;
    std::optional<std::size_t> pending_;  // the row of the last change, some of whose values are not in place yet
    std::uint64_t seen_total_ = 0;
    bool wanted_ = false;
};

bool any_known(const std::vector<MovedValue>* values);
/// What is known of the values, and why not more, for people.
std::string about_values(const ecs::World& world, const ecs::Operation& operation,
                         const std::vector<MovedValue>* values);
const MovedValue* find_value(std::span<const MovedValue> values, ecs::Entity entity, ecs::ComponentId component);

}  // namespace panels
