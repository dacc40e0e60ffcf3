// The Export menu of the panels about memory: figures for slides, requested with an ExportRequest.
#pragma once

#include <span>

#include "figures/views/figure.hpp"
#include "panels/base/panel.hpp"

namespace panels {

/// The name of a figure of this view in menus.
const char* label_of(figures::FigureKind view);

/// A button that opens a menu of these figures, each as SVG, PNG or CSV. An unavailable figure says why.
void export_menu(const Context& context, std::span<const figures::FigureRequest> figures);

/// Figures use the theme of the interface: a person who presents in the dark has chosen it already.
figures::Theme figure_theme(const Style& style);

}  // namespace panels
