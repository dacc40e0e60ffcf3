// The floor: what the same work costs without an ECS. One struct of arrays for each archetype, written out by hand for
// just these components, with an 8-byte record an id (row; generation, checked on every access). Adding and removing
// move the row between two such structs, and the last row fills the hole.
//
// It has what a careful programmer would give it: raw arrays of the final size, no growth checks, no needless filling,
// free ids linked through their own records. The caller knows in which struct an entity is; an ECS has to find out.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include "components.hpp"

namespace bench {

/// Raw memory for `capacity` values: nothing is written before it is used.
template <class T>
class Column {
public:
    Column() = default;
    explicit Column(std::size_t capacity) : values_(static_cast<T*>(::operator new(capacity * sizeof(T)))) {}
    T& operator[](std::size_t i) { return values_.get()[i]; }
    const T& operator[](std::size_t i) const { return values_.get()[i]; }
    T* data() { return values_.get(); }

private:
    struct Free {
        void operator()(T* values) const { ::operator delete(values); }
    };
    std::unique_ptr<T[], Free> values_;
};

struct FloorHandle {
    std::uint32_t index, generation;
};

/// Which row an id has; of a free id, `row` is the next free one.
struct FloorRecord {
    std::uint32_t row, generation;
};

struct MovingTable {
    std::uint32_t rows = 0;
    Column<FloorHandle> ids;
    Column<Position> position;
    Column<Velocity> velocity;

    MovingTable() = default;
    explicit MovingTable(std::size_t capacity) : ids(capacity), position(capacity), velocity(capacity) {}
};

struct AcceleratedTable : MovingTable {
    Column<Acceleration> acceleration;

    AcceleratedTable() = default;
    explicit AcceleratedTable(std::size_t capacity) : MovingTable(capacity), acceleration(capacity) {}
};

class Floor {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// `accelerated` is how many entities may have Acceleration.
    explicit Floor(std::size_t capacity, std::size_t accelerated = 0)
        : records_(capacity), moving_(capacity), accelerated_(accelerated) {}

    MovingTable& moving() { return moving_; }
    AcceleratedTable& accelerated() { return accelerated_; }
    std::uint32_t row(FloorHandle id) const { return records_[id.index].row; }
    bool alive(FloorHandle id) const { return records_[id.index].generation == id.generation; }

    FloorHandle create(const Position& position, const Velocity& velocity) {
        const FloorHandle id = take_id();
        const std::uint32_t row = moving_.rows++;
        records_[id.index].row = row;
        moving_.ids[row] = id;
        moving_.position[row] = position;
        moving_.velocity[row] = velocity;
        return id;
    }

    /// Default values.
    void create_many(std::span<FloorHandle> out) {
        const std::uint32_t first = moving_.rows;
        const auto count = static_cast<std::uint32_t>(out.size());
        for (std::uint32_t i = 0; i < count; ++i) {
            const FloorHandle id = take_id();
            records_[id.index].row = first + i;
            moving_.ids[first + i] = id;
            out[i] = id;
        }
        std::uninitialized_fill_n(&moving_.position[first], count, Position{});
        std::uninitialized_fill_n(&moving_.velocity[first], count, Velocity{});
        moving_.rows += count;
    }

    /// Null when the entity is gone.
    const Position* position(FloorHandle id) const {
        const FloorRecord record = records_[id.index];
        if (record.generation != id.generation) return nullptr;
        return &moving_.position[record.row];
    }

    bool add(FloorHandle id, const Acceleration& value) {
        FloorRecord& record = records_[id.index];
        if (record.generation != id.generation) return false;
        const std::uint32_t from = record.row, to = accelerated_.rows++;
        accelerated_.ids[to] = id;
        accelerated_.position[to] = moving_.position[from];
        accelerated_.velocity[to] = moving_.velocity[from];
        accelerated_.acceleration[to] = value;
        close_hole(from);
        record.row = to;
        return true;
    }

