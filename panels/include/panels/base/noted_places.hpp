// Where panels drew things of note in the last frames, by name: "chunks.selected_row". The tour points at them, and
// nothing else depends on them. The program owns the list, and forgets what was not drawn again.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "panels/base/patterns.hpp"

namespace panels {

struct Context;

class NotedPlaces {
public:
    /// Where it is on the screen now. The part outside of `visible` is not.
    void note(std::string_view name, const Area& area, const Area& visible);
    /// Nothing when it is not on the screen.
    std::optional<Area> find(std::string_view name) const;
    /// Before panels draw: what they do not note in this frame is forgotten at the next one.
    void begin_frame();

private:
    struct Place {
        Area area;
        bool fresh = true;
    };
    std::map<std::string, Place, std::less<>> places_;
};

/// Notes an area of the window that is being drawn. Costs nothing where nobody asks.
void note_place(const Context& context, std::string_view name, const Area& area);

}  // namespace panels
