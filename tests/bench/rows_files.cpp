// World files: entities with an id, Position and Velocity, some 125 bytes each. The floor is raw fwrite and fread of
// the same bytes. Time is that on the wall, and whatever flushing the saving does counts.
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "components.hpp"
#include "ecs/base/random.hpp"
#include "editor/demo/components.hpp"
#include "editor/demo/demo_game.hpp"
#include "editor/session/session_file.hpp"
#include "rows.hpp"

namespace bench {

namespace {

/// A folder in the system's place for temporary files, removed at the end.
class Folder {
public:
    Folder() {
        const std::filesystem::path temporary = std::filesystem::temp_directory_path();
        for (int number = 0;; ++number) {
            path_ = temporary / ("chunkscope_bench." + std::to_string(number));
            if (std::filesystem::create_directory(path_)) break;
        }
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::filesystem::path operator/(const char* name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

struct Files {
    explicit Files(std::size_t n) : session(std::make_unique<editor::Session>(editor::demo_game())) {
        ecs::Random random(1);
        for (std::size_t i = 0; i < n; ++i)
            session->world.create(editor::Position{random.between(0, 800), random.between(0, 600)},
                                  editor::Velocity{random.between(-2, 2), random.between(-2, 2)});
        text = editor::write_world(*session);
    }

    void write_raw() const {
        std::FILE* file = std::fopen((folder / "raw.json").c_str(), "wb");
        if (!file) return;
        std::fwrite(text.data(), 1, text.size(), file);
        std::fclose(file);
    }
    std::string content(const char* name) const {
        std::string content(text.size(), ' ');
        std::FILE* file = std::fopen((folder / name).c_str(), "rb");
        if (!file) return {};
        content.resize(std::fread(content.data(), 1, content.size(), file));
        std::fclose(file);
        return content;
    }

    Folder folder;
    std::unique_ptr<editor::Session> session, loaded;
    std::string text, read;
};

std::uint64_t digest_of(std::string_view text) {
    Digest digest;
    digest.add(text.size());
    for (const char c : text) digest.add(static_cast<std::uint64_t>(c));
    return digest.value();
}

Comparison comparison_of(std::size_t n, const Files& files) {
    Comparison comparison;
    comparison.meter = Meter::WallTime;
    comparison.operations = static_cast<double>(n);
    comparison.bytes = static_cast<double>(files.text.size());
    return comparison;
}

}  // namespace

Comparison save(std::size_t n) {
    const auto files = std::make_shared<Files>(n);
    Comparison comparison = comparison_of(n, *files);
    comparison.ecs.run = [files] { editor::save_world(*files->session, files->folder / "saved.json"); };
    comparison.ecs.digest = [files] { return digest_of(files->content("saved.json")); };
    comparison.floor.run = [files] { files->write_raw(); };
    comparison.floor.digest = [files] { return digest_of(files->content("raw.json")); };
    return comparison;
}

Comparison load(std::size_t n) {
    const auto files = std::make_shared<Files>(n);
    files->write_raw();
    Comparison comparison = comparison_of(n, *files);
    comparison.ecs.prepare = [files] { files->loaded.reset(); };
    comparison.ecs.run = [files] {
        files->loaded = editor::load_world(editor::demo_game(), files->folder / "raw.json");
    };
    comparison.ecs.digest = [files] { return digest_of(editor::write_world(*files->loaded)); };
    comparison.floor.run = [files] { files->read = files->content("raw.json"); };
    comparison.floor.digest = [files] { return digest_of(files->read); };
    return comparison;
}

}  // namespace bench
