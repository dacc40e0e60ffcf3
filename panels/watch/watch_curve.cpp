#include "panels/watch/watch_curve.hpp"

namespace panels {

void WatchCurve::set_capacity(std::size_t ticks) {
    if (ticks == capacity_) return;
    std::vector<Exact> kept;
    for (std::size_t i = size_ - std::min(size_, ticks); i < size_; ++i) kept.push_back((*this)[i]);
    capacity_ = ticks;
    size_ = kept.size();
    next_ = size_ % capacity_;
    ring_ = std::move(kept);
    ring_.resize(capacity_);
}

void WatchCurve::push(Exact value) {
    ring_.resize(capacity_);
    ring_[next_] = value;
    next_ = (next_ + 1) % capacity_;
    size_ = std::min(size_ + 1, capacity_);
}

void WatchCurve::add(std::uint64_t tick, Exact value) {
    if (size_ > 0 && tick <= newest_) {
        const std::uint64_t back = newest_ - tick + 1;
        if (back >= size_) {
            clear();
        } else {
            size_ -= static_cast<std::size_t>(back);
            next_ = (next_ + ring_.size() - static_cast<std::size_t>(back)) % ring_.size();
        }
    } else if (size_ > 0) {
        const std::uint64_t left_out = tick - newest_ - 1;
        if (left_out >= capacity_)
            clear();
        else
            for (std::uint64_t i = 0; i < left_out; ++i) push(none);
    }
    push(value);
    newest_ = tick;
}

WatchCurve::Summary WatchCurve::summary(std::size_t ticks) const {
    Summary summary;
    Exact sum = 0;
    for (std::size_t i = size_ - std::min(size_, ticks); i < size_; ++i) {
        const Exact value = (*this)[i];
        if (std::isnan(value)) continue;
        summary.least = summary.values == 0 ? value : std::min(summary.least, value);
        summary.most = summary.values == 0 ? value : std::max(summary.most, value);
        sum += value;
        ++summary.values;
    }
    if (summary.values > 0) summary.mean = sum / static_cast<Exact>(summary.values);
    return summary;
}

}  // namespace panels
