#include "panels/base/scene_colors.hpp"

#include <algorithm>
#include <cmath>

namespace panels {

const char* name_of(SceneColors colors) {
    switch (colors) {
        case SceneColors::Own:
            return "Entity colours";
        case SceneColors::Archetype:
            return "By archetype";
        case SceneColors::Chunk:
            return "By chunk";
        case SceneColors::Row:
            return "By row";
        case SceneColors::Age:
            return "By age";
    }
    return "";
}

const char* explanation_of(SceneColors colors) {
    switch (colors) {
        case SceneColors::Own:
            return "Each entity in the colour that its components give it";
        case SceneColors::Archetype:
            return "Entities with the same set of components have one colour";
        case SceneColors::Chunk:
            return "Entities whose rows lie in the same chunk have one colour";
        case SceneColors::Row:
            return "From the first row of each chunk to its last";
        case SceneColors::Age:
            return "By the tick in which the entity's chunk was made";
    }
    return "";
}

ImU32 color_between(const Style& style, float share) {
    const ImVec4 first = ImGui::ColorConvertU32ToFloat4(style.theme->bar);
    const ImVec4 last = ImGui::ColorConvertU32ToFloat4(style.theme->warn);
    const float t = std::clamp(share, 0.0f, 1.0f);
    const auto mix = [t](float a, float b) { return a + (b - a) * t; };
    return ImGui::ColorConvertFloat4ToU32({mix(first.x, last.x), mix(first.y, last.y), mix(first.z, last.z), 1});
}

}  // namespace panels
