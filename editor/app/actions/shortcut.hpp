// The editor's shortcuts are the chords that panels know, too.
#pragma once

#include "panels/base/chord.hpp"

namespace editor {

using panels::Key;
using panels::key_count;
using panels::name_of;
using Shortcut = panels::Chord;

}  // namespace editor
