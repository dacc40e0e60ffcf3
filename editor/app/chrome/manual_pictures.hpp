// The pictures of the manual: the files of docs/manual/pictures, which lie beside the program. Each is read when it is
// first shown. One that is not there costs looks: its caption stands alone.
#pragma once

#include "panels/base/panel.hpp"

namespace editor {

panels::ManualPictures make_manual_pictures();

}  // namespace editor
