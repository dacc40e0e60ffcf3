#include "panels/memory/layout_panel.hpp"
#include "panels/base/language.hpp"
#include "panels/pools/as_if.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

LayoutPanel::LayoutPanel()
    : Panel("layout", tr_later("Layout"), DockPlace::Bottom,
            tr_later("How many rows of which components fit into a chunk, and what other layouts cost")) {}

std::string LayoutPanel::save_settings() const { return measuring_ ? "measure" : ""; }

void LayoutPanel::load_settings(std::string_view line) { measuring_ = line == "measure"; }

void LayoutPanel::draw(const Context& context) {
    const Style& style = context.style;
    as_if_line(context);
    if (choice(style, tr("Calculator"), !measuring_, {},
               tr("Put components together and see what a chunk of them holds, under several rules")))
        measuring_ = false;
    next_button(tr("Split and measure"), 0);
    if (choice(style, tr("Split and measure"), measuring_, {},
               tr("Split or reorder the fields of a component in a clone of the world, and measure")))
        measuring_ = true;
    if (measuring_)
        measure_.show(context);
    else
        calculator_.show(context);
}

}  // namespace panels
