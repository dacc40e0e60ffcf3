// A list scrolls while something is dragged to its edge: what is dragged can go to a row that is not in view.
#pragma once

namespace panels {

struct Context;

/// Scrolls the present window, which holds the rows, while the mouse drags a payload of this type near its upper or
/// lower edge. The nearer, the faster.
void scroll_for_drag(const Context& context, const char* payload_type);

}  // namespace panels
