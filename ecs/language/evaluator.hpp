// Runs a BoundQuery over the chunks of a world. Of each archetype it first asks what holds for all of its rows, so that
// archetypes which cannot match are skipped as a whole; then it makes a mask, one byte a row, for each chunk. Memory is
// taken by reserve() and when archetypes come. It belongs to a TextQuery or a TextValue and to one thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ecs/language/value_machine.hpp"

namespace ecs {

/// What holds for the rows of an archetype.
enum class Verdict : std::uint8_t { Never, Rows, Always };

/// The rows of one chunk, as the evaluator sees them.
struct ChunkSlice {
    const Archetype* archetype = nullptr;
    std::size_t chunk = 0;  // position
    std::size_t first = 0, count = 0;
};

class Evaluator {
public:
    static constexpr std::size_t most_rows = Chunk::full_bytes / sizeof(Entity);  // of a chunk

    /// Takes all memory that running the query needs. The query must outlive this.
    void reserve(const BoundQuery& query);
    /// Looks up the values that are the same for all entities. Call it before the other functions, after each change of
    /// the world. Numbers of watches must have the types with which the query was bound: see watches_fit().
    void begin(const World& world, const QueryInputs& inputs);

    /// Whether rows of the archetype could match, by its components alone. With `toggled`, as if it had that component
    /// and had not, or the other way round.
    bool could_match(const World& world, const Archetype& archetype, ComponentId toggled = no_component);
    /// Whether the archetype is left out because it is of prefabs, which the query does not name. After begin() or
    /// could_match().
    bool passes_over(const Archetype& archetype) const { return left_out_ != no_component && archetype.has(left_out_); }
    /// What holds for the archetype now. Prepares mask() for its chunks.
    Verdict enter(const Archetype& archetype);
    /// The mask of these rows, which must be of the archetype that was entered last.
    const std::uint8_t* mask(const ChunkSlice& slice);
    /// Fetches the first lines of what mask() will read in the next chunk: the processor predicts the next line of a
    /// column, but not where the columns of the next chunk begin.
    void prefetch(const Archetype& archetype, std::size_t chunk, std::size_t rows) const;
    /// The mask of one node, for explanations.
    bool holds(std::uint32_t node, const ChunkSlice& slice);
    /// The value of a program for one row. Nothing when the row lacks a component or has a fault.
    std::optional<Cell> value(std::uint32_t program, const ChunkSlice& slice);
    /// The value of a program that reads no row.
    std::optional<Cell> value_of_world(std::uint32_t program);
    /// Runs a program over at most 256 rows. Null when the archetype lacks a component.
    const Register* values(std::uint32_t program, const ChunkSlice& slice, const std::uint8_t* active);

    const RowFaults& faults() const { return machine_.faults; }
    const BoundQuery& query() const { return *query_; }

private:
    using Mask = std::array<std::uint8_t, most_rows>;

    Verdict judge(const BoundNode& node, const Archetype& archetype, bool present_only) const;
    Verdict join(const BoundNode& node) const;
    bool has_all(const std::vector<std::uint32_t>& needs) const;
    void find_columns(const Archetype& archetype);
    /// Looks up whether prefabs are left out.
    void find_left_out();
    void point_at(const ChunkSlice& slice);

    void run(std::uint32_t node, const ChunkSlice& slice, const std::uint8_t* active, std::uint8_t* out,
             std::size_t level);
    void run_and(const BoundNode& node, const ChunkSlice& slice, const std::uint8_t* active, std::uint8_t* out,
                 std::size_t level);
    void run_or(const BoundNode& node, const ChunkSlice& slice, const std::uint8_t* active, std::uint8_t* out,
                std::size_t level);
    void run_leaf(const BoundNode& node, const ChunkSlice& slice, const std::uint8_t* active, std::uint8_t* out);
    void run_programs(const BoundNode& node, const ChunkSlice& slice, const std::uint8_t* active, std::uint8_t* out);
    void run_entities(const BoundNode& node, const ChunkSlice& slice, std::uint8_t* out) const;
    void run_changed_value(const BoundNode& node, const ChunkSlice& slice, std::uint8_t* out) const;
    void compare(const BoundNode& node, const Rows& rows, std::uint8_t* out);
    void compare_two(Operator op, std::uint32_t left, std::size_t a, std::uint32_t right, std::size_t b,
                     std::size_t count, std::uint8_t* out) const;
    void find_aggregates();
    std::optional<Cell> fold_all(Function function);
    Entity below_root(const BoundNode& node) const;

    const BoundQuery* query_ = nullptr;
    const World* world_ = nullptr;
    QueryInputs inputs_;
    ValueMachine machine_;
    std::vector<Verdict> verdicts_;     // by node, of the archetype entered last
    std::vector<int> columns_;          // by BoundQuery::components, in that archetype
    std::vector<const std::byte*> at_;  // the same, in the slice
    std::vector<std::optional<Cell>> watches_;
    std::vector<std::optional<Cell>> aggregates_;
    std::vector<Evaluator> inner_;  // of the aggregates
    std::vector<Mask> masks_;
    ComponentId left_out_ = no_component;
    const World* left_out_of_ = nullptr;  // where it was looked up, and among how many types
    std::size_t left_out_types_ = 0;
    std::vector<Entity> roots_;  // by node: the entity below which Below looks in this walk
};

}  // namespace ecs
