// The view of the cache lines that the last query touched: two storages beside each other, then the list by memory.
#pragma once

#include "panels/lab/lab_cache.hpp"
#include "panels/lab/lab_view.hpp"

namespace panels {

class LabLinesView : public LabView {
public:
    LabLinesView();
    void show(const Context& context, LabState& state) override;

    LabCache& cache() { return cache_; }

private:
    LabCache cache_;
};

}  // namespace panels
