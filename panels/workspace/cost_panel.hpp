// The Cost panel: what each panel in view costs in a frame, against the budget that the person sets.
#pragma once

#include "panels/base/panel.hpp"

namespace panels {

class CostPanel : public Panel {
public:
    CostPanel()
        : Panel("cost", tr_later("Cost"), DockPlace::Bottom,
                tr_later("What the panels in view cost, against a budget")) {}

protected:
    void draw(const Context& context) override;
};

}  // namespace panels