    bool remove(FloorHandle id) {
        FloorRecord& record = records_[id.index];
        if (record.generation != id.generation) return false;
        const std::uint32_t from = record.row, to = moving_.rows++;
        moving_.ids[to] = id;
        moving_.position[to] = accelerated_.position[from];
        moving_.velocity[to] = accelerated_.velocity[from];
        const std::uint32_t last = --accelerated_.rows;
        if (from != last) {
            accelerated_.position[from] = accelerated_.position[last];
            accelerated_.velocity[from] = accelerated_.velocity[last];
            accelerated_.acceleration[from] = accelerated_.acceleration[last];
            accelerated_.ids[from] = accelerated_.ids[last];
            records_[accelerated_.ids[from].index].row = from;
        }
        record.row = to;
        return true;
    }

    /// Moves all rows at once; the new values are the default.
    void add_to_all() {
        const std::uint32_t first = accelerated_.rows, count = moving_.rows;
        append_rows(accelerated_, moving_);
        std::uninitialized_fill_n(&accelerated_.acceleration[first], count, Acceleration{});
    }
    void remove_from_all() { append_rows(moving_, accelerated_); }

    bool destroy(FloorHandle id) {
        FloorRecord& record = records_[id.index];
        if (record.generation != id.generation) return false;
        const std::uint32_t row = record.row;
        free_id(id.index, record);
        close_hole(row);
        return true;
    }

    /// Marks the rows of all these, then closes the holes from the end. `marks` has one bit a row, all clear before
    /// and after.
    void destroy_many(std::span<const FloorHandle> ids, std::span<std::uint64_t> marks) {
        for (const FloorHandle id : ids) {
            FloorRecord& record = records_[id.index];
            if (record.generation != id.generation) continue;
            marks[record.row / 64] |= std::uint64_t{1} << record.row % 64;
            free_id(id.index, record);
        }
        const std::uint32_t words = (moving_.rows + 63) / 64;
        std::uint32_t end = before_marked_tail(marks, moving_.rows);
        for (std::uint32_t word = 0; word * 64 < end; ++word) {
            for (std::uint64_t left = marks[word]; left != 0; left &= left - 1) {
                const std::uint32_t hole = word * 64 + static_cast<std::uint32_t>(std::countr_zero(left));
                if (hole >= end) break;
                move_row(end - 1, hole);
                marks[word] &= ~(std::uint64_t{1} << hole % 64);
                end = before_marked_tail(marks, end - 1);
            }
        }
        std::fill_n(marks.begin(), words, 0);
        moving_.rows = end;
    }

private:
    /// `end`, less the marked rows right before it.
    static std::uint32_t before_marked_tail(std::span<const std::uint64_t> marks, std::uint32_t end) {
        while (end > 0) {
            const std::uint32_t last = end - 1;
            const int marked = std::countl_one(marks[last / 64] << (63 - last % 64));
            if (marked == 0) break;
            end -= static_cast<std::uint32_t>(marked);
        }
        return end;
    }

    FloorHandle take_id() {
        if (free_ == none) {
            records_[used_].generation = 1;
            return {used_++, 1};
        }
        const std::uint32_t index = free_;
        free_ = records_[index].row;
        return {index, records_[index].generation};
    }
    void free_id(std::uint32_t index, FloorRecord& record) {
        ++record.generation;
        record.row = free_;
        free_ = index;
    }

    void move_row(std::uint32_t from, std::uint32_t to) {
        moving_.position[to] = moving_.position[from];
        moving_.velocity[to] = moving_.velocity[from];
        moving_.ids[to] = moving_.ids[from];
        records_[moving_.ids[to].index].row = to;
    }
    void close_hole(std::uint32_t row) {
        const std::uint32_t last = --moving_.rows;
        if (row != last) move_row(last, row);
    }

    void append_rows(MovingTable& to, MovingTable& from) {
        const std::uint32_t first = to.rows, count = from.rows;
        std::memcpy(&to.ids[first], from.ids.data(), count * sizeof(FloorHandle));
        std::memcpy(&to.position[first], from.position.data(), count * sizeof(Position));
        std::memcpy(&to.velocity[first], from.velocity.data(), count * sizeof(Velocity));
        for (std::uint32_t row = first; row < first + count; ++row) records_[to.ids[row].index].row = row;
        to.rows += count;
        from.rows = 0;
    }

    Column<FloorRecord> records_;
    MovingTable moving_;
    AcceleratedTable accelerated_;
    std::uint32_t used_ = 0;
    std::uint32_t free_ = none;
};

}  // namespace bench
