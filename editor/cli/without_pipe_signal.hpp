// As long as this lives, a write to a pipe that nobody reads any more fails, instead of ending the program.
#pragma once

#include <csignal>

namespace editor {

class WithoutPipeSignal {
public:
    WithoutPipeSignal() : former_(std::signal(SIGPIPE, SIG_IGN)) {}
    ~WithoutPipeSignal() { (void)std::signal(SIGPIPE, former_); }
    WithoutPipeSignal(const WithoutPipeSignal&) = delete;
    WithoutPipeSignal& operator=(const WithoutPipeSignal&) = delete;

private:
    void (*former_)(int);
};

}  // namespace editor
