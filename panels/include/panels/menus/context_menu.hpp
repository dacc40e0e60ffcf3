// The ContextMenu shows what can be done with the thing that a person points at. A program has one of them and draws it
// after its panels, which tell what lies under the mouse with offer_menu() (panels/base/pointed_at.hpp). Items do
// nothing by themselves: they select, copy, or push requests as panels do.
//
//     for (panel : panels) panel.show(context);
//     menu.draw(context);                         // before the requests are executed
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "panels/base/pointed_at.hpp"

namespace panels {

class ContextMenu {
public:
    ContextMenu();
    ~ContextMenu();
    ContextMenu(const ContextMenu&) = delete;
    ContextMenu& operator=(const ContextMenu&) = delete;

    /// Takes the MenuRequests out of context.requests, and draws what is open.
    void draw(const Context& context);
    bool is_open() const { return open_ != nullptr; }
    /// Call it when the world or the panels go.
    void close();

private:
    struct Open;

    void take_requests(const Context& context);
    void draw_menu(const Context& context);
    void draw_items(const Context& context, const std::vector<MenuItem>& items);
    void draw_item(const Context& context, const MenuItem& item);
    void draw_name_field(const Context& context);
    void draw_component_list(const Context& context);

    std::unique_ptr<Open> open_;
};

}  // namespace panels
