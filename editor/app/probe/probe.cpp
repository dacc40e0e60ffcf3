#include "editor/app/probe/probe.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

namespace editor {

Probe Probe::from_environment() {
    Probe probe;
    if (const char* file = std::getenv("CHUNKSCOPE_UI_PROBE")) probe.file_ = file;
    const char* const every = std::getenv("CHUNKSCOPE_UI_PROBE_DRAWS");
    if (probe.on() && every) probe.draws_every_ = std::max(1ull, std::strtoull(every, nullptr, 10));
    return probe;
}

void Probe::write(const ProbeFacts& facts) {
    told_idle_ = facts.idle;
    using nlohmann::json;
    json texts = json::array();
    for (const panels::ScreenText& text : facts.texts)
        texts.push_back({{"text", text.text}, {"rect", {text.low.x, text.low.y, text.high.x, text.high.y}}});
    const json all{{"texts", std::move(texts)},
                   {"tick", facts.tick},
                   {"playing", facts.playing},
                   {"attention_asked", facts.attention_asked},
                   {"unsaved", facts.unsaved},
                   {"selected", facts.selected},
                   {"camera", {{"x", facts.camera.x}, {"y", facts.camera.y}, {"zoom", facts.camera.zoom}}},
                   {"picture", {facts.picture_left, facts.picture_top, facts.picture_width, facts.picture_height}},
                   {"file", facts.file},
                   {"job", facts.job},
                   {"waiting", facts.waiting},
                   {"panel_job", facts.panel_job},
                   {"frame", facts.frame},
                   {"idle", facts.idle},
                   {"focused", facts.focused},
                   {"input",
                    {{"keys", facts.input.keys},
                     {"buttons", facts.input.buttons},
                     {"characters", facts.input.characters},
                     {"wheel", facts.input.wheel},
                     {"mouse", {facts.mouse_x, facts.mouse_y}},
                     {"queued", facts.input_queued},
                     {"may_double", facts.may_double}}},
                   {"dialog", facts.dialog},
                   {"toasts", facts.toasts}};
    const std::string unfinished = file_ + ".part";
    std::ofstream(unfinished) << all.dump(-1, ' ', false, json::error_handler_t::replace);
    std::error_code ignored;
    std::filesystem::rename(unfinished, file_, ignored);
}

}  // namespace editor
