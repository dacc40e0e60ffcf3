#include "panels/widgets/export_menu.hpp"

#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

struct Format {
    const char* label;
    const char* extension;
    const char* hint;
};
constexpr Format formats[] = {{"SVG…", ".svg", "Lines and real text, sharp at any size"},
                              {"PNG…", ".png", "Pixels, 2560 x 1440"},
                              {"CSV…", ".csv", "The numbers behind it, for a spreadsheet"}};

}  // namespace

figures::Theme figure_theme(const Style& style) {
    switch (style.theme_name) {
        case ThemeName::Light:
            return figures::Theme::Light;
        case ThemeName::Contrast:
            return figures::Theme::Contrast;
        case ThemeName::Dark:
            break;
    }
    return figures::Theme::Dark;
}

void export_menu(const Context& context, std::span<const figures::FigureRequest> figures) {
    if (button("Export…", {}, "Figures for slides: SVG, PNG or CSV")) ImGui::OpenPopup("export");
    if (!ImGui::BeginPopup("export")) return;
    export_items(context, figures);
    ImGui::EndPopup();
}

void export_items(const Context& context, std::span<const figures::FigureRequest> figures) {
    for (const figures::FigureRequest& figure : figures) {
        std::string reason = figures::why_not({context.world, &context.schedule}, figure);
        const char* label = figures::descriptor_of(figure.kind).label;
        if (!reason.empty()) {
            if (reason[0] >= 'a' && reason[0] <= 'z') reason[0] = static_cast<char>(reason[0] - 'a' + 'A');
            menu_item(label, nullptr, reason);
            continue;
        }
        if (!ImGui::BeginMenu(label)) continue;
        for (const Format& format : formats) {
            const bool png = std::string_view(format.extension) == ".png";
            if (menu_item(format.label, nullptr, png ? context.why_no_png : std::string_view()))
                context.requests.push_back(ExportRequest{figure, format.extension, figure_theme(context.style)});
            if (!png || context.why_no_png.empty()) tooltip(format.hint);
        }
        ImGui::EndMenu();
    }
}

}  // namespace panels
