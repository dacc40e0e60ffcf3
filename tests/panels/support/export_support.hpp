// Asks for a figure as a person does: Export…, which one, CSV.
#pragma once

#include <string>

#include "panels/support/headless.hpp"

/// What was asked for; nothing when there is no such item. `nth` of the Export buttons on screen, from the top.
inline std::optional<panels::ExportRequest> export_by_mouse(Harness& harness, const std::string& figure,
                                                            std::size_t nth = 0) {
    harness.performed.clear();
    harness.click_text("Export", nth);
    harness.frames(3);
    if (!harness.says(figure)) return std::nullopt;
    harness.click_text(figure);
    harness.frames(5);
    if (!harness.says("CSV")) return std::nullopt;
    harness.click_text("CSV");
    harness.frames(3);
    for (const panels::Request& request : harness.performed)
        if (const auto* asked = std::get_if<panels::ExportRequest>(&request)) return *asked;
    return std::nullopt;
}
