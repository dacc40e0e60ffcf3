// A TextWindow is the part of a long file that is in memory. It moves from the start of the file to its end. Changes
// of the file do not affect the part that was read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "files/base/atomic_file.hpp"

namespace files {

class TextWindow {
public:
    /// For a file that has a size and was not read yet.
    explicit TextWindow(FileReader& file);

    /// Valid until slide().
    std::string_view text() const { return {buffer_.get(), held_}; }
    /// Offset of the text in the file.
    std::uint64_t start() const { return start_; }
    std::uint64_t file_bytes() const { return *file_.size(); }
    /// Whether nothing follows the text.
    bool at_end() const { return at_end_; }
    /// Whether so little of the text is left that more should be read, if there is more.
    bool runs_short(std::size_t left) const { return left < margin_bytes && !at_end_; }

    /// Drops the first bytes of the text and reads on.
    void slide(std::size_t bytes);

private:
    static constexpr std::size_t window_bytes = 512 * 1024;
    static constexpr std::size_t margin_bytes = 64 * 1024;

    FileReader& file_;
    std::unique_ptr<char[]> buffer_;
    std::size_t held_ = 0;
    std::uint64_t start_ = 0;
    bool at_end_ = false;
};

/// Whether the text ends in `] }`: in a valid text the last member of the object is then an array.
bool ends_in_array(std::string_view text);

}  // namespace files
