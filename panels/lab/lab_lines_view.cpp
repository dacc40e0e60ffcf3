#include "panels/lab/lab_lines_view.hpp"

#include <algorithm>

#include "panels/base/language.hpp"
#include "panels/lab/lab_lines.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

LabLinesView::LabLinesView()
    : LabView({.word = "lines",
               .label = tr_later("Cache lines"),
               .hint = tr_later("Which lines the last query touched, and for how much"),
               .of_one_storage = true,
               .shows_bytes = true}) {}

void LabLinesView::show(const Context& context, LabState& state) {
    if (compat::begin_child("lines")) {
        cache_.show(context, state);
        // What is left for the list; where that is little, the whole view scrolls.
        const float room = std::max(ImGui::GetContentRegionAvail().y, context.style.px(180));
        if (compat::begin_child("memory", {0, room})) show_lab_lines(context, state);
        ImGui::EndChild();
    }
    ImGui::EndChild();
}

}  // namespace panels
