// A FileError says what is wrong with a file, and where, in one sentence for a person:
//
//     level.json:12:9: /entities/3/components/Position/x must be a number, found string "one"
#pragma once

#include <stdexcept>
#include <string>

namespace editor {

class FileError : public std::runtime_error {
public:
    /// `line` and `column` count from 1; 0 when the problem has no place in the text (no permission, disk full).
    FileError(std::string file, int line, int column, std::string problem);

    const std::string& file() const { return file_; }
    int line() const { return line_; }
    int column() const { return column_; }
    /// Without file and place.
    const std::string& problem() const { return problem_; }

private:
    std::string file_;
    int line_, column_;
    std::string problem_;
};

}  // namespace editor
