// PictureTextures shows the pictures of panels as OpenGL textures without smoothing. It owns the textures; one that no
// panel asked for in a while is given back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "panels/base/picture.hpp"

namespace editor {

class PictureTextures final : public panels::PictureStore {
public:
    PictureTextures() = default;
    ~PictureTextures() override;
    PictureTextures(const PictureTextures&) = delete;
    PictureTextures& operator=(const PictureTextures&) = delete;

    std::uintptr_t texture_of(const panels::Picture& picture) override;
    /// Call after each frame was drawn.
    void end_frame();

private:
    struct Texture {
        unsigned name = 0;
        int width = 0, height = 0;
        std::uint64_t revision = 0;  // of the picture, at the last upload
        int frames_unused = 0;
    };
    void upload(const panels::Picture& picture, Texture& texture) const;

    std::unordered_map<std::uint64_t, Texture> textures_;  // by the picture's id
};

}  // namespace editor
