// Makes a FileStamp from the system's data on an open file. Private to this library.
#pragma once

#include <sys/stat.h>

#include "files/base/file_stamp.hpp"

namespace files {

FileStamp stamp_of_stat(const struct stat& present);

}  // namespace files
