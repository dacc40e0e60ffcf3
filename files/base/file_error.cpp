#include "files/base/file_error.hpp"

#include <utility>

namespace files {

namespace {

std::string sentence(const std::string& file, int line, int column, const std::string& problem) {
    if (line == 0) return file + ": " + problem;
    return file + ':' + std::to_string(line) + ':' + std::to_string(column) + ": " + problem;
}

}  // namespace

FileError::FileError(std::string file, int line, int column, std::string problem)
    : std::runtime_error(sentence(file, line, column, problem)),
      file_(std::move(file)),
      line_(line),
      column_(column),
      problem_(std::move(problem)) {}

ChangedOnDisk::ChangedOnDisk(std::string file, const FileStamp& found)
    : FileError(std::move(file), 0, 0, "was changed on disk meanwhile, so it was not written over"), found_(found) {}

}  // namespace files
