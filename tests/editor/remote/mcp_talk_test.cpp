// Messages as lines, and requests that are cancelled while they run.
#include <condition_variable>
#include <mutex>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

#include "catch.hpp"
#include "editor/support/mcp_asked.hpp"
#include "remote/support/raw_client.hpp"

namespace mcp_talk_test {

using namespace editor;
using remote::Json;
using test::McpAsked;

namespace {

/// Text that comes bit by bit: whoever reads waits for more until it ends.
class Pipe final : public std::streambuf {
public:
    void put(const Json& message) {
        const std::lock_guard lock(mutex_);
        waiting_ += message.dump() + "\n";
        changed_.notify_all();
    }
    void end() {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        changed_.notify_all();
    }

private:
    int_type underflow() override {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return !waiting_.empty() || ended_; });
        if (waiting_.empty()) return traits_type::eof();
        given_.swap(waiting_);
        waiting_.clear();
        setg(given_.data(), given_.data(), given_.data() + given_.size());
        return traits_type::to_int_type(given_.front());
    }
    std::mutex mutex_;
    std::condition_variable changed_;
    std::string waiting_, given_;
    bool ended_ = false;
};

Json request(int id, const char* method, Json params = Json::object()) {
    return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
}
Json cancelling(int id) {
    return {{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", id}}}};
}
std::vector<Json> lines_of(const std::ostringstream& out) {
    std::istringstream lines(out.str());
    std::vector<Json> all;
    for (std::string line; std::getline(lines, line);) all.push_back(Json::parse(line));
    return all;
}

}  // namespace

TEST_CASE("MCP: a talk is one message a line, whatever the lines hold", "[mcp]") {
    std::istringstream in("\n{\"a\":1}\nnonsense\n" + std::string(9u << 20, '[') + "\n\"last\"");
    std::ostringstream out;
    std::vector<Json> heard;
    talk_mcp(in, out, [&](const Json& message, const McpCancelled&) -> std::optional<Json> {
        heard.push_back(message);
        return Json("heard \n\x01");
    });
    CHECK(heard == std::vector<Json>{Json({{"a", 1}}), Json("last")});
    const std::vector<Json> answers = lines_of(out);
    REQUIRE(answers.size() == 4);
    CHECK(answers[1]["error"]["code"] == remote::parse_error);
    CHECK(answers[2]["error"]["code"] == remote::parse_error);
}

TEST_CASE("MCP: a run that is cancelled stops and gets no answer, as one that waits, and the talk goes on", "[mcp]") {
    McpAsked asked;
    Pipe pipe;
    std::istream in(&pipe);
    std::ostringstream out;
    pipe.put(request(1, "tools/call", {{"name", "run"}, {"arguments", {{"ticks", 1000u}}}}));
    pipe.put(request(2, "tools/call", {{"name", "run"}, {"arguments", {{"ticks", 1000u}}}}));
    pipe.put(request(3, "ping"));
    pipe.put(request(4, "tools/call", {{"name", "run"}, {"arguments", {{"ticks", 1u}}}}));
    talk_mcp(in, out, [&](const Json& message, const McpCancelled& cancelled) -> std::optional<Json> {
        int looks = 0;
        asked.cancelled = [&](const Json& id) {
            if (id == 1 && ++looks == 10) {
                pipe.put(cancelling(2));
                pipe.put(cancelling(1));
                CHECK(test::until([&] { return cancelled(1) && cancelled(2); }));
            }
            return cancelled(id);
        };
        std::optional<Json> answered = asked.answer(message);
        if (message.contains("id") && message["id"] == 1) CHECK(asked.session->world.tick() < 10);
        if (message.contains("id") && message["id"] == 4) pipe.end();
        return answered;
    });
    const std::vector<Json> answers = lines_of(out);
    REQUIRE(answers.size() == 2);
    CHECK(answers[0]["id"] == 3);
    CHECK(answers[1]["id"] == 4);
    CHECK(answers[1]["result"]["structuredContent"]["ran"] == 1);
    CHECK(asked.session->world.tick() <= 10);
}

TEST_CASE("MCP: a ping is answered while a request runs, and a list that is refused names no requests", "[mcp]") {
    Pipe pipe;
    std::istream in(&pipe);
    std::ostringstream out;
    pipe.put(request(1, "tools/list"));
    talk_mcp(in, out, [&](const Json& message, const McpCancelled& cancelled) -> std::optional<Json> {
        if (message.is_array()) {
            pipe.put(cancelling(7));
            pipe.put(request(3, "ping"));
            pipe.put(request(8, "tools/list"));
            pipe.put(cancelling(8));
            CHECK(test::until([&] { return cancelled(8); }));
            CHECK_FALSE(cancelled(7));
            pipe.end();
            return std::nullopt;
        }
        if (!message.contains("id") || message["id"] != 1) return std::nullopt;
        pipe.put(request(2, "ping"));
        pipe.put(cancelling(1));
        CHECK(test::until([&] { return cancelled(1); }));
        pipe.put(Json(1000, request(7, "tools/list")));
        return message["id"];
    });
    const std::vector<Json> answers = lines_of(out);
    REQUIRE(answers.size() == 3);
    CHECK(answers[0] == Json({{"jsonrpc", "2.0"}, {"id", 2}, {"result", Json::object()}}));
    CHECK(answers[1] == 1);
    CHECK(answers[2]["id"] == 3);
}

TEST_CASE("MCP: only what was asked and not answered is cancelled", "[mcp]") {
    Pipe pipe;
    std::istream in(&pipe);
    std::ostringstream out;
    pipe.put(cancelling(1));
    pipe.put(request(1, "tools/list"));
    pipe.put({{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}});
    pipe.put({{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", Json::array()}}}});
    pipe.put(request(2, "tools/list"));
    std::vector<Json> heard;
    talk_mcp(in, out, [&](const Json& message, const McpCancelled& cancelled) -> std::optional<Json> {
        heard.push_back(message);
        if (!message.contains("id")) return std::nullopt;
        CHECK(cancelled(message["id"]) == (message["id"] == 2));
        if (message["id"] == 1) {
            pipe.put(cancelling(2));
            CHECK(test::until([&] { return cancelled(2); }));
            return message["id"];
        }
        if (message["id"] == 2) pipe.end();
        return message["id"];
    });
    CHECK(heard.size() == 6);
    CHECK(lines_of(out) == std::vector<Json>{1, 2});
}

}  // namespace mcp_talk_test
