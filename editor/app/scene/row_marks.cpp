#include "editor/app/scene/row_marks.hpp"

#include <glad/gl.h>

namespace editor {

RowMarks::~RowMarks() {
    for (const Table& table : {colors_, lit_, hidden_}) {
        glDeleteTextures(1, &table.texture);
        glDeleteBuffers(1, &table.buffer);
    }
}

void RowMarks::upload(Table& table, unsigned format, const void* data, std::size_t bytes) {
    if (table.buffer == 0) {
        glGenBuffers(1, &table.buffer);
        glGenTextures(1, &table.texture);
    }
    glBindBuffer(GL_TEXTURE_BUFFER, table.buffer);
    glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(bytes), data, GL_STREAM_DRAW);
    glBindTexture(GL_TEXTURE_BUFFER, table.texture);
    glTexBuffer(GL_TEXTURE_BUFFER, format, table.buffer);
    glBindTexture(GL_TEXTURE_BUFFER, 0);
    glBindBuffer(GL_TEXTURE_BUFFER, 0);
}

void RowMarks::set_colors(std::span<const std::uint32_t> colors) {
    upload(colors_, GL_RGBA8, colors.data(), colors.size_bytes());
}

void RowMarks::set_lit(std::span<const std::uint8_t> lit) { upload(lit_, GL_R8, lit.data(), lit.size_bytes()); }

void RowMarks::set_hidden(std::span<const std::uint8_t> hidden) {
    upload(hidden_, GL_R8, hidden.data(), hidden.size_bytes());
}

void RowMarks::bind_hidden() const {
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_BUFFER, hidden_.texture);
    glActiveTexture(GL_TEXTURE0);
}

void RowMarks::bind() const {
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_BUFFER, lit_.texture);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_BUFFER, colors_.texture);
}

}  // namespace editor
