// The handle lens of the Storage Lab: of one storage, the handle that the caller holds of each entity, what its bits
// mean there, whether the storage takes it for alive, and whose values are really found through it. Any handle can be
// typed in, and all six storages say what they make of it. Asking changes and traces nothing.
#pragma once

#include <string>

#include "panels/base/panel.hpp"
#include "panels/lab/lab_state.hpp"

namespace panels {

class LabHandles {
public:
    void show(const Context& context, LabState& state);

    /// Rows of entities drawn in the last frame: for tests.
    std::size_t drawn_rows() const { return drawn_rows_; }

private:
    void show_typed(const Context& context, const LabState& state);

    std::string typed_;
    std::size_t drawn_rows_ = 0;
};

}  // namespace panels
