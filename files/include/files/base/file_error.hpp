// A FileError says what is wrong with a file, and where, in one sentence for a person:
//
//     level.json:12:9: /entities/3/components/Position/x must be a number, found string "one"
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "files/base/file_stamp.hpp"

namespace files {

class FileError : public std::runtime_error {
public:
    /// `line` and `column` count from 1; 0 when the problem has no place in the text (no permission, disk full).
    FileError(std::string file, int line, int column, std::string problem);

    const std::string& file() const { return file_; }
    int line() const { return line_; }
    int column() const { return column_; }
    /// The message without file and place.
    const std::string& problem() const { return problem_; }

private:
    std::string file_;
    int line_, column_;
    std::string problem_;
};

/// The file is not the expected one; nothing was written.
class ChangedOnDisk : public FileError {
public:
    /// `found` is the present file.
    ChangedOnDisk(std::string file, const FileStamp& found);
    const FileStamp& found() const { return found_; }

private:
    FileStamp found_;
};

/// There is too little memory for what the file holds.
class NotEnoughMemory : public FileError {
public:
    /// `what` is that: "this world".
    NotEnoughMemory(std::string file, const std::string& what)
        : FileError(std::move(file), 0, 0, "there is not enough memory for " + what) {}
};

/// The job was cancelled (see progress.hpp). Nothing is wrong, and nothing was changed.
class Cancelled : public FileError {
public:
    /// `what` is the stopped action: "opening", "saving".
    Cancelled(std::string file, const std::string& what) : FileError(std::move(file), 0, 0, what + " was cancelled") {}
};

}  // namespace files
