#include "panels/layout_panel.hpp"

namespace panels {

LayoutPanel::LayoutPanel()
    : Panel("Layout", Place::Bottom,
            "How many rows of which components fit into a chunk, and what other layouts cost") {}

std::string LayoutPanel::save_settings() const { return measuring_ ? "measure" : ""; }

void LayoutPanel::load_settings(std::string_view line) { measuring_ = line == "measure"; }

void LayoutPanel::draw(const Context& context) {
    const Style& style = context.style;
    const auto choice = [&](const char* label, bool measuring, const char* hint) {
        const bool chosen = measuring_ == measuring;
        ImGui::PushStyleColor(ImGuiCol_Button, chosen ? style.theme->raised : 0u);
        ImGui::PushStyleColor(ImGuiCol_Text, chosen ? style.theme->text : style.theme->quiet_text);
        if (ImGui::Button(label)) measuring_ = measuring;
        ImGui::PopStyleColor(2);
        tooltip(hint);
    };
    choice("Calculator", false, "Put components together and see what a chunk of them holds, under several rules");
    ImGui::SameLine(0, 0);
    choice("Split and measure", true,
           "Split or reorder the fields of a component in a clone of the world, and measure");
    ImGui::SameLine();
    if (measuring_)
        measure_.show(context);
    else
        calculator_.show(context);
}

}  // namespace panels
