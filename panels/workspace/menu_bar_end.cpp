#include "panels/workspace/menu_bar_end.hpp"

#include <cmath>

#include "panels/workspace/workspace_strip.hpp"

namespace panels {

namespace {

constexpr float gap_px = 16;

/// How much of each part there is room for.
struct BarRoom {
    float workspaces = 0, commands = 0;  // widths; 0: not shown
    TransportParts transport{false, false, false};
    bool buttons = false;  // of the transport
};

/// Gives the room away, the most important first.
BarRoom share_bar(const Context& context, const Workspaces& workspaces, const TransportBar& transport, float room) {
    const Style& style = context.style;
    const float gap = std::floor(style.px(gap_px));
    BarRoom shares;
    const auto take = [&](float width) {
        if (width > room) return false;
        room -= width;
        return true;
    };
    shares.buttons = take(transport.width(style, shares.transport));
    if (!shares.buttons) return shares;
    shares.workspaces = workspace_strip_width(style, workspaces, room - gap);
    if (shares.workspaces > 0) room -= shares.workspaces + gap;
    const float words = commands_button_width(context, false), with_keys = commands_button_width(context, true);
    if (take(words + gap)) shares.commands = words;
    const auto take_part = [&](bool TransportParts::*part) {
        TransportParts more = shares.transport;
        more.*part = true;
        if (take(transport.width(style, more) - transport.width(style, shares.transport))) shares.transport = more;
    };
    take_part(&TransportParts::tick);
    take_part(&TransportParts::speed);
    if (shares.transport.tick) take_part(&TransportParts::time);
    if (shares.commands > 0 && take(with_keys - words)) shares.commands = with_keys;
    return shares;
}

}  // namespace

bool draw_menu_bar_end(const Context& context, Workbench& workbench, TransportBar& transport, float left, float right) {
    const Style& style = context.style;
    left = std::floor(left);
    right = std::floor(right);
    const BarRoom shares = share_bar(context, workbench.workspaces(), transport, right - left);
    const float top = ImGui::GetCursorPosY(), gap = std::floor(style.px(gap_px));
    const float transport_left = shares.buttons ? std::floor(right - transport.width(style, shares.transport)) : right;
    if (shares.workspaces > 0) {
        ImGui::SetCursorPos({left, top});
        draw_workspace_strip(context, workbench, left + shares.workspaces);
    }
    bool clicked = false;
    if (shares.commands > 0) {
        const float end = transport_left - gap;
        ImGui::SetCursorPos({end - shares.commands, top});
        clicked = draw_commands_button(context, end - shares.commands, end);
    }
    if (shares.buttons) {
        ImGui::SetCursorPos({transport_left, top});
        transport.show(context, shares.transport);
    } else {
        ImGui::Dummy({0, 0});  // Dear ImGui wants an item after the cursor was moved
    }
    return clicked;
}

}  // namespace panels
