// The menu item that adds a breakpoint, for the menus of fields, entities and systems.
#pragma once

#include <string>
#include <utility>

#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/stops/debugger.hpp"

namespace panels {

/// Adds a breakpoint with this text, unless there is one.
inline MenuItem break_item(const char* label, std::string text, std::string why_not = {}) {
    return {.label = label,
            .icon = Icon::Circle,
            .why_not = std::move(why_not),
            .hint = text,
            .run = [text](const Context& now) {
                if (now.debugger == nullptr) return;
                ecs::Breakpoints& breakpoints = now.debugger->breakpoints();
                for (const ecs::Breakpoint& each : breakpoints.all()) {
                    if (each.text != text) continue;
                    breakpoints.set_enabled(each.id, true);
                    return now.requests.push_back(ShowPanelRequest{"breakpoints"});
                }
                (void)breakpoints.add(text);
                now.requests.push_back(ShowPanelRequest{"breakpoints"});
            }};
}

}  // namespace panels
