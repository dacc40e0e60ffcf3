// A SlicedSort is a stable merge sort that can stop after any number of steps and continue in the next frame, so
// sorting never exceeds a frame's budget. Nearly sorted input needs only a few passes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace panels {

template <class T>
class SlicedSort {
public:
    void start(std::vector<T> items) {
        from_ = std::move(items);
        to_.clear();
        to_.reserve(from_.size());
        start_pair(0);
        done_ = from_.size() < 2;
    }
    bool done() const { return done_; }
    /// The sorted items; call it when the sort is done.
    std::vector<T> take() { return std::move(from_); }

    /// Runs up to `budget` steps and returns how many remain. A pass needs about two steps per item. `less` must give
    /// the same answers until the sort is done.
    template <class Less>
    std::size_t step(const Less& less, std::size_t budget) {
        while (!done_ && budget > 0) {
            --budget;
            switch (part_) {
                case Part::FirstRun:
                    if (middle_ < from_.size() && !less(from_[middle_], from_[middle_ - 1])) {
                        ++middle_;
                    } else if (left_ == 0 && middle_ >= from_.size()) {
                        done_ = true;
                    } else {
                        end_ = std::min(middle_ + 1, from_.size());
                        part_ = Part::SecondRun;
                    }
                    break;
                case Part::SecondRun:
                    if (end_ < from_.size() && !less(from_[end_], from_[end_ - 1])) {
                        ++end_;
                    } else {
                        first_ = left_;
                        second_ = middle_;
                        part_ = Part::Merge;
                    }
                    break;
                case Part::Merge:
                    if (first_ < middle_ && (second_ >= end_ || !less(from_[second_], from_[first_])))
                        to_.push_back(std::move(from_[first_++]));
                    else if (second_ < end_)
                        to_.push_back(std::move(from_[second_++]));
                    else
                        next_pair();
                    break;
            }
        }
        return budget;
    }

private:
    /// What is done with a pair of runs: the end of the first is looked for, then that of the second; then they merge.
    enum class Part { FirstRun, SecondRun, Merge };

    void start_pair(std::size_t left) {
        left_ = left;
        middle_ = std::min(left + 1, from_.size());
        part_ = Part::FirstRun;
    }
    void next_pair() {
        if (end_ < from_.size()) return start_pair(end_);
        from_.swap(to_);
        to_.clear();
        start_pair(0);
    }

    std::vector<T> from_, to_;
    std::size_t left_ = 0, middle_ = 0, end_ = 0;  // the two runs [left, middle) and [middle, end)
    std::size_t first_ = 0, second_ = 0;           // next item of each run
    Part part_ = Part::FirstRun;
    bool done_ = true;
};

}  // namespace panels
