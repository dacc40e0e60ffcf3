// What an assistant reads without asking a tool: the language in which it asks, and what the world is.
#include <algorithm>
#include <string>

#include "editor/remote/mcp_tools.hpp"
#include "editor_texts/queries_chapter.hpp"

namespace editor {

namespace {

using remote::Json;
using remote::RpcError;

constexpr int resource_not_found = -32002;

struct McpResource {
    std::string_view uri, name, title, type;
    std::string_view text;  // empty: what the tool of this name says
};
constexpr McpResource resources[]{
    {"chunkscope://manual/queries", "queries", "The language of queries, values and changes", "text/markdown",
     editor_texts::queries_chapter},
    {"chunkscope://world/stats", "stats", "Archetypes, systems and the tick of the world", "text/plain", {}},
    {"chunkscope://world/types", "types", "The types of components", "text/plain", {}},
};

}  // namespace

Json list_mcp_resources() {
    Json list = Json::array();
    for (const McpResource& each : resources)
        list.push_back({{"uri", each.uri}, {"name", each.name}, {"title", each.title}, {"mimeType", each.type}});
    Json result = Json::object();
    result["resources"] = std::move(list);
    return result;
}

Json read_mcp_resource(const McpWorld& world, const Json& params) {
    if (!params.is_object() || !params.contains("uri") || !params["uri"].is_string())
        throw RpcError(remote::invalid_params, "a read needs the `uri` of a resource");
    const auto uri = params["uri"].get<std::string>();
    const auto found = std::find_if(std::begin(resources), std::end(resources),
                                    [&](const McpResource& each) { return each.uri == uri; });
    if (found == std::end(resources)) throw RpcError(resource_not_found, "Resource not found: " + uri.substr(0, 64));
    Json content{{"uri", uri}, {"mimeType", found->type}, {"text", found->text}};
    if (found->text.empty()) {
        const auto& tools = mcp_tools();
        const auto tool =
            std::find_if(tools.begin(), tools.end(), [&](const McpTool& each) { return each.name == found->name; });
        Json said = tool->run(world, Json::object()).content[0];
        content["text"] = said["text"];
        content["_meta"] = said["_meta"];
    }
    Json result = Json::object();
    result["contents"] = Json::array({std::move(content)});
    return result;
}

}  // namespace editor
