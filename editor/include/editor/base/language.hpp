// The functions of ecs/base/language.hpp under short names: the editor speaks to people in every other line.
#pragma once

#include "ecs/base/language.hpp"

namespace editor {

using ecs::phrase;
using ecs::tr;
using ecs::tr_as;
using ecs::tr_later;

}  // namespace editor
