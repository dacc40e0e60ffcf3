// The Place panel: the shapes and prefabs that can be put into the scene. A click chooses one, and each click in the
// scene then places it; a drag onto the scene places one where it is dropped. The panel only requests.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"

namespace panels {

/// What a drag from this panel carries to the scene: the position of the maker in makers_of().
inline constexpr const char* maker_payload = "chunkscope.maker";
/// The part of the Scene panel that places what has the name behind it: "place:Circle".
inline constexpr std::string_view place_part = "place:";

class PlacePanel : public Panel {
public:
    PlacePanel()
        : Panel("place", tr_later("Place"), DockPlace::Left,
                tr_later("Shapes and prefabs, to be put into the scene with a click or a drag")) {}

protected:
    void draw(const Context& context) override;

private:
    void draw_shapes(const Context& context, std::span<const SceneMaker> makers);
    void draw_tile(const Context& context, std::span<const SceneMaker> makers, std::size_t number, ImVec2 size);
    void draw_prefabs(const Context& context, std::span<const SceneMaker> makers);
    void draw_prefab_row(const Context& context, std::span<const SceneMaker> makers, std::size_t number);
    /// The last item offers the maker to the mouse: a click chooses it, a drag carries it.
    void offer(const Context& context, std::span<const SceneMaker> makers, std::size_t number, bool clicked) const;
    void count_instances(const Context& context);

    std::unordered_map<std::uint64_t, std::size_t> placed_;  // instances by the bits of their prefab
    const ecs::World* world_ = nullptr;
    std::uint64_t structure_seen_ = 0;
    double next_count_secs_ = 0;
};

}  // namespace panels
