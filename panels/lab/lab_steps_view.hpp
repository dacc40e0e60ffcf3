// The view of what the last step did: the step player, and the bytes at its moment.
#pragma once

#include "panels/lab/lab_map.hpp"
#include "panels/lab/lab_steps.hpp"
#include "panels/lab/lab_view.hpp"

namespace panels {

class LabStepsView : public LabView {
public:
    LabStepsView();
    void show(const Context& context, LabState& state) override;
    void stand_back(LabState& state) override { steps_.leave(state); }

    const LabSteps& steps() const { return steps_; }
    const LabMap& map() const { return map_; }

private:
    LabSteps steps_;
    LabMap map_;
};

}  // namespace panels
