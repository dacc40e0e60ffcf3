#include "panels/base/noted_places.hpp"

#include <iterator>
#include <utility>

#include <imgui.h>

#include "panels/base/panel.hpp"

namespace panels {

void NotedPlaces::note(std::string_view name, const Area& area, const Area& visible) {
    const Area seen = common_area(area, visible);
    if (seen.width() <= 0 || seen.height() <= 0) return;
    const auto found = places_.find(name);
    if (found == places_.end())
        places_.emplace(std::string(name), Place{seen});
    else
        found->second = {seen};
}

std::optional<Area> NotedPlaces::find(std::string_view name) const {
    const auto found = places_.find(name);
    return found == places_.end() ? std::nullopt : std::optional(found->second.area);
}

void NotedPlaces::begin_frame() {
    for (auto each = places_.begin(); each != places_.end();)
        each = std::exchange(each->second.fresh, false) ? std::next(each) : places_.erase(each);
}

void note_place(const Context& context, std::string_view name, const Area& area) {
    if (context.places == nullptr) return;
    context.places->note(name, area, visible_area(*ImGui::GetWindowDrawList()));
}

}  // namespace panels
