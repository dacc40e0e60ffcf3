// Runs the programs of values over up to 256 rows at once, one operation at a time. Its owner sets where the rows are;
// its memory is taken once, by reserve().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ecs/language/bound.hpp"
#include "ecs/language/query_inputs.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

inline constexpr std::size_t slice_rows = 256;

/// One value of each row of a slice. Where `ok` is 0 there is none: a reference dangles, or the row has a fault.
struct Register {
    std::array<Cell, slice_rows> cells;
    std::array<std::uint8_t, slice_rows> ok;
};

/// The rows of one slice.
struct Rows {
    const Entity* entities = nullptr;
    std::size_t count = 0;
    const std::uint8_t* active = nullptr;       // rows that are asked for; null: all
    const std::byte* const* columns = nullptr;  // by BoundQuery::components, at the first row
    bool is_active(std::size_t i) const { return !active || active[i] != 0; }
};

/// The value of a field that is no vector, in a component at this address.
void read_cell(const FieldPath& field, const void* component, Cell& cell);

class ValueMachine {
public:
    void reserve(std::size_t registers) {
        if (registers_.size() < registers) registers_.resize(registers);
    }
    /// Leaves the values in register `base`. Aggregates and watches are read from the two lists.
    void run(const ValueProgram& program, const Rows& rows, std::size_t base);
    const Register& result(std::size_t base) const { return registers_[base]; }

    const World* world = nullptr;
    const QueryInputs* inputs = nullptr;
    const std::vector<ComponentId>* components = nullptr;  // BoundQuery::components
    const std::vector<std::optional<Cell>>* watches = nullptr;
    const std::vector<std::optional<Cell>>* aggregates = nullptr;
    RowFaults faults;  // so far

private:
    void load(const ValueOp& op, const Rows& rows, Register& to) const;
    void reach(const ValueOp& op, const Rows& rows, Register& value) const;
    void arithmetic(const ValueOp& op, const Rows& rows, Register& left, const Register& right);
    void call(const ValueOp& op, const Rows& rows, std::size_t first);
    void call_whole(const ValueOp& op, const Rows& rows, std::size_t first);
    void call_float(const ValueOp& op, const Rows& rows, std::size_t first);
    void fault(const Rows& rows, std::size_t i, Register& value, RowFault what);

    std::vector<Register> registers_;
};

}  // namespace ecs
