#include "probe/run/program_log.hpp"

#include "ecs/base/utf8.hpp"

namespace probe {

void ProgramLog::add(std::string_view text) {
    const std::string_view kept = ecs::whole_characters(text, most_line_bytes);
    const std::lock_guard guard(mutex_);
    if (lines_.lines.size() == most_lines) {
        ++lines_.left_out;
        return;
    }
    lines_.lines.push_back({tick_.load(std::memory_order_relaxed), std::string(kept)});
}

LogLines ProgramLog::take() {
    const std::lock_guard guard(mutex_);
    return std::exchange(lines_, {});
}

}  // namespace probe
