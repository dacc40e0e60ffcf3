#include "panels/memory/layout_panel.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

LayoutPanel::LayoutPanel()
    : Panel("layout", "Layout", DockPlace::Bottom,
            "How many rows of which components fit into a chunk, and what other layouts cost") {}

std::string LayoutPanel::save_settings() const { return measuring_ ? "measure" : ""; }

void LayoutPanel::load_settings(std::string_view line) { measuring_ = line == "measure"; }

void LayoutPanel::draw(const Context& context) {
    const Style& style = context.style;
    if (choice(style, "Calculator", !measuring_, {},
               "Put components together and see what a chunk of them holds, under several rules"))
        measuring_ = false;
    next_button("Split and measure", 0);
    if (choice(style, "Split and measure", measuring_, {},
               "Split or reorder the fields of a component in a clone of the world, and measure"))
        measuring_ = true;
    if (measuring_)
        measure_.show(context);
    else
        calculator_.show(context);
}

}  // namespace panels
