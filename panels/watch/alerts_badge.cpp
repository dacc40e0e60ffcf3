#include "panels/watch/alerts_badge.hpp"

#include <cmath>
#include <string>

#include "panels/base/icons.hpp"
#include "panels/base/language.hpp"
#include "panels/watch/watches.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

bool alerts_badge(const Context& context, float gap) {
    if (context.watches == nullptr) return false;
    const Watches& watches = *context.watches;
    const Style& style = context.style;
    std::size_t count = 0;
    for (const Severity severity : {Severity::Note, Severity::Warning, Severity::Error})
        count += watches.raised(severity);
    if (count == 0) return false;
    const bool errors = watches.raised(Severity::Error) > 0, warnings = watches.raised(Severity::Warning) > 0;
    const ImU32 color = errors ? style.theme->error : warnings ? style.theme->warn : style.theme->text;
    const std::string text = format_count(count, "alert");
    const float side = std::floor(ImGui::GetTextLineHeight());
    const float width = side + style.px(4) + text_width(text);
    if (gap >= 0) same_line_if_fits(width, gap);

    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (invisible_button("alerts", {width, side})) context.requests.push_back(ShowPanelRequest{"watch", "alerts"});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_icon(list, errors ? Icon::Error : Icon::Warning, at, side, color);
    list.AddText({at.x + side + style.px(4), at.y}, color, text.c_str());
    if (!tooltip_due()) return true;
    std::string words;
    for (const Alert& alert : watches.alerts())
        if (alert.count > 0)
            words += (words.empty() ? "" : "\n") + (alert.message.empty() ? alert.text : alert.message) + ": " +
                     format_count(alert.count, "entity", "entities");
    tooltip(words);
    return true;
}

}  // namespace panels
