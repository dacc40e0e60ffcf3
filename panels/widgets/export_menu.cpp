#include "panels/widgets/export_menu.hpp"

#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

struct Kind {
    const char* label;
    const char* extension;
    const char* hint;
};
constexpr Kind kinds[] = {{"SVG…", ".svg", "Lines and real text, sharp at any size"},
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

const char* label_of(figures::FigureKind view) {
    switch (view) {
        case figures::FigureKind::Archetypes:
            return "Archetypes as bars of bytes";
        case figures::FigureKind::Treemap:
            return "Archetypes as areas of bytes";
        case figures::FigureKind::Histogram:
            return "How full the chunks are";
        case figures::FigureKind::Map:
            return "Chunks of this archetype";
        case figures::FigureKind::Chunk:
            return "Each byte of this chunk";
        case figures::FigureKind::Table:
            return "From table to bytes";
        case figures::FigureKind::Lines:
            return "Cache lines that the system touches";
        case figures::FigureKind::Traffic:
            return "Traffic between archetypes";
        case figures::FigureKind::Move:
            return "This change, beat by beat";
        case figures::FigureKind::Doctor:
            return "What fragments the memory";
        case figures::FigureKind::Layout:
            return "Rows a chunk, under each rule";
    }
    return "";
}

void export_menu(const Context& context, std::span<const figures::FigureRequest> figures) {
    if (button("Export…", {}, "Figures for slides: SVG, PNG or CSV")) ImGui::OpenPopup("export");
    if (!ImGui::BeginPopup("export")) return;
    for (const figures::FigureRequest& figure : figures) {
        std::string reason = figures::why_not({context.world, &context.schedule}, figure);
        const char* label = label_of(figure.view);
        if (!reason.empty()) {
            if (reason[0] >= 'a' && reason[0] <= 'z') reason[0] = static_cast<char>(reason[0] - 'a' + 'A');
            menu_item(label, nullptr, reason);
            continue;
        }
        if (!ImGui::BeginMenu(label)) continue;
        for (const Kind& kind : kinds) {
            if (menu_item(kind.label))
                context.requests.push_back(ExportRequest{figure, kind.extension, figure_theme(context.style)});
            tooltip(kind.hint);
        }
        ImGui::EndMenu();
    }
    ImGui::EndPopup();
}

}  // namespace panels
