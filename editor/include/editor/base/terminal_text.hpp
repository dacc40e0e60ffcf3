// Names come from files, and a terminal obeys what they hold: it is told nothing but what can be read. What people and
// programs print goes through this, whatever it is made of.
#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <string_view>

namespace editor {

/// On one line: control characters and what turns the direction of writing become `\n`, `\u001b`, `\u202e`, bytes that
/// are not UTF-8 `\xff`. JSON stays JSON, with the same meaning.
std::string terminal_text(std::string_view text);

/// Passes on to another stream what it is given, as terminal_text() but for ends of lines. What is left is passed on
/// by flush() and when it goes.
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
