#include "editor/app/scene/shader.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include <glad/gl.h>

#include "ecs/base/assert.hpp"
#include "files/base/atomic_file.hpp"
#include "files/base/file_error.hpp"

namespace editor {

namespace {

/// Deletes the shader object when it goes out of scope: a linked program does not need it any more.
class ShaderObject {
public:
    ShaderObject(GLenum kind, std::string_view file, std::string_view text) : id_(glCreateShader(kind)) {
        const char* source = text.data();
        const auto length = static_cast<GLint>(text.size());
        glShaderSource(id_, 1, &source, &length);
        glCompileShader(id_);
        GLint compiled = GL_FALSE;
        glGetShaderiv(id_, GL_COMPILE_STATUS, &compiled);
        if (compiled) return;
        std::string log(1024, '\0');
        glGetShaderInfoLog(id_, static_cast<GLsizei>(log.size()), nullptr, log.data());
        glDeleteShader(id_);
        throw files::FileError(std::string(file), 0, 0, log.substr(0, log.find_first_of(std::string_view("\n\0", 2))));
    }
    ~ShaderObject() { glDeleteShader(id_); }
    ShaderObject(const ShaderObject&) = delete;
    ShaderObject& operator=(const ShaderObject&) = delete;

    GLuint id() const { return id_; }

private:
    GLuint id_;
};

GLuint link(std::string_view vertex_file, std::string_view vertex, std::string_view fragment_file,
            std::string_view fragment) {
    const ShaderObject vertex_object(GL_VERTEX_SHADER, vertex_file, vertex);
    const ShaderObject fragment_object(GL_FRAGMENT_SHADER, fragment_file, fragment);
    const GLuint program = glCreateProgram();
    glAttachShader(program, vertex_object.id());
    glAttachShader(program, fragment_object.id());
    glLinkProgram(program);
    GLint linked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked) return program;
    std::string log(1024, '\0');
    glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), nullptr, log.data());
    glDeleteProgram(program);
    throw files::FileError(std::string(fragment_file), 0, 0,
                           log.substr(0, log.find_first_of(std::string_view("\n\0", 2))));
}

/// Whether the text has a uniform of this name, alone or in a list.
[[maybe_unused]] bool declares(std::string_view text, std::string_view name) {
    const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size(), line = text.rfind('\n', at) + 1;
        const bool whole = (at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end]));
        if (whole && text.substr(line).starts_with("uniform ")) return true;
    }
    return false;
}

}  // namespace

Shader::Shader(shaders::Source vertex, shaders::Source fragment)
    : vertex_(vertex),
      fragment_(fragment),
      program_(link(vertex.file, vertex.text, fragment.file, fragment.text)),
      newest_(std::filesystem::file_time_type::clock::now()),
      looked_(std::chrono::steady_clock::now()) {}

Shader::~Shader() { glDeleteProgram(program_); }

void Shader::use() const { glUseProgram(program_); }
int Shader::uniform(const char* name) const {
    ECS_ASSERT(edited_ || declares(vertex_.text, name) || declares(fragment_.text, name),
               "a shader has a uniform for each that is set");
    return glGetUniformLocation(program_, name);
}

std::string Shader::reload_changed() {
#ifdef SHADERS_FOLDER
    const auto now = std::chrono::steady_clock::now();
    if (now - looked_ < std::chrono::milliseconds(500)) return {};
    looked_ = now;
    const std::filesystem::path folder = SHADERS_FOLDER;
    const std::filesystem::path vertex_file = folder / vertex_.file, fragment_file = folder / fragment_.file;
    std::error_code gone;
    const auto vertex_time = std::filesystem::last_write_time(vertex_file, gone);
    if (gone) return {};
    const auto fragment_time = std::filesystem::last_write_time(fragment_file, gone);
    if (gone) return {};
    const auto newest = std::max(vertex_time, fragment_time);
    if (newest <= newest_) return {};
    newest_ = newest;
    try {
        const GLuint program =
            link(vertex_.file, files::read_file(vertex_file), fragment_.file, files::read_file(fragment_file));
        glDeleteProgram(std::exchange(program_, program));
        edited_ = true;
    } catch (const files::FileError& error) {
        return error.what();
    }
#endif
    return {};
}

}  // namespace editor
