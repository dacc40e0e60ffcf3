// The view of every byte of one storage, with what the last step wrote underlined.
#pragma once

#include "panels/lab/lab_map.hpp"
#include "panels/lab/lab_view.hpp"

namespace panels {

class LabBytesView : public LabView {
public:
    LabBytesView();
    void show(const Context& context, LabState& state) override;

    const LabMap& map() const { return map_; }

private:
    LabMap map_;
};

}  // namespace panels
