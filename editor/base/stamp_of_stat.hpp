// Makes a FileStamp from the system's data on an open file. Private to this library.
#pragma once

#include <sys/stat.h>

#include "editor/base/file_stamp.hpp"

namespace editor {

FileStamp stamp_of_stat(const struct stat& present);

}  // namespace editor
