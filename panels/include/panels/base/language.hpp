// The functions of ecs/base/language.hpp under short names: panels speak to people in every other line.
#pragma once

#include "ecs/base/language.hpp"

namespace panels {

using ecs::phrase;
using ecs::tr;
using ecs::tr_as;
using ecs::tr_later;

}  // namespace panels
