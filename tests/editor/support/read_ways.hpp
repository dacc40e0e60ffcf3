// The two ways of WorldReader, each by itself, into a session of the demo scenes.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "editor/demo/demo_game.hpp"
#include "editor/session/session_maker.hpp"
#include "files/world_file/world_reader.hpp"

namespace demo {

template <class Text>
std::unique_ptr<editor::Session> read_one_way(Text& text, files::WorldFile (files::WorldReader::*way)()) {
    editor::SessionMaker maker(editor::demo_game(), nullptr, files::Losses::Accept);
    files::FileTypes types(maker.world().types());
    files::Job job(nullptr, "level.json", "opening");
    files::WorldReader reader({maker.world(), maker.options(), types}, text, "level.json", job);
    return maker.finish((reader.*way)());
}

inline std::unique_ptr<editor::Session> read_the_long_way(const std::string& text) {
    return read_one_way(text, &files::WorldReader::read);
}
/// Throws FileError or NotDirect when that is not possible. `text` may be a TextWindow.
template <class Text>
std::unique_ptr<editor::Session> read_directly(Text& text) {
    return read_one_way(text, &files::WorldReader::read_directly);
}

}  // namespace demo
