#include "panels/widgets/export_menu.hpp"

#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

struct Format {
    const char* label;
    const char* extension;
    const char* hint;
};
constexpr Format formats[] = {{"SVG…", ".svg", tr_later("Lines and real text, sharp at any size")},
                              {"PNG…", ".png", tr_later("Pixels, 2560 x 1440")},
                              {"CSV…", ".csv", tr_later("The numbers behind it, for a spreadsheet")}};

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

void request_export(const Context& context, std::string name, std::string text) {
    context.requests.push_back(ExportTextRequest::of(
        std::move(name), phrase("It shows the world as it was at tick {}", format_count(context.world.tick())),
        std::move(text)));
}

void export_menu(const Context& context, std::span<const figures::FigureRequest> figures) {
    if (button(tr("Export…"), {}, tr("Figures for slides: SVG, PNG or CSV")))
        request_menu(context, PanelAt{}, export_items(context, figures), below_last_item());
}

std::vector<MenuItem> export_items(const Context& context, std::span<const figures::FigureRequest> figures) {
    std::vector<MenuItem> items;
    for (const figures::FigureRequest& figure : figures) {
        MenuItem item{.label = tr(figures::descriptor_of(figure.kind).label)};
        item.why_not = figures::why_not({context.world, &context.schedule}, figure);
        char& first = item.why_not[0];  // the terminating zero, when it can be made
        if (first >= 'a' && first <= 'z') first = static_cast<char>(first - 'a' + 'A');
        for (const Format& format : formats) {
            const bool png = std::string_view(format.extension) == ".png";
            item.items.push_back({.label = format.label,
                                  .why_not = std::string(png ? context.why_no_png : std::string_view()),
                                  .hint = tr(format.hint),
                                  .run = [figure, extension = format.extension](const Context& now) {
                                      now.requests.push_back(ExportRequest{figure, extension, figure_theme(now.style)});
                                  }});
        }
        items.push_back(std::move(item));
    }
    return items;
}

}  // namespace panels
