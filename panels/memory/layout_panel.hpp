// The Layout panel: what a chunk of any components would hold, under our rule and others; and the cost of reading a
// component's fields after splitting or reordering them, measured in a clone of the world.
#pragma once

#include "panels/memory/layout_calculator.hpp"
#include "panels/memory/layout_measure.hpp"

namespace panels {

class LayoutPanel : public Panel {
public:
    LayoutPanel();

    std::string save_settings() const override;
    void load_settings(std::string_view line) override;

    const LayoutCalculator& calculator() const { return calculator_; }
    const LayoutMeasure& measure() const { return measure_; }

protected:
    void draw(const Context& context) override;

private:
    LayoutCalculator calculator_;
    LayoutMeasure measure_;
    bool measuring_ = false;
};

}  // namespace panels
