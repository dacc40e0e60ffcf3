#include "files/base/file_error.hpp"

#include "catch.hpp"

namespace file_error_test {

TEST_CASE("FileError: says file, line, column and problem", "[files][file_error]") {
    const files::FileError error("level.json", 12, 9, "/entities must be an array");
    CHECK(std::string(error.what()) == "level.json:12:9: /entities must be an array");
    CHECK(error.file() == "level.json");
    CHECK(error.line() == 12);
    CHECK(error.column() == 9);
    CHECK(error.problem() == "/entities must be an array");
}

TEST_CASE("FileError: leaves out a place that there is not", "[files][file_error]") {
    CHECK(std::string(files::FileError("level.json", 0, 0, "the disk is full").what()) ==
          "level.json: the disk is full");
}

}  // namespace file_error_test
