// From what the system says about an open file to its FileStamp. Private to this library.
#pragma once

#include <sys/stat.h>

#include "editor/base/file_stamp.hpp"

namespace editor {

FileStamp stamp_of_stat(const struct stat& present);

}  // namespace editor
