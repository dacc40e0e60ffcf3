// The handles view of the Storage Lab lists the handle that the caller holds of each entity in one storage: what its
// bits mean, whether the storage takes the entity for alive, and whose values the handle really leads to. A person can
// type in any handle, and all six storages answer. Asking changes nothing and is not traced.
#pragma once

#include <string>

#include "panels/base/panel.hpp"
#include "panels/lab/lab_view.hpp"

namespace panels {

class LabHandles : public LabView {
public:
    LabHandles();
    void show(const Context& context, LabState& state) override;

    /// Rows of entities drawn in the last frame: for tests.
    std::size_t drawn_rows() const { return drawn_rows_; }

private:
    void show_typed(const Context& context, const LabState& state);

    std::string typed_;
    std::size_t drawn_rows_ = 0;
};

}  // namespace panels
