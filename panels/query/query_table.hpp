// The rows of the Query panel: which entities match, in the order of a column. It works in slices, so that no frame's
// work grows with the world, and goes on while the world runs.
//
//     ask: chunk by chunk, which slots match  ->  collect: a sort key of each  ->  sort  ->  take: rows()
//
// While the next rows are made, the last complete ones stay. They may name entities that are gone, so check each with
// the world before drawing. Without an order rows stand in the order of their ids.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ecs/language/change_baseline.hpp"
#include "ecs/language/text_query.hpp"
#include "panels/base/sliced_sort.hpp"
#include "panels/query/query_columns.hpp"

namespace panels {

struct QueryOrder {
    enum class By : std::uint8_t { Id, Name, Column };
    By by = By::Id;
    std::string column = {};  // QueryColumn::text
    bool descending = false;
    friend bool operator==(const QueryOrder&, const QueryOrder&) = default;
};

class QueryTable {
public:
    /// The query must be bound to the world of the next update(). Nothing: no rows.
    void set_query(std::optional<ecs::TextQuery> query);
    const ecs::TextQuery* query() const { return query_ ? &*query_ : nullptr; }
    void set_order(QueryOrder order);
    const QueryOrder& order() const { return order_; }
    /// Call it when the world was replaced or its types changed. The query goes.
    void reset();

    /// While the rows are kept, changes of the world change neither which they are nor their order.
    void keep_rows(bool keep) { rows_kept_ = keep; }
    /// Does this frame's slice of work, if the world has changed since the rows were made. `now_secs` is any clock.
    void update(const ecs::World& world, double now_secs, const ecs::Random& random);

    const std::vector<ecs::Entity>& rows() const { return rows_; }
    /// How many match, as far as it is known by now; also while rows are kept.
    std::size_t matched() const { return matched_; }
    struct Share {
        ecs::ArchetypeId archetype = ecs::no_archetype;
        std::size_t matched = 0;
    };
    /// Archetypes with a match, in the order of their ids.
    const std::vector<Share>& archetypes() const { return archetypes_; }
    /// Rows whose values had a fault, such as a division by zero.
    const ecs::RowFaults& faults() const { return faults_; }

    bool up_to_date() const { return !building_ && !dirty_ && !ready_; }
    /// Whether a later update has work to do. Rows that are kept wait for the mouse, not for a frame.
    bool busy(const ecs::World& world) const;
    const ecs::WatchValues* watches = nullptr;  // for queries that ask for $watches; not owned

    /// Whether a person waits for rows, and how far they are, from 0 to 1.
    bool searching() const { return building_ && asked_for_; }
    float progress() const;

    /// The tick that the rows are of, when the world has gone on for longer than a person would not notice.
    std::optional<std::uint64_t> behind_since(const ecs::World& world) const;

    static constexpr std::size_t no_row = static_cast<std::size_t>(-1);
    std::size_t row_of(ecs::Entity entity) const;

    /// Time limit of one update: after a change of the world, and while a person waits.
    static constexpr std::chrono::microseconds background_slice{40}, asked_for_slice{4000};
    /// What a query that asks what changed may take in each tick; one that takes longer is asked in fewer ticks.
    static constexpr std::chrono::microseconds whole_slice{1000};

private:
    enum class Part : std::uint8_t { Ask, Collect, Sort, Take };
    struct Item {
        std::uint64_t number = 0;
        ecs::Entity entity;
        std::uint32_t letters = 0;  // where they begin in letters_; 0: none
        bool known = false;
    };

    bool due(const ecs::World& world, double now_secs) const;
    bool may_compare(const ecs::World& world);
    void ask_again();
    void start(const ecs::World& world);
    bool step(const ecs::World& world);
    void ask(const ecs::World& world, std::size_t rows);
    void begin_collecting();
    bool collect(const ecs::World& world);
    void take_item(const ecs::World& world, ecs::Entity entity);
    void finish(double now_secs);
    bool less(const Item& a, const Item& b) const;

    std::optional<ecs::TextQuery> query_;
    QueryOrder order_;
    std::optional<QueryColumn> column_;  // of the order
    const ecs::WatchValues* watches_seen_ = nullptr;
    ecs::ChangeBaseline baseline_;  // for changed(), added() and removed()
    bool baseline_is_old_ = false;  // it is not of the tick before: changes cannot be told until the next one
    std::chrono::steady_clock::time_point compare_after_{};
    ecs::Random random_;

    std::vector<ecs::Entity> rows_, next_rows_;
    std::size_t matched_ = 0, next_matched_ = 0;
    std::vector<Share> archetypes_;
    std::vector<std::size_t> next_archetypes_;  // matches by archetype
    ecs::RowFaults faults_;

    bool dirty_ = false, building_ = false, asked_for_ = false, rows_kept_ = false;
    bool ready_ = false;  // next_rows_ wait until the rows need not be kept any more
    Part part_ = Part::Ask;
    ecs::TextQuery::Cursor asked_to_;
    std::size_t rows_asked_ = 0, rows_to_ask_ = 0;
    std::vector<bool> matches_;      // by slot
    std::size_t next_last_row_ = 0;  // of the rows in their last order, which is near the next one
    std::size_t next_slot_ = 0;
    std::vector<Item> items_;
    std::string letters_;
    SlicedSort<Item> sort_;
    std::vector<Item> sorted_;
    std::uint64_t version_seen_ = 0, tick_seen_ = 0;
    std::uint64_t rows_tick_ = 0, next_rows_tick_ = 0;  // when they were asked for
    double finished_at_secs_ = 0;
};

}  // namespace panels
