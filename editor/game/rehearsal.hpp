// A rehearsal runs work in a process of its own first, where a crash does no harm.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace editor {

/// What the work tells while it runs.
class RehearsalReport {
public:
    explicit RehearsalReport(int pipe) : pipe_(pipe) {}
    /// From now on the work may take as long as it likes: when patience ends, the rehearsal was good.
    void essential_part_done();
    void problem(const std::string& sentence);
    void good();

private:
    void send(char kind, const std::string& text = {});
    int pipe_;
};

/// Runs `work` in a copy of this process. Returns what is wrong, as the end of a sentence about its subject: what the
/// work reported or threw ("…"), "crashed in its set-up (segmentation fault)". Empty when it went well, and when there
/// is no process to be had.
std::string rehearse(const std::function<void(RehearsalReport&)>& work, std::chrono::milliseconds patience);

}  // namespace editor
