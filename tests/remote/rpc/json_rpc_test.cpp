#include "remote/rpc/json_rpc.hpp"

#include "catch.hpp"

namespace json_rpc_test {

using namespace remote;

namespace {

Json echo(const RpcCall& call) {
    if (call.method == "fail") throw RpcError(-5, "as it was asked");
    if (call.method == "break") throw std::runtime_error("broken");
    return call.params;
}

Json answer(std::string_view text, const RpcLimits& limits = {}) {
    const auto message = read_json(text);
    REQUIRE(message);
    return answer_calls(*message, echo, limits);
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

}  // namespace

TEST_CASE("JSON-RPC: a call is answered with its id and its result", "[rpc]") {
    CHECK(answer(R"({"jsonrpc":"2.0","id":7,"method":"m","params":{"a":1}})") ==
          Json({{"jsonrpc", "2.0"}, {"id", 7}, {"result", {{"a", 1}}}}));
    CHECK(answer(R"({"jsonrpc":"2.0","id":"x","method":"m"})") ==
          Json({{"jsonrpc", "2.0"}, {"id", "x"}, {"result", nullptr}}));
    CHECK_FALSE(answer(R"({"jsonrpc":"2.0","method":"m"})").contains("id"));
}

TEST_CASE("JSON-RPC: what is no call is an error that says why", "[rpc]") {
    const auto code = [](std::string_view text) { return answer(text)["error"]["code"].get<int>(); };
    CHECK(code("17") == invalid_request);
    CHECK(code("{}") == invalid_request);
    CHECK(code(R"({"jsonrpc":"1.0","method":"m"})") == invalid_request);
    CHECK(code(R"({"jsonrpc":"2.0","method":5})") == invalid_request);
    CHECK(code(R"({"jsonrpc":"2.0","method":"m","else":1})") == invalid_request);
    CHECK(code("[]") == invalid_request);
    CHECK(answer(R"({"id":13,"method":"m"})")["id"] == 13);
}

TEST_CASE("JSON-RPC: what a method throws is its answer", "[rpc]") {
    CHECK(answer(R"({"jsonrpc":"2.0","id":1,"method":"fail"})")["error"] ==
          Json({{"code", -5}, {"message", "as it was asked"}}));
    CHECK(answer(R"({"jsonrpc":"2.0","id":1,"method":"break"})")["error"] ==
          Json({{"code", internal_error}, {"message", "broken"}}));
}

TEST_CASE("JSON-RPC: a list of calls has a list of answers, and a limit", "[rpc]") {
    const std::string call = R"({"jsonrpc":"2.0","id":1,"method":"m"})";
    const Json answers = answer("[" + call + ",5," + call + "]");
    REQUIRE(answers.size() == 3);
    CHECK(answers[0].contains("result"));
    CHECK(answers[1]["error"]["code"] == invalid_request);
    CHECK(answers[2].contains("result"));
    CHECK(answer("[" + call + "," + call + "]", {.batch = 1})["error"]["code"] == invalid_request);
}

TEST_CASE("JSON-RPC: text that is no JSON, or too deep, is read as nothing", "[rpc]") {
    CHECK_FALSE(read_json("{"));
    CHECK_FALSE(read_json(""));
    CHECK_FALSE(read_json("[1] 2"));
    CHECK_FALSE(read_json("\"\xff\""));
    CHECK(read_json(nested(64)));
    CHECK_FALSE(read_json(nested(65)));
    CHECK_FALSE(read_json(std::string(1'000'000, '[')));
    CHECK(read_json("\"" + std::string(100, '[') + "\\\"[\""));
}

TEST_CASE("JSON-RPC: bytes that are not UTF-8 do not get into an answer", "[rpc]") {
    CHECK(
        read_json(text_of(Json("a\xff"
                               "b"))));
}

}  // namespace json_rpc_test
