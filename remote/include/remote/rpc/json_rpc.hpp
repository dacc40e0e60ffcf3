// Messages of JSON-RPC 2.0: how a text becomes one, and how answers and errors look. It knows no world and no methods.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace remote {

using Json = nlohmann::json;

/// The codes of JSON-RPC.
inline constexpr int parse_error = -32700, invalid_request = -32600, method_not_found = -32601, invalid_params = -32602,
                     internal_error = -32603;

/// What a method throws: it becomes the answer.
class RpcError : public std::runtime_error {
public:
    RpcError(int code_, const std::string& message, Json data_ = nullptr)
        : std::runtime_error(message), code(code_), data(std::move(data_)) {}
    int code;
    Json data;  // for the program that asks; null: none
};

struct RpcLimits {
    std::size_t depth = 64;   // brackets inside of each other
    std::size_t batch = 256;  // messages in one list
};

/// The most memory that one text may take as Json, about.
inline constexpr std::size_t most_json_bytes = 384u << 20;

/// Nothing when the text is not JSON, is_too_large(), has more brackets inside of each other than `depth`, or has text
/// that is not UTF-8. All but the first and the last is found before memory is taken.
std::optional<Json> read_json(std::string_view text, std::size_t depth = RpcLimits{}.depth);
/// Whether it would take more memory than most_json_bytes.
bool is_too_large(std::string_view text);

/// A message that asks for something.
struct RpcCall {
    Json id;  // null: none was given
    std::string method;
    Json params;  // null: none were given
};
/// Throws RpcError when the message is not a call.
RpcCall read_call(const Json& message);

/// `{"id": …, "jsonrpc": "2.0", "result": …}`; without an id when that is null.
Json result_message(const Json& id, Json result);
Json error_message(const Json& id, int code, const std::string& what, const Json& data = nullptr);

/// Answers a message or a list of them with what `method` returns or throws. All that std::exception says becomes an
/// internal error.
Json answer_calls(const Json& message, const std::function<Json(const RpcCall&)>& method, const RpcLimits& limits = {});

/// As text, whatever the strings in it hold.
std::string text_of(const Json& message);

}  // namespace remote
