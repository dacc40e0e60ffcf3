#include "panels/base/scene_colors.hpp"
#include "panels/base/language.hpp"

#include <algorithm>
#include <cmath>

namespace panels {

const char* name_of(SceneColors colors) {
    switch (colors) {
        case SceneColors::Own:
            return tr("Entity colours");
        case SceneColors::Archetype:
            return tr("By archetype");
        case SceneColors::Chunk:
            return tr("By chunk");
        case SceneColors::Row:
            return tr("By row");
        case SceneColors::Age:
            return tr("By age");
    }
    return "";
}

const char* explanation_of(SceneColors colors) {
    switch (colors) {
        case SceneColors::Own:
            return tr("Each entity in the colour that its components give it");
        case SceneColors::Archetype:
            return tr("Entities with the same set of components have one colour");
        case SceneColors::Chunk:
            return tr("Entities whose rows lie in the same chunk have one colour");
        case SceneColors::Row:
            return tr("From the first row of each chunk to its last");
        case SceneColors::Age:
            return tr("By the tick in which the entity's chunk was made");
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
