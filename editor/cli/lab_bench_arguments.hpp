// `--bench [NAME] [--entities N,N,…] [--repetitions R]` of `chunkscope lab`. Private to the command line.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "editor/cli/lab_bench_command.hpp"

namespace editor {

class LabBenchArguments {
public:
    void add_to(CLI::App& app);
    bool given() const { return bench_->count() > 0; }
    /// Without a name they are listed.
    bool named() const { return !name_.empty(); }
    /// Whether what only a bench understands was given.
    bool any() const { return given() || entities_->count() + repetitions_->count() > 0; }

    /// What is wrong with them, one sentence without a full stop; empty when nothing is. Only when one was named.
    std::string problem() const;
    /// There must be no problem.
    LabBenchOptions take() const;

private:
    bool parse(LabBenchOptions& options, std::string& problem) const;

    CLI::Option *bench_ = nullptr, *entities_ = nullptr, *repetitions_ = nullptr;
    std::string name_, entities_text_, repetitions_text_;
};

}  // namespace editor
