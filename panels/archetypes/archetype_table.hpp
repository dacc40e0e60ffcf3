// The rows of the Archetypes panel: the facts of every archetype and the order of the list. It reads facts again only
// when rows have moved. Reading and sorting run in slices, so the work of a frame does not grow with the world. Up to
// `rows_a_slice` archetypes everything is exact in every frame; with more, an update takes a few frames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/world/world.hpp"
#include "panels/archetypes/archetype_facts.hpp"
#include "panels/base/sliced_sort.hpp"

namespace panels {

class ArchetypeTable {
public:
    static constexpr std::size_t rows_a_slice = 1024;

    /// Words that must all occur in the names of components; `!word` must occur in none. Case does not matter.
    void set_filter(std::string text);
    const std::string& filter() const { return filter_; }
    void set_hide_empty(bool hide);
    bool hide_empty() const { return hide_empty_; }
    /// Of a mirrored world: empty archetypes are none of the program's, and are not counted as hidden either.
    void leave_out_empty(bool leave_out);
    void set_sort(ArchetypeColumn column, bool descending);

    /// While the order is kept, changes of numbers do not change it. A person's own requests still do.
    void keep_order(bool keep) { order_kept_ = keep; }
    /// Does this frame's slice of work. `now_secs` is any clock that only goes forward.
    void update(const ecs::World& world, double now_secs);
    /// Whether a later update has work to do.
    bool busy(const ecs::World& world) const;

    /// The archetypes to list, in order.
    const std::vector<ecs::ArchetypeId>& order() const { return order_; }
    /// Grows whenever order() or the facts of an archetype change.
    std::uint64_t revision() const { return revision_; }
    /// The facts as last read. Only for archetypes that known() counts.
    const ArchetypeFacts& facts(ecs::ArchetypeId archetype) const { return rows_[archetype].facts; }
    std::size_t known() const { return rows_.size(); }
    /// Sums over all archetypes, shown or not.
    const ArchetypeFacts& totals() const { return totals_; }
    /// How many of those that it knows are empty.
    std::size_t empty() const { return empty_; }
    /// Number of archetypes hidden because they are empty. The next function counts those that the filter hides.
    std::size_t hidden_empty() const { return hidden_empty_; }
    std::size_t filtered_out() const { return filtered_out_; }
    /// Whether order() matches the present filter and sorting.
    bool up_to_date() const { return part_ == Part::None && !asked_; }

    /// For tests: rows and sorting steps of the last update.
    std::size_t last_work() const { return last_work_; }

private:
    struct Row {
        const ecs::Archetype* archetype = nullptr;
        std::string name;  // sort key of the column Name
        ArchetypeFacts facts;
    };
    struct SortItem {
        double number = 0;
        ecs::ArchetypeId id = 0;
    };
    struct Word {
        std::vector<bool> components;  // by component id: whether its name contains the word
        bool negated = false;
    };
    enum class Part { None, Collect, Sort };  // of making another order

    bool is_known(const ecs::World& world) const;
    void forget();
    void read_words(const ecs::TypeRegistry& types);
    bool matches(const ecs::Archetype& archetype) const;
    void refresh(const ecs::World& world);
    void refresh_row(const ecs::World& world, std::size_t row);
    void build(std::size_t budget);
    void collect(std::size_t& budget);
    void finish();

    std::string filter_;
    std::vector<Word> words_;
    std::uint64_t types_seen_ = 0;  // types_fingerprint()
    bool words_read_ = false;
    bool hide_empty_ = false, leave_out_empty_ = false;
    ArchetypeColumn column_ = ArchetypeColumn::Entities;
    bool descending_ = true;

    std::vector<Row> rows_;  // by archetype id
    ArchetypeFacts totals_;
    std::uint64_t structure_seen_ = 0;
    std::size_t refresh_next_ = 0, refresh_left_ = 0;

    bool asked_ = true;       // a person waits for another order
    bool asked_for_ = false;  // the present collecting and sorting answer a person's request
    bool order_kept_ = false;
    bool set_changed_ = false;  // archetypes appeared, or became empty or not empty
    bool numbers_changed_ = false;
    double sorted_at_secs_ = 0;
    Part part_ = Part::None;
    std::size_t collect_next_ = 0, next_hidden_empty_ = 0, next_filtered_out_ = 0;
    std::vector<SortItem> items_;
    SlicedSort<SortItem> sort_;
    std::vector<ecs::ArchetypeId> order_;
    std::size_t hidden_empty_ = 0, filtered_out_ = 0;
    std::size_t empty_ = 0;
    std::uint64_t revision_ = 0;
    std::size_t last_work_ = 0;
};

}  // namespace panels
