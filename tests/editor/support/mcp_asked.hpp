// A scene that an assistant asks, without pipes.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "editor/demo/demo_game.hpp"
#include "editor/remote/mcp.hpp"

namespace test {

class McpAsked {
    using Json = remote::Json;

public:
    McpAsked() : McpAsked(editor::Session::from_scene(editor::demo_game(), *editor::demo_game().find_scene("chase"))) {
        session->record();
    }
    explicit McpAsked(std::unique_ptr<editor::Session> asked) : session(std::move(asked)) {}

    std::optional<Json> answer(const Json& message, bool may_change = true) {
        editor::SessionServer::Perform perform;
        if (may_change)
            perform = [this](std::string label, std::vector<ecs::Edit> edits) {
                return remote::perform_step(session->history, std::move(label), std::move(edits));
            };
        return editor::answer_mcp({*session, perform, served ? nullptr : session.get(), cancelled}, message);
    }
    Json call(const char* method, Json params = nullptr, bool may_change = true) {
        const auto answered =
            answer({{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", std::move(params)}}, may_change);
        REQUIRE(answered);
        return answered->contains("result") ? (*answered)["result"] : (*answered)["error"];
    }
    Json tool(const char* name, Json arguments = Json::object()) {
        return call("tools/call", {{"name", name}, {"arguments", std::move(arguments)}});
    }
    /// What a tool says as data. It must not be an error.
    Json data(const char* name, Json arguments = Json::object()) {
        const Json said = tool(name, std::move(arguments));
        INFO(name << " " << said.dump());
        REQUIRE(said.value("isError", true) == false);
        return said["structuredContent"];
    }
    std::string said(const char* name, Json arguments = Json::object()) {
        return tool(name, std::move(arguments))["content"][0]["text"].get<std::string>();
    }
    /// Whether the tool is in the list.
    bool offers(const std::string& name, bool may_change = true) {
        const Json listed = call("tools/list", nullptr, may_change);
        return std::any_of(listed["tools"].begin(), listed["tools"].end(),
                           [&](const Json& each) { return each["name"] == name; });
    }

    std::unique_ptr<editor::Session> session;
    bool served = false;  // somebody else runs it
    editor::McpCancelled cancelled;
};

}  // namespace test
