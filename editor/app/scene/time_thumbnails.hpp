// Small pictures of the scene as it was, for the line of time: each is taken from the texture that was drawn anyway.
// There are at most `most` of them; when there are more, every second one of the older half goes. OpenGL must be there
// as long as this object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "editor/app/window/framebuffer.hpp"
#include "panels/timeline/timeline_strip.hpp"

namespace ecs {
class Timeline;
}

namespace editor {

class TimeThumbnails final : public panels::TimePictures {
public:
    static constexpr std::size_t most = 160;
    static constexpr std::uint64_t ticks_apart = 30;
    static constexpr int width = 192;

    TimeThumbnails() = default;
    ~TimeThumbnails();

    /// Keeps a picture of this moment, if the last one of the branch is old enough. `texture` is one of OpenGL, of
    /// this size in pixels. Forgets all when it is another timeline.
    void keep(const ecs::Timeline& timeline, std::uint64_t tick, unsigned texture, int texture_width,
              int texture_height);
    /// Also of a branch that it grew from. Nothing when the nearest one is more than some seconds away.
    std::optional<Picture> near(ecs::TimePoint point) const override;
    std::size_t count() const { return kept_.size(); }

private:
    struct Kept {
        ecs::TimePoint at;
        std::unique_ptr<Framebuffer> picture;
    };
    void thin();

    const ecs::Timeline* of_ = nullptr;
    std::vector<Kept> kept_;  // in the order in which they were taken
    unsigned source_ = 0;     // the framebuffer that reads the texture
};

}  // namespace editor
