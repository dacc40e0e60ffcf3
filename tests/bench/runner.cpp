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
    : row_(row.name), n_(n), trial_(row.make(n)), cost_of_reading_(bench::cost_of_reading(trial_.meter)) {
    if (quick) trial_.rounds = 1;
    measure(trial_.ecs);
    measure(trial_.floor);
}

double Runner::measure(const Side& side) const {
    double total = 0;
    for (std::size_t round = 0; round < trial_.rounds; ++round) {
        if (side.prepare) side.prepare();
        const double before = read(trial_.meter);
        side.run();
        const double after = read(trial_.meter);
        total += after - before - cost_of_reading_;
    }
    return total / (static_cast<double>(trial_.rounds) * trial_.operations);
}

double Runner::repeat() {
    double ecs = 0, floor = 0;
    // Who goes first changes, too.
    if (ecs_.size() % 2 == 0) {
        ecs = measure(trial_.ecs);
        floor = measure(trial_.floor);
    } else {
        floor = measure(trial_.floor);
        ecs = measure(trial_.ecs);
    }
    if (!problem_ && trial_.ecs.digest() != trial_.floor.digest())
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
    result.meter = trial_.meter;
    const double unit = trial_.meter == Meter::Memory ? 1 : 1e9;
    result.ecs = scaled(spread_of(ecs_), unit);
    result.floor = scaled(spread_of(floor_), unit);
    result.ratio = spread_of(ratios_);
    if (trial_.bytes != 0) {
        const double bytes = trial_.bytes / trial_.operations / 1e6;  // MB an operation
        result.megabytes_per_second = bytes / spread_of(ecs_).median;
        result.floor_megabytes_per_second = bytes / spread_of(floor_).median;
    }
    return result;
}

}  // namespace bench
