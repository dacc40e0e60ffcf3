#include "editor/app/scene/time_thumbnails.hpp"

#include <algorithm>
#include <utility>

#include <glad/gl.h>

#include "ecs/timeline/timeline.hpp"

namespace editor {

namespace {

constexpr std::uint64_t near_enough = 240;  // ticks

std::uint64_t distance(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }

}  // namespace

TimeThumbnails::~TimeThumbnails() {
    if (source_ != 0) glDeleteFramebuffers(1, &source_);
}

void TimeThumbnails::keep(const ecs::Timeline& timeline, std::uint64_t tick, unsigned texture, int texture_width,
                          int texture_height) {
    if (std::exchange(of_, &timeline) != &timeline) kept_.clear();
    if (!timeline.recording() || !timeline.at_now() || texture == 0 || texture_width < 1 || texture_height < 1) return;
    const ecs::TimePoint at{timeline.branch(), tick};
    // A record that began anew has none of the later ones.
    std::erase_if(kept_,
                  [&](const Kept& each) { return each.at.branch == at.branch && each.at.tick > timeline.last_tick(); });
    for (const Kept& each : kept_)
        if (each.at.branch == at.branch && distance(each.at.tick, tick) < ticks_apart) return;
    if (source_ == 0) glGenFramebuffers(1, &source_);
    Kept made{at, std::make_unique<Framebuffer>()};
    const int high = std::max(1, width * texture_height / texture_width);
    made.picture->resize(width, high);
    made.picture->bind();
    glBindFramebuffer(GL_READ_FRAMEBUFFER, source_);
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glBlitFramebuffer(0, 0, texture_width, texture_height, 0, 0, width, high, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    kept_.push_back(std::move(made));
    if (kept_.size() > most) thin();
}

/// Every second one of the older half goes.
void TimeThumbnails::thin() {
    std::size_t position = 0;
    const std::size_t older = kept_.size() / 2;
    std::erase_if(kept_, [&](const Kept&) { return position++ < older && position % 2 == 0; });
}

std::optional<panels::TimePictures::Picture> TimeThumbnails::near(ecs::TimePoint point) const {
    if (of_ == nullptr) return {};
    const Kept* best = nullptr;
    std::uint64_t until = ~std::uint64_t{0};
    for (const ecs::TimeBranch* branch = of_->find(point.branch); branch != nullptr;) {
        for (const Kept& each : kept_) {
            if (each.at.branch != branch->id || each.at.tick > until) continue;
            if (best == nullptr || distance(each.at.tick, point.tick) < distance(best->at.tick, point.tick))
                best = &each;
        }
        if (!branch->parent) break;
        until = std::min(until, branch->fork_tick);
        branch = of_->find(*branch->parent);
    }
    if (best == nullptr || distance(best->at.tick, point.tick) > near_enough) return {};
    return Picture{best->picture->texture(),
                   {static_cast<float>(best->picture->width()), static_cast<float>(best->picture->height())},
                   best->at.tick};
}

}  // namespace editor
