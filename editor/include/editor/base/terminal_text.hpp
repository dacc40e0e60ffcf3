// Makes text safe for terminals. Names come from files, and a terminal obeys control characters in them. Everything
// that the program prints goes through this.
#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <string_view>

namespace editor {

/// The text on one line: control characters and those that change the writing direction become `\n`, `\u001b`,
/// `\u202e`; bytes that are not UTF-8 become `\xff`. JSON stays JSON with the same meaning.
std::string terminal_text(std::string_view text);

/// Passes text on to another stream, changed as by terminal_text() except for ends of lines. flush() and the
/// destructor pass on the rest.
class TerminalStream : public std::ostream {
public:
    explicit TerminalStream(std::ostream& target);
    ~TerminalStream() override;
    TerminalStream(const TerminalStream&) = delete;
    TerminalStream& operator=(const TerminalStream&) = delete;

private:
    class Buffer;
    std::unique_ptr<Buffer> buffer_;
};

}  // namespace editor
