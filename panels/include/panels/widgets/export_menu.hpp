// The Export menu of the panels about memory: figures for slides, asked for with an ExportRequest.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "figures/world/figure.hpp"
#include "panels/base/panel.hpp"
#include "panels/base/pointed_at.hpp"

namespace panels {

/// A button that opens a menu of these figures, each as SVG, PNG or CSV. One that cannot be made now says why.
void export_menu(const Context& context, std::span<const figures::FigureRequest> figures);
/// Its lines, for another menu.
std::vector<MenuItem> export_items(const Context& context, std::span<const figures::FigureRequest> figures);

/// Asks for a file with a text of this tick: a table, a drawing. `name` is what is proposed, as "plot.svg".
void request_export(const Context& context, std::string name, std::string text);

/// A figure has the theme of the interface: a person who presents in the dark has chosen the dark one already.
figures::Theme figure_theme(const Style& style);

}  // namespace panels
