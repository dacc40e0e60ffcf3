// A TextWindow is the part of a long file that is in memory: it moves from the start of the file to its end. Whatever
// happens to the file meanwhile, the part that was read stays as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "editor/base/atomic_file.hpp"

namespace editor {

class TextWindow {
public:
    /// Of a file that has a size and from which nothing was read yet.
    explicit TextWindow(FileReader& file);

    /// Valid until slide().
    std::string_view text() const { return {buffer_.get(), held_}; }
    /// Where the text is in the file.
    std::uint64_t start() const { return start_; }
    std::uint64_t file_bytes() const { return *file_.size(); }
    /// Nothing follows the text.
    bool at_end() const { return at_end_; }
    /// Whether so little of the text is left that more should be read, if there is more.
    bool runs_short(std::size_t left) const { return left < margin_bytes && !at_end_; }

    /// Forgets the first bytes of the text and reads on.
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

/// Whether the text ends in `] }`: then the last member of its object is an array, if the text is right.
bool ends_in_array(std::string_view text);

}  // namespace editor
