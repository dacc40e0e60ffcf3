// Keys for the field, or the component, under the mouse. They do what its menu has; see MenuRequest::at_once.
#pragma once

#include "panels/base/key_map.hpp"
#include "panels/base/language.hpp"

namespace panels::keys {

inline constexpr KeyCommand copy_value{"inspector.copy_value", tr_later("Copy value"),
                                       tr_later("Copies the field or component under the mouse to the clipboard"),
                                       ctrl(Key::C)};
inline constexpr KeyCommand paste_value{"inspector.paste_value", tr_later("Paste value"),
                                        tr_later("Sets the field or component under the mouse to what the clipboard "
                                                 "holds"),
                                        ctrl(Key::V)};
inline constexpr KeyCommand default_value{"inspector.default_value", tr_later("Reset to default"),
                                          tr_later("Gives the field under the mouse its default value"),
                                          plain(Key::Backspace)};
inline constexpr KeyCommand negate_value{"inspector.negate_value", tr_later("Negate"),
                                         tr_later("Changes the sign of the number under the mouse"), plain(Key::Minus)};

}  // namespace panels::keys
