#include "editor/base/terminal_text.hpp"

#include <algorithm>
#include <streambuf>

#include "figures/drawing/value_text.hpp"

namespace editor {

std::string terminal_text(std::string_view text) { return figures::one_line(text); }

class TerminalStream::Buffer : public std::streambuf {
public:
    explicit Buffer(std::ostream& target) : target_(target) {}

    /// Passes on whole lines only, except at the end: half of a character may be missing.
    bool pass_on(bool all) {
        const std::size_t end = all ? held_.size() : held_.rfind('\n') + 1;
        std::string readable;
        for (std::string_view rest = std::string_view(held_).substr(0, end); !rest.empty();) {
            const std::size_t line = std::min(rest.find('\n'), rest.size());
            readable += terminal_text(rest.substr(0, line));
            if (line < rest.size()) readable += '\n';
            rest.remove_prefix(std::min(line + 1, rest.size()));
        }
        held_.erase(0, end);
        target_ << readable;
        return static_cast<bool>(target_);
    }

protected:
    int_type overflow(int_type c) override {
        if (traits_type::eq_int_type(c, traits_type::eof())) return 0;
        const char character = traits_type::to_char_type(c);
        return xsputn(&character, 1) == 1 ? c : traits_type::eof();
    }
    std::streamsize xsputn(const char* text, std::streamsize size) override {
        constexpr std::size_t enough = 64 * 1024;
        held_.append(text, static_cast<std::size_t>(size));
        return held_.size() < enough || pass_on(false) ? size : 0;
    }
    int sync() override {
        const bool passed = pass_on(true);
        target_.flush();
        return passed && target_ ? 0 : -1;
    }

private:
    std::ostream& target_;
    std::string held_;
};

TerminalStream::TerminalStream(std::ostream& target)
    : std::ostream(nullptr), buffer_(std::make_unique<Buffer>(target)) {
    rdbuf(buffer_.get());
}

TerminalStream::~TerminalStream() { buffer_->pass_on(true); }

}  // namespace editor
