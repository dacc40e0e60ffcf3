// Whoever reads what is written into a pipe may be gone: as long as this lives, that is an error to tell, not the end of
// the program.
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
