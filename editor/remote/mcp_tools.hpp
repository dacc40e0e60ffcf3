// The tools that an assistant has. Each is a function from its arguments to content; what it throws is told to the
// assistant as an error of the tool. Private to this library.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "editor/remote/mcp.hpp"

namespace editor {

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

/// What a world must allow, so that a tool is there.
enum class McpNeeds : std::uint8_t {
    Nothing,
    Past,  // recorded time
    Edits,
    Ticks,         // edits, and ticks that the assistant runs
    ProgramTicks,  // the same, in a program that runs by itself
};

struct McpTool {
    std::string_view name, description;
    std::string_view parameters, answer;  // JSON schemas: of the arguments, and of McpAnswer::data
    McpAnswer (*run)(const McpWorld& world, const remote::Json& arguments) = nullptr;
    McpNeeds needs = McpNeeds::Nothing;

    bool changes() const { return needs > McpNeeds::Past; }
};
const std::vector<McpTool>& mcp_tools();
/// Empty, or why the tool is not there for this world, for who called.
std::string why_not(const McpWorld& world, const McpTool& tool);

// By theme: what the world is (mcp_tools.cpp), its ticks (mcp_run_tools.cpp), and its past (mcp_past_tools.cpp).
std::span<const McpTool> mcp_world_tools();
std::span<const McpTool> mcp_run_tools();
std::span<const McpTool> mcp_past_tools();

inline constexpr std::string_view mcp_no_arguments = R"({"type":"object","properties":{}})";

/// The answers to resources/list and resources/read (mcp_resources.cpp). A resource that is not there is an RpcError.
remote::Json list_mcp_resources();
remote::Json read_mcp_resource(const McpWorld& world, const remote::Json& params);

/// An answer that has texts of the world. Its text cannot hold its own end mark: < and > are written as escapes.
McpAnswer untrusted(remote::Json data);
/// The same of what was carried out already, which must not be told as an error: where the answer would be too long, this
/// part is left out, and a note says so.
McpAnswer untrusted_done(remote::Json data, const char* part);

}  // namespace editor
