// One run of the command line, without the program.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "editor/cli/command_line.hpp"
#include "editor/demo/demo_game.hpp"

struct CommandLineRun {
    explicit CommandLineRun(const std::vector<std::string>& arguments) {
        std::ostringstream out_stream, err_stream;
        line = editor::run_command_line(arguments, editor::demo_game(), out_stream, err_stream);
        exit_code = line.exit_code;
        out = out_stream.str();
        err = err_stream.str();
    }
    bool fine() const { return line.next == editor::CommandLine::Next::Exit && exit_code == 0 && err.empty(); }
    /// One line on stderr, nothing on stdout, and this exit code.
    bool fails(int code) const {
        return line.next == editor::CommandLine::Next::Exit && exit_code == code && out.empty() &&
               std::count(err.begin(), err.end(), '\n') == 1 && err.back() == '\n';
    }

    editor::CommandLine line;
    int exit_code = 0;
    std::string out, err;
};
