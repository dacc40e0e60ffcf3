#include "probe.hpp"

#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

namespace editor {

void write_probe(const std::string& file, const ProbeFacts& facts) {
    using nlohmann::json;
    json texts = json::array();
    for (const ScreenText& text : facts.texts)
        texts.push_back({{"text", text.text}, {"rect", {text.left, text.top, text.right, text.bottom}}});
    const json all{{"texts", std::move(texts)},
                   {"tick", facts.tick},
                   {"playing", facts.playing},
                   {"unsaved", facts.unsaved},
                   {"selected", facts.selected},
                   {"camera", {{"x", facts.camera.x}, {"y", facts.camera.y}, {"zoom", facts.camera.zoom}}},
                   {"view", {facts.view_width, facts.view_height}},
                   {"file", facts.file},
                   {"job", facts.job},
                   {"waiting", facts.waiting}};
    const std::string unfinished = file + ".part";
    std::ofstream(unfinished) << all.dump(-1, ' ', false, json::error_handler_t::replace);
    std::error_code ignored;
    std::filesystem::rename(unfinished, file, ignored);
}

}  // namespace editor
