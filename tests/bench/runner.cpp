#include "runner.hpp"

#include <algorithm>

#include "meter.hpp"

namespace bench {

namespace {

double quantile(const std::vector<double>& sorted, double part) {
    const double place = part * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (sorted[above] - sorted[below]) * (place - static_cast<double>(below));
}

Spread scaled(const Spread& spread, double factor) {
    return {spread.low * factor, spread.median * factor, spread.high * factor};
}

}  // namespace

Spread spread_of(std::vector<double> values) {
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    return {quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75)};
}

Runner::Runner(const Row& row, std::size_t n, bool quick)
    : row_(row.name), n_(n), comparison_(row.make(n)), cost_of_reading_(bench::cost_of_reading(comparison_.meter)) {
    if (quick) comparison_.rounds = 1;
    measure(comparison_.ecs);
    measure(comparison_.floor);
}

double Runner::measure(const Side& side) const {
    if (side.figure) return side.figure();
    double total = 0;
    for (std::size_t round = 0; round < comparison_.rounds; ++round) {
        if (side.prepare) side.prepare();
        const double before = read(comparison_.meter);
        side.run();
        const double after = read(comparison_.meter);
        total += after - before - cost_of_reading_;
    }
    return total / (static_cast<double>(comparison_.rounds) * comparison_.operations);
}

double Runner::repeat() {
    double ecs = 0, floor = 0;
    // Who goes first changes, too.
    if (ecs_.size() % 2 == 0) {
        ecs = measure(comparison_.ecs);
        floor = measure(comparison_.floor);
    } else {
        floor = measure(comparison_.floor);
        ecs = measure(comparison_.ecs);
    }
    if (!problem_ && comparison_.ecs.digest() != comparison_.floor.digest())
        problem_ = row_ + " at " + std::to_string(n_) + ": the ECS and the floor end up with different values";
    ecs_.push_back(ecs);
    floor_.push_back(floor);
    ratios_.push_back(ecs / floor);
    return ecs;
}

Measurement Runner::result() const {
    Measurement result;
    result.row = row_;
    result.n = n_;
    result.meter = comparison_.meter;
    const double unit = comparison_.meter == Meter::Memory || comparison_.meter == Meter::Ticks ? 1 : 1e9;
    result.ecs = scaled(spread_of(ecs_), unit);
    result.floor = scaled(spread_of(floor_), unit);
    result.ratio = spread_of(ratios_);
    if (comparison_.bytes != 0) {
        const double bytes = comparison_.bytes / comparison_.operations / 1e6;  // MB an operation
        result.megabytes_per_second = bytes / spread_of(ecs_).median;
        result.floor_megabytes_per_second = bytes / spread_of(floor_).median;
    }
    return result;
}

}  // namespace bench
