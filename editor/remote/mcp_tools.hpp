// The tools that an assistant has. Each is a function from its arguments to content; what it throws is told to the
// assistant as an error of the tool. Private to this library.
#pragma once

#include <span>
#include <stdexcept>
#include <string_view>

#include "editor/remote/mcp.hpp"

namespace editor {

/// The world that a tool is asked about.
struct McpWorld {
    const Session& session;
    const SessionServer::Perform& perform;  // empty: nothing may be changed
};

/// What is wrong with the arguments, for who called.
class McpProblem : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The same twice: as text for who reads, and as data for programs.
struct McpAnswer {
    remote::Json content;
    remote::Json data;
};

struct McpTool {
    std::string_view name, description;
    std::string_view parameters, answer;  // JSON schemas: of the arguments, and of McpAnswer::data
    McpAnswer (*run)(const McpWorld& world, const remote::Json& arguments) = nullptr;
    bool changes = false;
};
std::span<const McpTool> mcp_tools();

/// An answer that has texts of the world. Its text cannot hold its own end mark: < and > are written as escapes.
McpAnswer untrusted(remote::Json data);

}  // namespace editor
