#include "editor/app/scene/picture_textures.hpp"

#include <glad/gl.h>

namespace editor {

namespace {

void upload_rows(const panels::Picture& picture, int first, int last) {
    const auto offset = static_cast<std::size_t>(first) * static_cast<std::size_t>(picture.width);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, first, picture.width, last - first, GL_RGBA, GL_UNSIGNED_BYTE,
                    picture.pixels.data() + offset);
}

}  // namespace

PictureTextures::~PictureTextures() {
    for (const auto& entry : textures_) glDeleteTextures(1, &entry.second.name);
}

std::uintptr_t PictureTextures::texture_of(const panels::Picture& picture) {
    const auto pixels = static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height);
    if (pixels == 0 || picture.pixels.size() < pixels) return 0;
    Texture& texture = textures_[picture.id];
    texture.frames_unused = 0;
    if (texture.name == 0 || texture.revision != picture.revision) upload(picture, texture);
    return texture.name;
}

void PictureTextures::upload(const panels::Picture& picture, Texture& texture) const {
    GLint largest = 1024;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    if (picture.width > largest || picture.height > largest) return;
    const bool made = texture.name == 0;
    if (made) glGenTextures(1, &texture.name);
    glBindTexture(GL_TEXTURE_2D, texture.name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    if (made || texture.width != picture.width || texture.height != picture.height) {
        texture.width = picture.width;
        texture.height = picture.height;
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, picture.width, picture.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        texture.revision = 0;  // of no row that was painted
    }
    if (picture.row_revisions.size() != static_cast<std::size_t>(picture.height)) {
        upload_rows(picture, 0, picture.height);
    } else {
        // Neighbouring rows go together: each call costs more than many pixels do.
        const auto changed = [&](int y) {
            return picture.row_revisions[static_cast<std::size_t>(y)] > texture.revision;
        };
        for (int y = 0; y < picture.height; ++y) {
            if (!changed(y)) continue;
            const int first = y;
            while (y < picture.height && changed(y)) ++y;
            upload_rows(picture, first, y);
        }
    }
    glBindTexture(GL_TEXTURE_2D, 0);
    texture.revision = picture.revision;
}

void PictureTextures::end_frame() {
    constexpr int max_frames_unused = 120;
    for (auto entry = textures_.begin(); entry != textures_.end();) {
        if (++entry->second.frames_unused <= max_frames_unused) {
            ++entry;
            continue;
        }
        glDeleteTextures(1, &entry->second.name);
        entry = textures_.erase(entry);
    }
}

}  // namespace editor
