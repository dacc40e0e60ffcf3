// The command that runs systems back, which the Step panel and the menus of a program speak of.
#pragma once

#include "panels/base/key_map.hpp"
#include "panels/base/language.hpp"

namespace panels::keys {

inline constexpr KeyCommand back_system{"run.back_system", tr_later("Step one system back"),
                                        tr_later("Runs the last system back"), shift(Key::F11)};

}  // namespace panels::keys
