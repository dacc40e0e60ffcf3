// What the texts of the language can ask for beside the world, and what can be wrong with a single row. All inputs
// belong to the caller and are optional.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "ecs/base/entity.hpp"
#include "ecs/base/random.hpp"

namespace ecs {

class ChangeBaseline;

/// A number without rounding: whole as long as its source is.
using WatchNumber = std::variant<std::int64_t, std::uint64_t, double>;

/// The values of $watches by name.
class WatchValues {
public:
    virtual ~WatchValues() = default;
    /// Nothing when the watch does not exist or has no value now: comparisons with it fail then.
    virtual std::optional<WatchNumber> watch(std::string_view name) const = 0;
};

struct QueryInputs {
    const ChangeBaseline* baseline = nullptr;  // null: nothing has changed, was added or removed
    const WatchValues* watches = nullptr;      // null: no watch has a value
    Random* random = nullptr;                  // for random(a, b); null: a fault of the row
};

/// Why a row has no value. Such a row fails its comparison.
enum class RowFault : std::uint8_t { Overflow, DivisionByZero, NegativePower, NoRandom };
/// "an integer overflows"
std::string_view words_of(RowFault fault);

/// Faults of one evaluation.
struct RowFaults {
    std::size_t count = 0;
    Entity first;  // whose row it was
    RowFault what = RowFault::Overflow;
};

}  // namespace ecs
