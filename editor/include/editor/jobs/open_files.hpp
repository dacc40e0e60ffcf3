// OpenFiles tell the runs of the program on one computer which world files each of them has open, so that two windows
// on one file both know of it. Each run keeps one small file with the path of its world in a common folder:
//
//     open/3fa8c21d-77aa01bc-12345-998877.txt      "/home/ada/level.json"
//          the mark of the run (files/base/process_mark.hpp)
//
// What runs that ended left behind is removed. Nothing here locks a file: both may save it, and each is asked before it
// writes over what the other wrote. It belongs to the Document. A folder that cannot be written tells nobody anything.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <vector>

namespace editor {

class OpenFiles {
public:
    /// `folder` is made when it is needed.
    explicit OpenFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}
    ~OpenFiles();
    OpenFiles(const OpenFiles&) = delete;
    OpenFiles& operator=(const OpenFiles&) = delete;

    /// The world file of this run from now on; empty: it has none.
    void opened(const std::filesystem::path& file);
    /// Processes that have the same file open and were not told of by the last calls. Looks at the disk at most every
    /// two seconds. `now_secs` only grows.
    std::vector<std::int64_t> others_that_came(double now_secs);

private:
    std::filesystem::path own_note() const;

    std::filesystem::path folder_, file_;
    double next_look_secs_ = 0;
    std::set<std::int64_t> told_;
};

}  // namespace editor
